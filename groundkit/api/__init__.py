"""The Python API: every command is one function here."""
