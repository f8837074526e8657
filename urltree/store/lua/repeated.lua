-- Answer: hash, count and text of every common block.

local entries, hashes, slots, found = redis.call('HGETALL', SLOTS), {}, {}, {}
if #entries == 0 then return found end
for i = 1, #entries, 2 do
  if entries[i] ~= LOOSE then
    hashes[#hashes + 1], slots[#slots + 1] = entries[i], struct.unpack('>I2', entries[i + 1])
  end
end
domain_open()
local top = branch_names(document_branch(document_at(domain.first)))[1]
local counts = count(branch_find({top})[1].number, places_of(slots), 0)
local texts = hmget(TEXTS, hashes)
for i = 1, #hashes do
  found[3 * i - 2], found[3 * i - 1], found[3 * i] = hashes[i], counts[i], texts[i]
end
return found
