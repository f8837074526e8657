"""What texts, links and elements of a page are like: what the cutter asks of them, and what features join."""
