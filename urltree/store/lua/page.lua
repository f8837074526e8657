-- A page: hashes of its blocks, and what the domain holds of each: a slot, a list of documents, or nothing (unseen).

local NEW, DUPLICATE, REVISION = 0, 1, 2

-- Find the blocks that are not common: their places, buckets and lists.
local function page_find(page)
  local hashes, packed, rare, buckets = page.hashes, page.packed, page.rare, page.buckets
  for i = 1, #hashes do
    if not packed[i] then
      rare[#rare + 1] = i
      buckets[#rare] = rare_bucket(hashes[i])
    end
  end
  rare_load(buckets)
  for r = 1, #rare do page.lists[r] = rare_get(buckets[r], hashes[rare[r]]) end
end

local function page_open(hashes, paths)
  local page = {hashes = cut(hashes, 'c8', 8), rare = {}, buckets = {}, lists = {}, paths = cut(paths, 'c8', 8)}
  page.packed = hmget(SLOTS, page.hashes)
  page_find(page)
  page.next = domain.first + redis.call('LLEN', DOCUMENTS)
  page.rows = paths_read(page.paths)
  page.history = table.concat(page.rows)
  return page
end

-- The slots of the page's common blocks, in the page's order.
local function page_slots(page)
  local packed, n = {}, 0
  for i = 1, #page.hashes do
    if page.packed[i] then
      n = n + 1
      packed[n] = page.packed[i]
    end
  end
  page.slots = cut(table.concat(packed), 'I2', 2)
end

-- The characters of the unseen blocks.
local function page_unseen(page, chars)
  local unseen = 0
  for r = 1, #page.rare do
    if page.lists[r] == '' then unseen = unseen + struct.unpack('>I4', chars, 4 * page.rare[r] - 3) end
  end
  return unseen
end

-- Status and revision of a page whose URL key was counted before, given the record of its document.
local function page_status(page, chars, record)
  local revision = document_revision(record)
  if page_unseen(page, chars) > REVISION_CHARS then return REVISION, revision + 1 end
  return DUPLICATE, revision
end

-- How many documents hold each rare block; MARK in place of the count for a common block.
local MARK = 65535
local function page_held(page)
  local held = {}
  for i = 1, #page.hashes do held[i] = MARK end
  for r, i in ipairs(page.rare) do
    if not page.packed[i] then held[i] = #page.lists[r] / 4 end
  end
  return held
end

-- The lists of the rare blocks that more than `alone` documents hold.
local function page_shared(page, alone)
  local shared = {}
  for r, i in ipairs(page.rare) do
    if not page.packed[i] and #page.lists[r] / 4 > alone then shared[#shared + 1] = page.lists[r] end
  end
  return shared
end

-- How many documents of a list are below a node.
local function below(list, name)
  local found, between = 0, '\0' .. name .. '\0'
  for _, number in ipairs(cut(list, 'I4', 4)) do
    if document_names(number):find(between, 1, true) then found = found + 1 end
  end
  return found
end

-- Counts at a node: of the common blocks, then of the rare blocks in `shared`.
local function page_row(shared, counted, name)
  for _, list in ipairs(shared) do counted[#counted + 1] = below(list, name) end
  return pack('I2', counted, 1)
end

-- How many documents of the domain hold each block of the page.
local function page_counts(page, held, counted)
  local counts, nth = {}, 0
  for i = 1, #held do
    counts[i] = held[i]
    if held[i] == MARK then
      nth = nth + 1
      counts[i] = counted[nth]
    end
  end
  return counts
end

-- The answer of a verb: status; revision; number of the next document and of this one (equal if this one is not in the
-- tree); when this one was first seen; whether the template has changed; rows of the history of the page's paths;
-- `step`, 1 for a new document that was counted, else 0: only rare blocks that more documents hold are in the rows of
-- counts; `held`; the support of each node; for each node the place of the node whose counters it uses (0: none); and
-- for each node its row of counts, empty if it does not use its own counters. Adds `step` to the counters of the page's
-- common blocks.
local function page_answer(page, branch, status, revision, number, first_seen, step)
  local held = page_held(page)
  local supports, sources, rows, shared = {}, branch_sources(branch), {}, {}
  local places = places_of(page.slots)
  for i, node in ipairs(branch) do
    supports[i], rows[i] = node.support, ''
    if sources[i] == i then
      local counted = count(node.number, places, step)
      if i == 1 and #page.paths > 0 then page.counts = page_counts(page, held, counted) end
      rows[i] = page_row(shared, counted, node.name)
    elseif sources[i] == 0 and node.support == MATURE - 1 then
      sources[i], rows[i] = i, page_row(shared, tally_read(node.young, page.slots), node.name)
    end
    if i == 1 then shared = page_shared(page, step) end -- after the domain, whose counts of these are in `held`
  end
  return {
    status, revision, page.next, number, struct.pack('>d', first_seen), 0, page.history, step, pack('I2', held, 1),
    pack('I2', supports, 1), pack('I2', sources, 1), unpack(rows)
  }
end
