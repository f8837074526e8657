-- Answer: every fingerprint, how many documents have it, URL of the last.

local states, found = redis.call('HGETALL', FINGERPRINTS), {}
for i = 1, #states, 2 do
  local _, support, rest = struct.unpack(HOLDERS, states[i + 1])
  found[#found + 1], found[#found + 2], found[#found + 3] = states[i], support, states[i + 1]:sub(rest)
end
return found
