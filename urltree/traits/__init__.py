"""What a page's texts and elements are like, as columns of numbers: what features are made of."""
