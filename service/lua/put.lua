-- Put items to work, in order, while there is room. ARGV: the queue's size, then id and item of each.
-- Answers how many were taken; an item that is in work already is taken.

local room = tonumber(ARGV[1]) - waiting()
for i = 2, #ARGV, 2 do
  if redis.call('HEXISTS', ITEMS, ARGV[i]) == 0 then
    if room <= 0 then return (i - 2) / 2 end
    redis.call('HSET', ITEMS, ARGV[i], ARGV[i + 1])
    do_now(ARGV[i])
    room = room - 1
  end
end
return (#ARGV - 1) / 2
