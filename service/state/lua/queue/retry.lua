-- Try parked items anew. ARGV: their ids. Returns how many were parked.

local found = 0
for _, id in ipairs(ARGV) do
  if redis.call('ZREM', PARKED, id) == 1 then
    for _, hash in ipairs({TRIES, DEATHS, REASONS}) do redis.call('HDEL', hash, id) end
    begin(id)
    found = found + 1
  end
end
return found
