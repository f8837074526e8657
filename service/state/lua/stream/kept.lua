-- Shared by the scripts that keep pages. KEYS[2]: the domains with kept pages; the other keys are named after it.

local KEPT = KEYS[2]
local SIZES, WARMING = KEPT .. ':sizes', KEPT .. ':warming'
local ALL = ''

local function pages_of(domain) return KEPT .. ':pages:' .. domain end

local function forget_domain(domain)
  -- Before HINCRBY, which a full store refuses until a script has written something.
  redis.call('UNLINK', pages_of(domain))
  -- Subtracted from 0, because Redis before 7.2 does not take -0 for an integer.
  redis.call('HINCRBY', SIZES, ALL, 0 - (redis.call('HGET', SIZES, domain) or 0))
  redis.call('HDEL', SIZES, domain)
  redis.call('ZREM', KEPT, domain)
end

local function add_size(domain, bytes)
  redis.call('HINCRBY', SIZES, ALL, bytes)
  redis.call('HINCRBY', SIZES, domain, bytes)
end

-- Returns whether there was such a page.
local function drop_page(domain, key)
  local bytes = redis.call('HSTRLEN', pages_of(domain), key)
  if bytes == 0 then return false end
  redis.call('HDEL', pages_of(domain), key)
  add_size(domain, -bytes)
  if redis.call('EXISTS', pages_of(domain)) == 0 then forget_domain(domain) end
  return true
end

-- Forget the domains whose last page came too long ago, or longest ago, until no more is kept than may be.
local function make_room(now)
  for _ = 1, MOST_FORGOTTEN do
    local oldest, time = unpack(redis.call('ZRANGE', KEPT, 0, 0, 'WITHSCORES'))
    if not oldest then return end
    if now - time <= KEPT_AGE and tonumber(redis.call('HGET', SIZES, ALL)) <= KEPT_BYTES then return end
    forget_domain(oldest)
  end
end

local function keep_page(domain, key, page, now)
  add_size(domain, #page - redis.call('HSTRLEN', pages_of(domain), key))
  redis.call('HSET', pages_of(domain), key, page)
  redis.call('ZADD', KEPT, now, domain)
  make_room(now)
end

-- Have all kept pages of a domain judged again.
local function warm(domain)
  for _, key in ipairs(redis.call('HKEYS', pages_of(domain))) do
    redis.call('RPUSH', WARMING, key .. domain)
  end
end
