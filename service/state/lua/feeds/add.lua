-- Subscribe to a feed. ARGV: id, address, time of the first poll, how its URL answered just now (Answered), the address
-- that redirected to it for good or '', fields.
-- If the address leads to a feed, that feed gets the labels, and the interval, if one is given, with a poll at that
-- time. If it has just been fetched, it is polled at that time even if it was gone. If the URL has answered itself, and
-- the feed fails where it is, it goes there: it had left the address, or is at another URL of it, such as without TLS.
-- Returns the id under which the address is subscribed, and the URL that this feed left for this one, as JSON, or ''.
local address, poll, answered, left = unpack(ARGV, 2, 5)
local new = {}
for field = 6, #ARGV, 2 do new[ARGV[field]] = ARGV[field + 1] end

-- Whether the address is a feed of its own, though it leads to a feed: it answers itself, and that one absorbed it, or
-- had left it for one that works.
local function is_apart(holder)
  if answered ~= 'itself' then return false end
  local works = value(FEED .. holder, 'errors') == 0
  return is_in('absorbed', holder, address) or works and is_in('aliases', holder, address)
end

-- The id of the feed that has these addresses.
local function subscribed()
  local holder = redis.call('HGET', ADDRESSES, address) or owner(left)
  return holder and not is_apart(holder) and holder
end

local function add()
  release(address)
  redis.call('HSET', ADDRESSES, address, id)
  redis.call('HSET', KEY, 'address', address, unpack(ARGV, 6))
  redis.call('ZADD', DUE, poll, id)
  put_in_place()
  if left ~= '' and left ~= address then
    release(left)
    lead(left, id, 'aliases')
  end
end

-- Whether the feed is to be polled at this URL from now on.
local function is_elsewhere()
  return answered == 'itself' and value(KEY, 'errors') > 0 and redis.call('HGET', KEY, 'url') ~= new.url
end

-- Have the feed polled at this URL; return the one that it left.
local function go_here()
  local url = redis.call('HGET', KEY, 'url')
  go_to(address, new.url)
  redis.call('HDEL', KEY, 'etag', 'last_modified')
  return url
end

local known = subscribed()
if not known then
  add()
  return {id, ''}
end
id, KEY = known, FEED .. known
label(KEY, cjson.decode(new.labels))
local has_left = is_elsewhere()
local url = has_left and go_here() or ''
local is_revived = answered ~= '' and redis.call('HGET', KEY, 'state') == '"gone"'
if is_revived then redis.call('HSET', KEY, 'state', '"active"') end
local has_interval = new.interval ~= 'null'
if has_interval then redis.call('HSET', KEY, 'interval', new.interval) end
write(#ARGV + 1, (has_interval or has_left or is_revived) and poll or '')
return {id, url}
