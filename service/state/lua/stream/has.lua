-- Say how many documents are at a position: one or none. KEYS: documents. ARGV: the position.

return #redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[1])
