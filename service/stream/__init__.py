"""The stream of documents: what is told, to whom, and from where on."""
