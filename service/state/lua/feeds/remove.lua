-- Remove a feed, and with the last of a site what is remembered of its entries. Returns 0 if there is no such feed.
if redis.call('EXISTS', KEY) == 0 then return 0 end
for _, each in ipairs(value(KEY, 'merged') or {}) do redis.call('HDEL', MERGED, each) end
-- Before ZADD, which a full store refuses until a script has written something.
for _, each in ipairs(addresses()) do
  if redis.call('HGET', ADDRESSES, each) == id then redis.call('HDEL', ADDRESSES, each) end
end
local push, site = value(KEY, 'push'), value(KEY, 'site')
if push then redis.call('ZADD', PUSHES, 'XX', 0, push) end
redis.call('ZREM', DUE, id)
redis.call('ZREM', TITLES, redis.call('HGET', KEY, 'place') or '')
redis.call('DEL', KEY)
for _, other in ipairs(redis.call('HVALS', ADDRESSES)) do
  if value(FEED .. other, 'site') == site then return 1 end
end
redis.call('UNLINK', HISTORY .. site, RECENT .. site)
return 1
