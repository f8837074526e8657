"""What is counted, in which periods and buckets."""
