-- Take down what a process has seen. ARGV: {"counts": name -> number, "sites": domain -> what is new of it}, JSON;
-- then, of a process that has readers, its name and how many.

local READERS = STATISTICS .. ':readers'
local DAY = 86400

local now = seconds_now()
local today = math.floor(now / DAY)

-- Lists have one length: what is put in at their end pushes out what is oldest.
local function push(list, value)
  table.remove(list, 1)
  list[#list + 1] = value
end

local function turn_days(site)
  for _ = 1, math.min(today - site.today, DAYS) do
    for _, days in ipairs({site.documents, site.read, site.kept}) do push(days, 0) end
  end
  site.today = today
end

local function learn(domain, news)
  local site = read_site(domain)
  turn_days(site)
  site.total, site.last, site.warm = site.total + #news.lengths, now, news.warm
  site.documents[DAYS] = site.documents[DAYS] + #news.lengths
  site.read[DAYS] = site.read[DAYS] + news.read
  site.kept[DAYS] = site.kept[DAYS] + news.kept
  for _, length in ipairs(news.lengths) do push(site.lengths, length) end
  if news.changed then
    site.changed = site.changed + 1
    push(site.changes, now)
  end
  write_site(domain, site)
end

local function count_readers(process, number)
  redis.call('HSET', READERS, process, now .. ' ' .. number)
  redis.call('EXPIRE', READERS, GONE)
  local told = redis.call('HGETALL', READERS)
  for i = 1, #told, 2 do
    if now - told[i + 1]:match('^%d+') > GONE then redis.call('HDEL', READERS, told[i]) end
  end
end

local told = cjson.decode(ARGV[1])
tally(told.counts)
for domain, news in pairs(told.sites) do learn(domain, news) end
forget_sites(redis.call('ZRANGE', LATEST, '-inf', now - DAYS * DAY, 'BYSCORE', 'LIMIT', 0, STEP))
forget_sites(redis.call('ZRANGE', LATEST, 0, -MAX_SITES - 1))
if ARGV[2] then count_readers(ARGV[2], ARGV[3]) end
