"""What all commands share: how they are described, what they take, how they end."""
