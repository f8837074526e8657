-- Give a feed another address. ARGV: id, address, its URL as a field.
-- Returns the id of the feed that has the address: this one, or else another; then nothing was changed.
local old = redis.call('HGET', KEY, 'address')
local holder = redis.call('HGET', ADDRESSES, ARGV[2]) or id
if old and holder == id then
  redis.call('HDEL', ADDRESSES, old)
  redis.call('HSET', ADDRESSES, ARGV[2], id)
  redis.call('HSET', KEY, 'address', ARGV[2], 'url', ARGV[3])
  put_in_place()
end
return holder
