"""What texts and elements of a page are like: structure, and the columns of numbers that features join."""
