-- Nodes: name -> number, support, number of its heir, whether it has counters of its own, and, while it is young,
-- the numbers of its documents.
--
-- A node has counters of its own only when it needs them. Below MATURE documents no heuristic asks for them, so a
-- young node only lists its documents (the domain is never young). An heir, the child that has all of its parent's
-- documents, shares its parent's counters; once it no longer has them all, it gets a copy.

local STATE = '>I4I4I4B'

local function node_load(name, state)
  local node, at = {name = name}, nil
  node.number, node.support, node.heir, node.own, at = struct.unpack(STATE, state)
  node.young = state:sub(at)
  return node
end

local function node_state(node)
  return struct.pack(STATE, node.number, node.support, node.heir, node.own) .. node.young
end

-- The part of a branch that is in the tree.
local function branch_find(names)
  local branch, states = {}, hmget(NODES, names)
  for i = 1, #names do
    if not states[i] then break end
    branch[i] = node_load(names[i], states[i])
  end
  return branch
end

local function branch_open(names)
  local branch = branch_find(names)
  for i = #branch + 1, #names do
    local number, parent = redis.call('HINCRBY', META, 'nodes', 1), branch[i - 1]
    branch[i] = {name = names[i], number = number, support = 0, heir = 0, own = parent and 0 or 1, young = ''}
    redis.call('HSET', BRANCHES, number, table.concat(names, '\0', 1, i))
    if parent and parent.support == 0 then parent.heir = number end
  end
  return branch
end

local function branch_save(branch)
  local states = {}
  for i, node in ipairs(branch) do states[2 * i - 1], states[2 * i] = node.name, node_state(node) end
  redis.call('HSET', NODES, unpack(states))
end

local function branch_names(number) return names_cut(redis.call('HGET', BRANCHES, number)) end

-- Caches: number of a document -> names of its branch, each between NULs; branch -> the same; branch -> its nodes.
local documents_names, branches_names, branches_nodes = {}, {}, {}

local function document_names(number)
  local names = documents_names[number]
  if not names then
    local branch = document_branch(document_at(number))
    names = branches_names[branch] or '\0' .. redis.call('HGET', BRANCHES, branch) .. '\0'
    documents_names[number], branches_names[branch] = names, names
  end
  return names
end

-- Add slots to a document that is counted already.
local function document_give(number, slots)
  local record, places = document_at(number), places_of(slots)
  local branch = document_branch(record)
  branches_nodes[branch] = branches_nodes[branch] or branch_find(branch_names(branch))
  redis.call('LSET', DOCUMENTS, number - domain.first, record .. runs_pack(slots))
  for _, node in ipairs(branches_nodes[branch]) do
    if node.own == 1 then count(node.number, places, 1) end
  end
end

-- For each node of a branch, the place in the branch of the node whose counters it uses; 0 if it has none yet.
local function branch_sources(branch)
  local sources = {}
  for i, node in ipairs(branch) do
    local heir = i > 1 and branch[i - 1].heir == node.number
    sources[i] = node.own == 1 and i or heir and sources[i - 1] or 0
  end
  return sources
end

-- Slot -> how many of these documents hold it.
local function tally(numbers)
  local held = {}
  for _, number in ipairs(cut(numbers, 'I4', 4)) do
    for _, slot in ipairs(document_slots(document_at(number))) do held[slot] = (held[slot] or 0) + 1 end
  end
  return held
end

local function tally_read(numbers, slots)
  local held, values = tally(numbers), {}
  for i = 1, #slots do values[i] = held[slots[i]] or 0 end
  return values
end

-- Give a young node counters, with what its documents hold.
local function node_ripen(node)
  local slots = {}
  for slot, held in pairs(tally(node.young)) do
    for _ = 1, held do slots[#slots + 1] = slot end
  end
  node.own, node.young = 1, ''
  count(node.number, places_of(slots), 1)
end

-- Part a node from its heir, which gets a copy of the counters that it has shared, unless it is young.
local function part(parent, source)
  local names = branch_names(parent.heir)
  local heir = branch_find(names)[#names]
  parent.heir = 0
  if heir.young ~= '' then return end
  counters_save()
  redis.call('COPY', prefix .. 'count:' .. source.number, prefix .. 'count:' .. heir.number)
  heir.own = 1
  branch_save({heir})
end

-- Add a document to every node of its branch; its slots are counted afterwards.
local function branch_add(branch, number)
  local sources = branch_sources(branch)
  for i, node in ipairs(branch) do
    local child = branch[i + 1]
    if node.heir ~= 0 and not (child and child.number == node.heir) then part(node, branch[sources[i]]) end
    if i > 1 and (node.support == 0 or node.young ~= '') then
      if node.support + 1 < MATURE then
        node.young = node.young .. struct.pack('>I4', number)
      elseif branch[i - 1].heir == node.number then
        node.young = ''
      else
        node_ripen(node)
      end
    end
    node.support = node.support + 1
  end
  branch_save(branch)
end

local function branch_remove(branch)
  for i = #branch, 1, -1 do
    local node = branch[i]
    node.support, node.young = node.support - 1, node.young:sub(5)
    if node.support == 0 then
      redis.call('HDEL', NODES, node.name)
      redis.call('HDEL', BRANCHES, node.number)
      counters_drop(node.number)
      branch[i] = nil
    end
  end
  if #branch > 0 then branch_save(branch) end
end
