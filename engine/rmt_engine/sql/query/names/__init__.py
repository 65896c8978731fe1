"""What names mean: columns of FROM, aliases, stars, functions of the user."""
