-- KEYS: what to dump.

return dump(KEYS)
