"""What a page states about its document: title, author, dates, language, address."""
