-- Shared by the scripts that change where feeds are; follows feed.lua. An address that a feed has left still leads to
-- it, as one of its `aliases`; so does one that was of a feed merged into it, as one of those it has `absorbed`.

-- The id of the feed that is at an address; false if there is none, or the address is only an alias.
local function owner(address)
  local holder = redis.call('HGET', ADDRESSES, address)
  return holder and redis.call('HGET', FEED .. holder, 'address') == address and holder
end

-- All addresses that lead to the feed, its own last.
local function addresses()
  local found = {}
  for _, list in ipairs({'absorbed', 'aliases'}) do
    for _, each in ipairs(value(KEY, list) or {}) do found[#found + 1] = each end
  end
  found[#found + 1] = redis.call('HGET', KEY, 'address')
  return found
end

-- Whether an address is in a list of any feed.
local function is_in(list, feed, address)
  for _, each in ipairs(value(FEED .. feed, list) or {}) do
    if each == address then return true end
  end
  return false
end

-- Have an address lead to any feed, as the latest of a list. Of each list the latest MOST_ALIASES lead to the feed.
local function lead(address, feed, list)
  local known = value(FEED .. feed, list) or {}
  known[#known + 1] = address
  if #known > MOST_ALIASES then redis.call('HDEL', ADDRESSES, table.remove(known, 1)) end
  redis.call('HSET', ADDRESSES, address, feed)
  redis.call('HSET', FEED .. feed, list, cjson.encode(known))
end

-- Have an alias lead nowhere.
local function release(address)
  local key = FEED .. (redis.call('HGET', ADDRESSES, address) or '')
  for _, list in ipairs({'aliases', 'absorbed'}) do
    local known, left = value(key, list) or {}, {}
    for _, each in ipairs(known) do
      if each ~= address then left[#left + 1] = each end
    end
    if #left < #known then redis.call('HSET', key, list, cjson.encode(left)) end
  end
end

-- Give the feed another URL, as JSON, whose address no other feed has. The address that it leaves becomes an alias.
local function go_to(address, url)
  local old = redis.call('HGET', KEY, 'address')
  if address ~= old then
    release(address)
    lead(old, id, 'aliases')
    redis.call('HSET', ADDRESSES, address, id)
  end
  redis.call('HSET', KEY, 'address', address, 'url', url)
  put_in_place()
end
