-- Subscribe to a feed. ARGV: id, address, time of the first poll, fields.
-- Returns the id under which the address is subscribed.
local known = redis.call('HGET', ADDRESSES, ARGV[2])
if known then return known end
redis.call('HSET', ADDRESSES, ARGV[2], id)
redis.call('HSET', KEY, 'address', ARGV[2], unpack(ARGV, 4))
redis.call('ZADD', DUE, ARGV[3], id)
put_in_place()
return id
