-- Put items to work, in order, while there is room. ARGV: the queue's size, the most items of one site, then id and item
-- of each.
-- Returns how many were taken; an item that is in work already counts as taken, and gets a new owner if its feed has been
-- removed.

local function is_orphan(json)
  local is_read, item = pcall(cjson.decode, json) -- it may be damaged
  return is_read and item.feed and redis.call('EXISTS', FEED .. item.feed) == 0
end

local room, queued = tonumber(ARGV[1]) - waiting(), 0
local taken = (#ARGV - 2) / 2
for i = 3, #ARGV, 2 do
  local known = redis.call('HGET', ITEMS, ARGV[i])
  if not known then
    if queued >= room or waiting_with(ARGV[i]) >= tonumber(ARGV[2]) then
      taken = (i - 3) / 2
      break
    end
    redis.call('HSET', ITEMS, ARGV[i], ARGV[i + 1])
    begin(ARGV[i])
    queued = queued + 1
  elseif is_orphan(known) then
    redis.call('HSET', ITEMS, ARGV[i], ARGV[i + 1])
  end
end
if queued > 0 then tally({queued = queued}) end
return taken
