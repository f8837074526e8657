-- Documents: records in order of number, from `first` on: time, URL key, revision, number of the branch, slots.

local HEAD, SLOTS_AT = '>dc8I2I4', 23

local function document_at(number) return redis.call('LINDEX', DOCUMENTS, number - rare.first) end
local function document_set(number, record) redis.call('LSET', DOCUMENTS, number - rare.first, record) end
local function document_time(record) return (struct.unpack('>d', record)) end
local function document_revision(record) return (struct.unpack('>I2', record, 17)) end
local function document_branch(record) return (struct.unpack('>I4', record, 19)) end
local function document_slots(record) return cut(record:sub(SLOTS_AT), '>I2', 2) end
