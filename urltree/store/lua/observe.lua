-- Count a document. ARGV: URL key and time, names of the branch, hashes of the blocks, characters of each; hashes of
-- the page's paths, for each the place of the path above, the blocks on them, their openings; template fingerprint,
-- URL; retention.

local key, time = struct.unpack('>c8d', ARGV[1])
local retention = retention_unpack(ARGV[11])
local names = names_cut(ARGV[2])

-- Give slots to rare blocks that have become common, and add these slots to the earlier documents that hold the blocks.
local function promote(page, common)
  local slots_of = {}
  for _, r in ipairs(common) do
    local i = page.rare[r]
    page.packed[i] = slot_take(page.hashes[i])
    if page.packed[i] then
      rare_drop(page.buckets[r], page.hashes[i])
      for _, number in ipairs(cut(page.lists[r]:sub(1, -5), 'I4', 4)) do
        slots_of[number] = slots_of[number] or {}
        table.insert(slots_of[number], page.packed[i])
      end
    end
  end
  for number, packed in pairs(slots_of) do document_give(number, cut(table.concat(packed), 'I2', 2)) end
end

-- Add a document to the lists of the page's rare blocks; if it was counted before (`again`), to unseen blocks only. A
-- list that is longer than COMMON has found no slot free.
local function hold(page, number, again)
  local common, packed = {}, struct.pack('>I4', number)
  for r, i in ipairs(page.rare) do
    local list = page.lists[r]
    if #list / 4 <= COMMON and not (again and list ~= '') then
      page.lists[r] = list .. packed
      rare_add(page.buckets[r], page.hashes[i], packed)
      if #list / 4 == COMMON then common[#common + 1] = r end
    end
  end
  promote(page, common)
end

-- Learn the paths and the template of a document; return whether the site's template has changed.
local function learn(page, number, first, support)
  local strange = false
  if #page.paths > 0 then
    local on_path = cut(ARGV[7], 'I2I2I2B', 7)
    local sums = paths_sum(cut(ARGV[6], 'I2', 2), on_path, page.counts, support)
    strange = support > MATURE and first > domain.known and paths_are_strange(number, page.rows, on_path)
    paths_learn(number, page.paths, page.rows, sums, cut(ARGV[8], 'c8', 8))
  end
  if strange then domain.row = domain.row + 1 end
  local changed = domain.row == STRANGERS
  if changed or domain.row == 0 or number - domain.known - domain.row > STRAYS then
    domain.known, domain.row = number, 0
  end
  return changed
end

local function observe_new(page)
  local number = page.next
  local first = ARGV[9] ~= '' and fingerprint_add(ARGV[9], ARGV[10], number) or number
  local branch = branch_open(names)
  branch_add(branch, number)
  hold(page, number, false)
  page_slots(page)
  document_add(time, key, branch[#branch].number, first, page.slots)
  redis.call('HSET', SEEN, key, number)
  local answer = page_answer(page, branch, NEW, 0, number, time, 1)
  answer[6] = learn(page, number, first, branch[1].support) and 1 or 0
  return answer
end

local function observe_again(page, number)
  local record = document_at(number)
  local status, revision = page_status(page, ARGV[4], record)
  if status == REVISION then
    hold(page, number, true)
    document_revise(number, record, revision)
  end
  page_slots(page)
  return page_answer(page, branch_find(names), status, revision, number, document_time(record), 0)
end

domain_open()
time = document_now(time)
local number = tonumber(redis.call('HGET', SEEN, key) or nil)
local gone = expire(time, number and 0 or 1, retention, EXPIRE_STEP)
local page = page_open(ARGV[3], ARGV[5])
local known = number and number >= domain.first
local answer = known and observe_again(page, number) or observe_new(page)
counters_save()
rare_settle(gone)
domain_save()
return answer
