"""A page for those who read it: its content as Markdown or clean HTML, or all of it, its blocks marked."""
