-- Shared by the scripts that write a feed. KEYS: addresses, due, titles, the feed's, pushes that are due, merged.
-- ARGV[1]: its id.

local ADDRESSES, DUE, TITLES, KEY, PUSHES, MERGED = unpack(KEYS)
local id = ARGV[1]

-- The value of a field of any feed; nil if it has none.
local function value(key, field)
  local found = cjson.decode(redis.call('HGET', key, field) or 'null')
  return found ~= cjson.null and found or nil
end

-- Give any feed the labels that it does not have, as far as it may have more.
local function label(key, labels)
  local known, had = value(key, 'labels') or {}, {}
  local before = #known
  for _, each in ipairs(known) do had[each] = true end
  for _, each in ipairs(labels) do
    if not had[each] and #known < MOST_LABELS then known[#known + 1] = each end
  end
  if #known > before then redis.call('HSET', key, 'labels', cjson.encode(known)) end
end

-- Put the feed in its place by its title or, while it has none, its URL; the case of ASCII letters is ignored.
local function put_in_place()
  local name = value(KEY, 'title') or value(KEY, 'url')
  local place, old = name:sub(1, PLACE):lower() .. '\0' .. id, redis.call('HGET', KEY, 'place')
  if place ~= old then
    redis.call('HSET', KEY, 'place', place)
    redis.call('ZADD', TITLES, 0, place)
    redis.call('ZREM', TITLES, old or '')
  end
end

-- Write fields, ARGV[first] and on, and the time of the next poll, unless it is ''. Only active feeds have one.
local function write(first, poll)
  if ARGV[first] then
    redis.call('HSET', KEY, unpack(ARGV, first))
    put_in_place()
  end
  if redis.call('HGET', KEY, 'state') ~= '"active"' then
    redis.call('ZREM', DUE, id)
  elseif poll ~= '' then
    redis.call('ZADD', DUE, poll, id)
  end
end
