"""A page for readers: its content as Markdown or clean HTML, or the whole page with its blocks marked."""
