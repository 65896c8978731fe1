"""The grammar of statements: text, tokens, and typed statements."""
