-- Documents: records in order of number, from `first` on: time, URL key, revision, number of the branch, number of the
-- first document of their fingerprint, slots. Slots of a template were assigned in a row; so they are kept as runs.

local HEAD, REVISION_AT, SLOTS_AT = '>dc8I4I4I4', 17, 29
local RUN = 'I2B' -- a slot, and how many more follow it

local function runs_pack(slots)
  local runs, n = {}, 0
  for i = 1, #slots do
    if n > 0 and runs[n] < 255 and slots[i] == runs[n - 1] + runs[n] + 1 then
      runs[n] = runs[n] + 1
    else
      runs[n + 1], runs[n + 2] = slots[i], 0
      n = n + 2
    end
  end
  return pack(RUN, runs, 2)
end

local function document_at(number) return redis.call('LINDEX', DOCUMENTS, number - domain.first) end
local function document_time(record) return (struct.unpack('>d', record)) end
local function document_revision(record) return (struct.unpack('>I4', record, REVISION_AT)) end
local function document_branch(record) return (struct.unpack('>I4', record, REVISION_AT + 4)) end
local function document_first(record) return (struct.unpack('>I4', record, REVISION_AT + 8)) end

local function document_slots(record)
  local slots, n, runs = {}, 0, cut(record:sub(SLOTS_AT), RUN, 3)
  for r = 1, #runs, 2 do
    for slot = runs[r], runs[r] + runs[r + 1] do
      n = n + 1
      slots[n] = slot
    end
  end
  return slots
end

local function document_add(time, key, branch, first, slots)
  return redis.call('RPUSH', DOCUMENTS, struct.pack(HEAD, time, key, 0, branch, first) .. runs_pack(slots))
end

local function document_revise(number, record, revision)
  local revised = record:sub(1, REVISION_AT - 1) .. struct.pack('>I4', revision) .. record:sub(REVISION_AT + 4)
  redis.call('LSET', DOCUMENTS, number - domain.first, revised)
end
