-- Forget parked items. ARGV: their ids. Returns how many were parked.

local found = 0
for _, id in ipairs(ARGV) do
  if redis.call('ZREM', PARKED, id) == 1 then
    forget(id)
    found = found + 1
  end
end
return found
