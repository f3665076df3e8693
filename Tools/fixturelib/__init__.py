"""The recipes behind Tools/fixtures, a module for each set."""
