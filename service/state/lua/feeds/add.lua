-- Subscribe to a feed. KEYS: addresses, due, titles, the feed's. ARGV: address, id, time of the first poll, fields.
-- Returns the id under which the address is subscribed.
local known = redis.call('HGET', KEYS[1], ARGV[1])
if known then
  return known
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('HSET', KEYS[4], 'address', ARGV[1], unpack(ARGV, 4))
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[2])
put_in_place(KEYS[3], KEYS[4], ARGV[2])
return ARGV[2]
