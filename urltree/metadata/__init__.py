"""What a page tells of its document: title, author, dates, language, address."""
