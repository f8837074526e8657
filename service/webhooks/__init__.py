"""Webhooks: documents sent to whoever asks for them."""
