-- Prepended to each script that can change a feed's title or URL.

-- Put a feed in its place by its title or, while it has none, its URL; the case of ASCII letters is ignored.
local function put_in_place(titles, feed, id)
  local name = cjson.decode(redis.call('HGET', feed, 'title') or 'null')
  if name == cjson.null then
    name = cjson.decode(redis.call('HGET', feed, 'url'))
  end
  local place, old = name:sub(1, PLACE):lower() .. '\0' .. id, redis.call('HGET', feed, 'place')
  if place ~= old then
    redis.call('HSET', feed, 'place', place)
    redis.call('ZADD', titles, 0, place)
    redis.call('ZREM', titles, old or '')
  end
end
