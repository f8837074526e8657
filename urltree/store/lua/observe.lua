-- Count a document. ARGV: URL key and time, names of the branch, hashes, characters of each, retention.

local key, time = struct.unpack('>c8d', ARGV[1])
local retention = retention_unpack(ARGV[5])
local names = names_cut(ARGV[2])

-- A rare block that has become common gets a slot, which the documents of its list have held all along.
local function promote(hash, list)
  local packed = slot_take(hash)
  if not packed then return nil end
  rare_drop(hash)
  local chunks, groups = by_chunk({(struct.unpack('>I2', packed))})
  for _, number in ipairs(cut(list, '>I4', 4)) do
    local record = document_at(number)
    document_set(number, record .. packed)
    for _, node in ipairs(branch_find(branch_names(document_branch(record)))) do
      if node.own == 1 then count(node.number, chunks, groups, 1) end
    end
  end
  return packed
end

local function hold(page, i, number)
  local hash = page.hashes[i]
  local list = rare_add(hash, number)
  page.packed[i] = list and #list / 4 >= COMMON and promote(hash, list)
  if not page.packed[i] then page.lists[i] = (list or '') .. number end
end

local function observe_new(page)
  local number = rare.first + redis.call('LLEN', DOCUMENTS)
  local packed, branch = struct.pack('>I4', number), branch_open(names)
  branch_add(branch, number)
  for i = 1, #page.hashes do
    if not page.packed[i] then hold(page, i, packed) end
  end
  page_slots(page)
  redis.call('RPUSH', DOCUMENTS, struct.pack(HEAD, time, key, 0, branch[#branch].number) .. page.held)
  redis.call('HSET', SEEN, key, number)
  return page_answer(page, branch, NEW, 0, 1)
end

local function observe_again(page, number)
  local record, status = document_at(number), DUPLICATE
  local revision = document_revision(record)
  if page_lists(page, ARGV[4]) > REVISION_CHARS then
    status, revision = REVISION, revision + 1
    for i = 1, #page.hashes do
      if not page.packed[i] and not page.lists[i] then hold(page, i, struct.pack('>I4', number)) end
    end
    document_set(number, record:sub(1, 16) .. struct.pack('>I2', revision) .. record:sub(19))
  end
  page_slots(page)
  return page_answer(page, branch_find(names), status, revision, 0)
end

rare_open()
local newest = redis.call('LINDEX', DOCUMENTS, -1)
if newest then time = math.max(time, document_time(newest)) end
local number = tonumber(redis.call('HGET', SEEN, key) or nil)
local gone = expire(time, number and 0 or 1, retention, EXPIRE_STEP)
local page = page_open(ARGV[3])
local known = number and number >= rare.first
local answer = known and observe_again(page, number) or observe_new(page)
rare_close(gone)
return answer
