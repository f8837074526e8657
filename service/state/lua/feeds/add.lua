-- Subscribe to a feed. ARGV: id, address, time of the first poll, fields.
-- If the address is subscribed, that feed gets the labels, and the interval, if one is given, with a poll at that time.
-- Returns the id under which the address is subscribed.
local known = redis.call('HGET', ADDRESSES, ARGV[2])
if known then
  local new = {}
  for field = 4, #ARGV, 2 do new[ARGV[field]] = ARGV[field + 1] end
  id, KEY = known, FEED .. known
  label(KEY, cjson.decode(new.labels))
  if new.interval ~= 'null' then
    redis.call('HSET', KEY, 'interval', new.interval)
    write(#ARGV + 1, ARGV[3])
  end
  return id
end
redis.call('HSET', ADDRESSES, ARGV[2], id)
redis.call('HSET', KEY, 'address', ARGV[2], unpack(ARGV, 4))
redis.call('ZADD', DUE, ARGV[3], id)
put_in_place()
return id
