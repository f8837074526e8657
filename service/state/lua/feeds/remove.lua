-- Remove a feed, and with the last of a site its history. KEYS: addresses, due, titles, the feed's, pushes that are due,
-- merged. ARGV: id. Returns 0 if there is no such feed.
local address = redis.call('HGET', KEYS[4], 'address')
if not address then
  return 0
end
for _, id in ipairs(cjson.decode(redis.call('HGET', KEYS[4], 'merged') or '[]')) do
  redis.call('HDEL', KEYS[6], id)
end
-- Before ZADD, which a full store refuses until a script has written something.
redis.call('HDEL', KEYS[1], address)
local push = cjson.decode(redis.call('HGET', KEYS[4], 'push') or 'null')
if push ~= cjson.null then
  redis.call('ZADD', KEYS[5], 'XX', 0, push)
end
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], redis.call('HGET', KEYS[4], 'place') or '')
local site = redis.call('HGET', KEYS[4], 'site')
redis.call('DEL', KEYS[4])
for _, id in ipairs(redis.call('HVALS', KEYS[1])) do
  if redis.call('HGET', FEED .. id, 'site') == site then
    return 1
  end
end
redis.call('UNLINK', HISTORY .. cjson.decode(site))
return 1
