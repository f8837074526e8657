-- Count what a process has seen, only once: a client whose answer was lost on the way sends it again, and what it
-- gave up waiting for may come after the next.
-- ARGV: name of the process; number of this report; how many read the stream there; its
-- settings, JSON; and {"counts": name -> number, "sites": domain -> what is new of it}, JSON.

local ALIVE, SENT = STATISTICS .. ':alive', STATISTICS .. ':sent:' .. ARGV[1]
local DAY = 86400

local process, number, readers, settings = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local now = seconds_now()
local today = math.floor(now / DAY)

-- Lists have a fixed length: a value added at the end pushes out the oldest.
local function push(list, value)
  table.remove(list, 1)
  list[#list + 1] = value
end

local function turn_days(site)
  for _ = 1, math.min(today - site.today[1], DAYS) do
    for _, days in ipairs({site.documents, site.read, site.kept}) do push(days, 0) end
  end
  site.today = {today}
end

-- Add to the last number of a field: the only one, or that of today.
local function increase(field, number) field[#field] = field[#field] + number end

local function learn(domain, news)
  local site = read_site(domain)
  turn_days(site)
  site.last, site.warm = {now}, {news.warm}
  increase(site.total, #news.lengths)
  increase(site.documents, #news.lengths)
  increase(site.read, news.read)
  increase(site.kept, news.kept)
  for _, length in ipairs(news.lengths) do push(site.lengths, length) end
  if news.changed then
    increase(site.changed, 1)
    push(site.changes, now)
  end
  write_site(domain, site)
end

local function forget_processes()
  local alive = redis.call('HGETALL', ALIVE)
  for i = 1, #alive, 2 do
    if now - alive[i + 1]:match('^%d+') > GONE then redis.call('HDEL', ALIVE, alive[i]) end
  end
end

if tonumber(redis.call('GET', SENT) or 0) >= tonumber(number) then return end
redis.call('SET', SENT, number, 'EX', REMEMBERED)
redis.call('HSET', ALIVE, process, now .. ' ' .. readers .. ' ' .. settings)
redis.call('EXPIRE', ALIVE, GONE)
forget_processes()

local sums = cjson.decode(ARGV[5])
tally(sums.counts)
for domain, news in pairs(sums.sites) do learn(domain, news) end
forget_sites(redis.call('ZRANGE', LATEST, '-inf', now - DAYS * DAY, 'BYSCORE', 'LIMIT', 0, STEP))
forget_sites(redis.call('ZRANGE', LATEST, 0, -MAX_SITES - 1))
