"""Webhooks: documents posted to whoever asks for them."""
