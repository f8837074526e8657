"""Full-text feeds: the newest documents of a feed or label, for readers of feeds."""
