-- Rare blocks: an entry for each document that holds one: hash of the block (8), number of the document (4). Numbers
-- below `first` are of dropped documents and are ignored. The table lies in buckets, split and merged one at a time as
-- it grows and shrinks (linear hashing). A verb reads all buckets that it needs in one call, and writes all that it has
-- changed in one call at its end, in rare_settle.

local BUCKET = 16 -- most entries of a bucket on average
local FULL = 256 -- most entries of a bucket; only blocks made to collide exceed it, and the rest count as unseen
local ENTRY = 12
local SWEPT = 4 -- buckets that are swept for each dropped document

local buckets, changed = {}, {} -- number -> entries; number -> whether they are to be written

local function rare_bucket(hash)
  local index = struct.unpack('>I4', hash, 5) % (domain.half * 2)
  return index < domain.buckets and index or index - domain.half
end

local function rare_set(index, entries)
  domain.entries = domain.entries + (#entries - #buckets[index]) / ENTRY
  buckets[index], changed[index] = entries, true
end

local function is_alive(entries, at) return struct.unpack('>I4', entries, at + 8) >= domain.first end

-- Read buckets and cut the entries of dropped documents off their start, where all are but for a few that a revision or
-- a merge has put further back.
local function rare_load(indexes)
  local missing = {}
  for i = 1, #indexes do
    local index = indexes[i]
    if not buckets[index] then missing[#missing + 1], buckets[index] = index, '' end
  end
  local found = hmget(RARE, missing)
  for i = 1, #missing do
    local index, entries, at = missing[i], found[i] or '', 1
    buckets[index] = entries
    while at < #entries and not is_alive(entries, at) do at = at + ENTRY end
    if at > 1 then rare_set(index, entries:sub(at)) end
  end
end

-- The numbers of the documents that hold a block of a bucket, ascending, 4 bytes each; empty if there is none.
local function rare_get(index, hash)
  local entries = buckets[index]
  local at = entries:find(hash, 1, true)
  if not at then return '' end
  local numbers = {}
  while at do
    if at % ENTRY == 1 and is_alive(entries, at) then numbers[#numbers + 1] = entries:sub(at + 8, at + 11) end
    at = entries:find(hash, at + 1, true)
  end
  return table.concat(numbers)
end

local function rare_add(index, hash, number) rare_set(index, buckets[index] .. hash .. number) end

local function rare_drop(index, hash)
  local kept = {}
  for _, entry in ipairs(cut(buckets[index], 'c12', ENTRY)) do
    if entry:sub(1, 8) ~= hash then kept[#kept + 1] = entry end
  end
  rare_set(index, table.concat(kept))
end

-- Resize the table to `count` buckets, and move the entries of one bucket to where they then belong.
local function rare_move(index, count)
  rare_load({index})
  local entries, moved = buckets[index], {}
  rare_set(index, '')
  domain_resize(count)
  for _, entry in ipairs(cut(entries, 'c12', ENTRY)) do
    local into = rare_bucket(entry)
    moved[into] = (moved[into] or '') .. entry
  end
  for into, its in pairs(moved) do
    rare_load({into})
    rare_set(into, buckets[into] .. its)
  end
end

local function rare_save()
  local filled, emptied = {}, {}
  for index in pairs(changed) do
    if buckets[index] == '' then
      emptied[#emptied + 1] = index
    else
      if #buckets[index] > FULL * ENTRY then rare_set(index, buckets[index]:sub(1, FULL * ENTRY)) end
      filled[#filled + 1] = index
      filled[#filled + 1] = buckets[index]
    end
  end
  call_in_slices('HSET', RARE, filled)
  call_in_slices('HDEL', RARE, emptied)
end

-- Sweep some buckets for each dropped document, keep the buckets' average size in bounds, and write.
local function rare_settle(gone)
  local swept = {}
  for i = 1, math.min(gone * SWEPT, domain.buckets) do
    domain.sweep = (domain.sweep + 1) % domain.buckets
    swept[i] = domain.sweep
  end
  rare_load(swept)
  while domain.entries > domain.buckets * BUCKET do
    rare_move(domain.buckets - domain.half, domain.buckets + 1)
  end
  while domain.buckets > 1 and domain.entries < domain.buckets * BUCKET / 4 do
    rare_move(domain.buckets - 1, domain.buckets - 1)
  end
  rare_save()
end
