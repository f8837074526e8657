"""Who may do what: keys, sessions, and the gate that every request passes."""
