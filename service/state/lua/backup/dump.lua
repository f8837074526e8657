-- Dump keys as they are at this moment: of each its name, when it expires (milliseconds; 0: never), and its value.

local function dump(names)
  local now = redis.call('TIME')
  local dumped, filled = {}, 0
  for _, name in ipairs(names) do
    local value = redis.call('DUMP', name)
    if value then
      local left = redis.call('PTTL', name)
      local expires = left >= 0 and now[1] * 1000 + math.floor(now[2] / 1000) + left or 0
      dumped[filled + 1], dumped[filled + 2], dumped[filled + 3] = name, string.format('%.0f', expires), value
      filled = filled + 3
    end
  end
  return dumped
end
