-- Answer, for every template: its number, its example, its fingerprints, the support of each.

local examples, found = redis.call('HGETALL', EXAMPLES), {}
for i = 1, #examples, 2 do
  local fingerprints, supports = {}, {}
  for fingerprint in packed(MEMBERS, examples[i], LENGTH) do
    fingerprints[#fingerprints + 1] = fingerprint
    supports[#supports + 1] = tonumber(redis.call('HGET', SUPPORT, fingerprint))
  end
  found[#found + 1] = {tonumber(examples[i]), examples[i + 1], fingerprints, supports}
end
return found
