-- Documents: records in order of number, from `first` on: time, URL key, revision, number of the branch, number of the
-- first document of their fingerprint, slots.

local HEAD, REVISION_AT, SLOTS_AT = '>dc8I4I4I4', 17, 29

local function document_at(number) return redis.call('LINDEX', DOCUMENTS, number - domain.first) end
local function document_time(record) return (struct.unpack('>d', record)) end
local function document_revision(record) return (struct.unpack('>I4', record, REVISION_AT)) end
local function document_branch(record) return (struct.unpack('>I4', record, REVISION_AT + 4)) end
local function document_first(record) return (struct.unpack('>I4', record, REVISION_AT + 8)) end
local function document_slots(record) return cut(record:sub(SLOTS_AT), 'I2', 2) end

local function document_add(time, key, branch, first, slots)
  return redis.call('RPUSH', DOCUMENTS, struct.pack(HEAD, time, key, 0, branch, first) .. slots)
end

local function document_revise(number, record, revision)
  local revised = record:sub(1, REVISION_AT - 1) .. struct.pack('>I4', revision) .. record:sub(REVISION_AT + 4)
  redis.call('LSET', DOCUMENTS, number - domain.first, revised)
end
