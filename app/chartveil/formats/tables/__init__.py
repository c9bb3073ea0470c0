"""Tables: delimited text, Excel, JSON lines, Parquet."""
