-- Put kept pages of warm domains to work, unless work waits that nobody has claimed. ARGV: how many at most.

local last
local group = redis.call('XINFO', 'GROUPS', WORK)[1]
for i = 1, #group, 2 do
  if group[i] == 'last-delivered-id' then last = group[i + 1] end
end
if redis.call('XRANGE', WORK, '(' .. last, '+', 'COUNT', 1)[1] then return end

for _ = 1, ARGV[1] do
  local entry = redis.call('LPOP', WARMING)
  if not entry then return end
  local page = redis.call('HGET', pages_of(entry:sub(9)), entry:sub(1, 8))
  if page then
    local item = page:match('^[^\n]*')
    local id = cjson.decode(item).id
    if redis.call('HSETNX', ITEMS, id, item) == 1 then begin(id) end
  end
end
