"""The stream of documents: what is published, to whom, and from which position on."""
