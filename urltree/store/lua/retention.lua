-- Retention: the oldest documents are dropped while there are too many or they are too old.

local function retention_unpack(packed)
  local retention = {}
  retention.most, retention.least, retention.age = struct.unpack('>I4I4d', packed)
  return retention
end

-- A client's clock may be ahead; by its time all that is kept would be too old.
local function not_ahead(time)
  local seconds, microseconds = unpack(redis.call('TIME'))
  return math.min(time, seconds + microseconds / 1e6)
end

-- The time of a document that comes now: not before the last one's.
local function document_now(time)
  local newest = redis.call('LINDEX', DOCUMENTS, -1)
  return not_ahead(newest and math.max(time, document_time(newest)) or time)
end

local function document_drop()
  local record = redis.call('LPOP', DOCUMENTS)
  domain.first = domain.first + 1
  redis.call('HSET', META, 'first', domain.first) -- now, so that a later error does not misnumber the others
  redis.call('HDEL', SEEN, record:sub(9, 16))
  fingerprint_remove(document_first(record))
  local branch, slots = branch_find(branch_names(document_branch(record))), document_slots(record)
  local places = places_of(slots)
  for i, node in ipairs(branch) do
    if node.own == 1 then
      local left = count(node.number, places, -1)
      for s = 1, i == 1 and #slots or 0 do
        if left[s] == 0 then slot_free(slots[s]) end
      end
    end
  end
  branch_remove(branch)
end

-- Drop `step` documents at most, until with `room` more of them none is beyond the retention; return how many.
local function expire(time, room, retention, step)
  local kept = redis.call('LLEN', DOCUMENTS)
  for dropped = 0, math.min(step, kept) - 1 do
    local left = kept - dropped
    if left + room <= retention.most then
      if left <= retention.least then return dropped end
      if time - document_time(redis.call('LINDEX', DOCUMENTS, 0)) <= retention.age then return dropped end
    end
    document_drop()
  end
  return math.min(step, kept)
end

local function forget()
  for _, number in ipairs(redis.call('HKEYS', BRANCHES)) do redis.call('DEL', prefix .. 'count:' .. number) end
  redis.call('DEL', META, SEEN, DOCUMENTS, NODES, BRANCHES, SLOTS, HASHES, FREE, TEXTS, RARE, PATHS,
    FINGERPRINTS, FIRSTS)
end
