-- Put items to work, in order, until a site has as many as there is room for more. ARGV: the queue's size, then id and
-- item of each.
-- Returns how many were taken; an item that is in work already counts as taken, and gets a new owner if its feed has
-- been removed.

local room, queued = tonumber(ARGV[1]) - waiting(), 0
local taken = (#ARGV - 1) / 2
for i = 2, #ARGV, 2 do
  if redis.call('HEXISTS', ITEMS, ARGV[i]) == 1 then
    adopt(ARGV[i], ARGV[i + 1])
  else
    if waiting_with(ARGV[i]) >= room - queued then
      taken = (i - 2) / 2
      break
    end
    redis.call('HSET', ITEMS, ARGV[i], ARGV[i + 1])
    begin(ARGV[i])
    queued = queued + 1
  end
end
if queued > 0 then tally({queued = queued}) end
return taken
