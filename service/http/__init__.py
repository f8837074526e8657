"""What all routes share of HTTP: requests, answers, and problems."""
