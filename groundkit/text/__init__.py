"""Pure functions over text: quotes, nearest text, tokens."""
