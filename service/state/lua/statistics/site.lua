-- What is kept of a site: numbers of 4 bytes, big-endian; `service.statistics.sitetable` reads them too.

local SITES, LATEST = STATISTICS .. ':sites', STATISTICS .. ':latest'

local NUMBERS = {'total', 'last', 'today', 'warm', 'changed'}
local LISTS = {{'documents', DAYS}, {'read', DAYS}, {'kept', DAYS}, {'lengths', LENGTHS}, {'changes', CHANGES}}

local WIDTH = #NUMBERS + 3 * DAYS + LENGTHS + CHANGES
local LAYOUT = '>' .. string.rep('I4', WIDTH)

local function read_site(domain)
  local record = redis.call('HGET', SITES, domain) or string.rep('\0', 4 * WIDTH)
  local values, place, site = {struct.unpack(LAYOUT, record)}, #NUMBERS, {}
  for i, name in ipairs(NUMBERS) do site[name] = values[i] end
  for _, list in ipairs(LISTS) do
    local name, length = unpack(list)
    site[name] = {unpack(values, place + 1, place + length)}
    place = place + length
  end
  return site
end

local function write_site(domain, site)
  local values = {}
  for _, name in ipairs(NUMBERS) do values[#values + 1] = site[name] end
  for _, list in ipairs(LISTS) do
    for _, value in ipairs(site[list[1]]) do values[#values + 1] = value end
  end
  redis.call('HSET', SITES, domain, struct.pack(LAYOUT, unpack(values)))
  redis.call('ZADD', LATEST, site.last, domain)
end

local function forget_sites(domains)
  for _, domain in ipairs(domains) do
    redis.call('HDEL', SITES, domain)
    redis.call('ZREM', LATEST, domain)
  end
end
