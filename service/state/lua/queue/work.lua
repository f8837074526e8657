-- Shared by the scripts of the work queue. KEYS[1]: the stream; the other keys are named after it.

local WORK = KEYS[1]
local ITEMS, TRIES, DEATHS = WORK .. ':items', WORK .. ':tries', WORK .. ':deaths'
local LATER, FAILED = WORK .. ':later', WORK .. ':failed'
local PARKED, REASONS = WORK .. ':parked', WORK .. ':reasons'
local SINCE, IDS = WORK .. ':since', WORK .. ':ids'

local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function waiting() return redis.call('XLEN', WORK) + redis.call('ZCARD', LATER) end

-- How many items of a site wait, by the id of one of them.
local function waiting_with(id)
  local site = id:match('^(.*):')
  return site and redis.call('ZLEXCOUNT', IDS, '[' .. site .. ':', '(' .. site .. ';') or 0
end

local function do_now(id) redis.call('XADD', WORK, '*', 'id', id) end

-- Put a new or retried item to work.
local function begin(id)
  redis.call('ZADD', SINCE, now(), id)
  redis.call('ZADD', IDS, 0, id)
  do_now(id)
end

-- Take a claimed entry off the stream; false if it is settled already.
local function settle(entry)
  if redis.call('XACK', WORK, 'workers', entry) == 0 then return false end
  redis.call('XDEL', WORK, entry)
  return true
end

local function forget(id)
  for _, hash in ipairs({ITEMS, TRIES, DEATHS, REASONS}) do redis.call('HDEL', hash, id) end
  for _, set in ipairs({SINCE, IDS, FAILED}) do redis.call('ZREM', set, id) end
end

-- Count for the feed of an item how many items in a row could not be read. A kept page does not count, as it was read
-- before; and a feed that was removed meanwhile stays so. An item is given up long after it came: if one that came with
-- it, or later, was read, its failure says nothing about the feed.
local function tell_feed(id, failure)
  local is_read, item = pcall(cjson.decode, redis.call('HGET', ITEMS, id) or '') -- it may be gone or damaged
  if not is_read or not item.feed or item.kept then return end
  local feed = FEED .. item.feed
  if redis.call('EXISTS', feed) == 0 then return end
  local came = tonumber(redis.call('ZSCORE', SINCE, id) or now())
  local read = tonumber(redis.call('HGET', feed, 'read') or 0)
  if not failure then
    redis.call('HDEL', feed, 'unreadable', 'unreadable_reason')
    redis.call('HSET', feed, 'read', string.format('%.0f', math.max(came, read)))
  elseif came > read then
    redis.call('HINCRBY', feed, 'unreadable', 1)
    redis.call('HSET', feed, 'unreadable_reason', cjson.encode(failure))
  end
end

local function is_orphan(json)
  local is_read, item = pcall(cjson.decode, json) -- it may be damaged
  return is_read and item.feed and redis.call('EXISTS', FEED .. item.feed) == 0
end

-- Give an item that is in work to the feed of another of its id, if its own feed was removed.
local function adopt(id, item)
  local known = redis.call('HGET', ITEMS, id)
  if known and is_orphan(known) then redis.call('HSET', ITEMS, id, item) end
end

local function park(id, reason)
  tell_feed(id, reason)
  for _, set in ipairs({SINCE, IDS, FAILED}) do redis.call('ZREM', set, id) end
  redis.call('ZADD', PARKED, now(), id)
  redis.call('HSET', REASONS, id, reason)
  if redis.call('ZCARD', PARKED) > MAX_PARKED then forget(redis.call('ZPOPMIN', PARKED)[1]) end
end
