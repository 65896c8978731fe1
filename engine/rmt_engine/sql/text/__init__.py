"""SQL as text: tokens, quotes, brackets, words, and tables in files beside the code."""
