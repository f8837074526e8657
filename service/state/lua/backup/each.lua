-- KEYS: what to give.

return dump(KEYS)
