-- Take down what a process has seen. ARGV: {"counts": name -> number, "sites": domain -> what is new of it}, JSON;
-- then, of a process that has readers, its name and how many.

local SITES, LATEST, READERS = STATISTICS .. ':sites', STATISTICS .. ':latest', STATISTICS .. ':readers'
local DAY = 86400

local now = seconds_now()
local today = math.floor(now / DAY)

local function read_site(domain)
  local kept = redis.call('HGET', SITES, domain)
  if kept then return cjson.decode(kept) end
  return {domain = domain, total = 0, days = {}, lengths = {}, changes = {}}
end

local function count_today(days, news)
  local key = tostring(today)
  local day = days[key] or {0, 0, 0}
  days[key] = {day[1] + #news.lengths, day[2] + news.read, day[3] + news.kept}
  for each in pairs(days) do
    if tonumber(each) <= today - DAYS then days[each] = nil end
  end
end

-- Append to a list of which only the last `limit` are kept.
local function append(list, more, limit)
  for _, each in ipairs(more) do
    list[#list + 1] = each
    if #list > limit then table.remove(list, 1) end
  end
end

local function learn(domain, news)
  local site = read_site(domain)
  site.total, site.last, site.warm = site.total + #news.lengths, now, news.warm
  count_today(site.days, news)
  append(site.lengths, news.lengths, LENGTHS)
  if news.changed then append(site.changes, {now}, CHANGES) end
  redis.call('HSET', SITES, domain, cjson.encode(site))
  redis.call('ZADD', LATEST, now, domain)
end

local function forget_sites(domains)
  for _, domain in ipairs(domains) do
    redis.call('HDEL', SITES, domain)
    redis.call('ZREM', LATEST, domain)
  end
end

local told = cjson.decode(ARGV[1])
tally(told.counts)
for domain, news in pairs(told.sites) do learn(domain, news) end
forget_sites(redis.call('ZRANGE', LATEST, '-inf', now - DAYS * DAY, 'BYSCORE', 'LIMIT', 0, STEP))
forget_sites(redis.call('ZRANGE', LATEST, 0, -MAX_SITES - 1))
if ARGV[2] then redis.call('HSET', READERS, ARGV[2], now .. ' ' .. ARGV[3]) end
