"""What the service keeps in Redis or Valkey: keys, scripts, and the way there."""
