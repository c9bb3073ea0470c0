"""How fast the models read, and what each part of the pipeline adds."""
