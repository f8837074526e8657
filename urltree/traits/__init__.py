"""What texts and elements of a page are like: the columns of numbers that features join."""
