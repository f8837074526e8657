-- A page: its hashes, and for each what the domain holds of it: a slot, a list of documents, or nothing (unseen).

local NEW, DUPLICATE, REVISION = 0, 1, 2

local function page_open(hashes)
  local page = {hashes = cut(hashes, 'c8', 8), slots = {}, nth = {}, lists = {}}
  page.packed = hmget(SLOTS, page.hashes)
  for i = 1, #page.hashes do
    if page.packed[i] then
      page.slots[#page.slots + 1] = struct.unpack('>I2', page.packed[i])
      page.nth[i] = #page.slots
    end
  end
  return page
end

-- The rare blocks' lists, and the characters of the unseen blocks.
local function page_lists(page, chars)
  local unseen = 0
  for i, hash in ipairs(page.hashes) do
    if not page.nth[i] then
      page.lists[i] = rare_get(hash)
      if not page.lists[i] then unseen = unseen + struct.unpack('>I4', chars, 4 * i - 3) end
    end
  end
  return unseen
end

-- How many of the listed documents hang below a node.
local function below(name, list, seen)
  local found = 0
  for _, number in ipairs(cut(list, '>I4', 4)) do
    local branch = document_branch(document_at(number))
    if not seen[branch] then
      seen[branch] = {}
      for _, other in ipairs(branch_names(branch)) do seen[branch][other] = true end
    end
    if seen[branch][name] then found = found + 1 end
  end
  return found
end

-- Counts of the page's blocks at one node, whose counters of its slots are given.
local function page_row(page, node, counted, depth, seen)
  local row = {}
  for i = 1, #page.hashes do
    local nth, list = page.nth[i], page.lists[i]
    row[i] = nth and counted[nth] or not list and 0 or depth == 1 and #list / 4 or below(node.name, list, seen)
  end
  return pack('I2', row)
end

-- The answer of a verb: status, revision, and for each node its support, the place of its counts (0: none), counts.
local function page_answer(page, branch, status, revision, step)
  local supports, sources, rows, seen = {}, branch_sources(branch), {}, {}
  local chunks, groups = by_chunk(page.slots)
  for i, node in ipairs(branch) do
    supports[i], rows[i] = node.support, ''
    if sources[i] == i then
      rows[i] = page_row(page, node, count(node.number, chunks, groups, step), i, seen)
    elseif sources[i] == 0 and node.support == MATURE - 1 then
      sources[i], rows[i] = i, page_row(page, node, tally_read(node.young, page.slots), i, seen)
    end
  end
  return {status, revision, pack('I2', supports), pack('I2', sources), unpack(rows)}
end
