"""How good spans are against gold, with every miss and every extra to look at."""
