-- Tell the position of the first document that is left; nothing, if none is. KEYS: documents.

local first = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
return first and first[1]
