-- What is kept of a site: FIELDS of SIZES numbers each, of 4 bytes, big-endian; `service.statistics.site` names them.

local SITES, LATEST = STATISTICS .. ':sites', STATISTICS .. ':latest'

local WIDTH = 0
for _, size in ipairs(SIZES) do WIDTH = WIDTH + size end
local FORM = '>' .. string.rep('I4', WIDTH)

-- Each field is a list.
local function read_site(domain)
  local record = redis.call('HGET', SITES, domain) or string.rep('\0', 4 * WIDTH)
  local values, place, site = {struct.unpack(FORM, record)}, 0, {}
  for i, name in ipairs(FIELDS) do
    site[name] = {unpack(values, place + 1, place + SIZES[i])}
    place = place + SIZES[i]
  end
  return site
end

local function write_site(domain, site)
  local values = {}
  for _, name in ipairs(FIELDS) do
    for _, value in ipairs(site[name]) do values[#values + 1] = value end
  end
  redis.call('HSET', SITES, domain, struct.pack(FORM, unpack(values)))
  redis.call('ZADD', LATEST, site.last[1], domain)
end

local function forget_sites(domains)
  for _, domain in ipairs(domains) do
    redis.call('HDEL', SITES, domain)
    redis.call('ZREM', LATEST, domain)
  end
end
