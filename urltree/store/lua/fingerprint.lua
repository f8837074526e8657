-- Template fingerprints: fingerprint -> number of the first document that had it, how many have it, URL of the last.

local HOLDERS = '>I4I4'

-- Count a document; return the number of the first that had its fingerprint.
local function fingerprint_add(fingerprint, url, number)
  local first, support, state = number, 0, redis.call('HGET', FINGERPRINTS, fingerprint)
  if state then
    first, support = struct.unpack(HOLDERS, state)
  else
    redis.call('HSET', FIRSTS, number, fingerprint)
  end
  redis.call('HSET', FINGERPRINTS, fingerprint, struct.pack(HOLDERS, first, support + 1) .. url)
  return first
end

-- Drop a document of the fingerprint that document number `first` was the first to have.
local function fingerprint_remove(first)
  local fingerprint = redis.call('HGET', FIRSTS, first)
  if not fingerprint then return end -- the document had none
  local state = redis.call('HGET', FINGERPRINTS, fingerprint)
  local _, support, rest = struct.unpack(HOLDERS, state)
  if support > 1 then
    redis.call('HSET', FINGERPRINTS, fingerprint, struct.pack(HOLDERS, first, support - 1) .. state:sub(rest))
  else
    redis.call('HDEL', FINGERPRINTS, fingerprint)
    redis.call('HDEL', FIRSTS, first)
  end
end
