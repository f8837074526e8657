-- Remove a feed. KEYS: addresses, due, titles, the feed's, pushes that are due. ARGV: id. Answers 0 if there is no such
-- feed.
local address = redis.call('HGET', KEYS[4], 'address')
if not address then
    return 0
end
local push = cjson.decode(redis.call('HGET', KEYS[4], 'push') or 'null')
if push ~= cjson.null then
    redis.call('ZADD', KEYS[5], 'XX', 0, push)
end
redis.call('HDEL', KEYS[1], address)
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], redis.call('HGET', KEYS[4], 'place') or '')
redis.call('DEL', KEYS[4])
return 1
