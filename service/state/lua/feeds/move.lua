-- Give a feed another address. KEYS: addresses, titles, the feed's. ARGV: id, address, its URL as a field.
-- Returns the id of the feed that has the address: this one, or else another; then nothing was changed.
local old = redis.call('HGET', KEYS[3], 'address')
local holder = redis.call('HGET', KEYS[1], ARGV[2]) or ARGV[1]
if old and holder == ARGV[1] then
  redis.call('HDEL', KEYS[1], old)
  redis.call('HSET', KEYS[1], ARGV[2], ARGV[1])
  redis.call('HSET', KEYS[3], 'address', ARGV[2], 'url', ARGV[3])
  put_in_place(KEYS[2], KEYS[3], ARGV[1])
end
return holder
