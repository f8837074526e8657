-- The history of paths: path -> number of the last document that had it, the sums over all of them as they stood then
-- (PATH_SUMS of models.py), and how its few blocks there open.

local ROW, NEVER = '>I4fffffffffc8', ('\0'):rep(48)
local NO_OPENING, NO_OPENINGS = ('\0'):rep(2), ('\0'):rep(8)

-- The rows of paths; those whose documents are all gone mean nothing.
local function paths_read(hashes)
  local rows = hmget(PATHS, hashes)
  for i = 1, #hashes do
    if not rows[i] or struct.unpack('>I4', rows[i]) < domain.first then rows[i] = NEVER end
  end
  return rows
end

local function sums_new(size)
  local sums = {}
  for _, name in ipairs({'blocks', 'words', 'squares', 'new', 'new_words', 'score'}) do
    sums[name] = {}
    for i = 1, size do sums[name][i] = 0 end
  end
  return sums
end

-- Sum what blocks (place in the page, place of their path, words, score) add to their paths. `counts` says how many
-- documents hold each block of the page.
local function paths_sum(size, packed, counts, most)
  local sums = sums_new(size)
  local blocks, words, squares = sums.blocks, sums.words, sums.squares
  local new, new_words, score = sums.new, sums.new_words, sums.score
  for at = 1, #packed, 7 do
    local place, path, many, likely = struct.unpack('>I2I2I2B', packed, at)
    path = path + 1
    blocks[path] = blocks[path] + 1
    words[path] = words[path] + many
    squares[path] = squares[path] + many * many
    if counts[place + 1] <= most then
      new[path] = new[path] + 1
      new_words[path] = new_words[path] + many
      score[path] = score[path] + many * likely / 255
    end
  end
  return sums
end

-- Add the sums of each path to the one above it.
local function paths_sum_up(sums, above)
  for _, column in pairs(sums) do
    for i = #above, 2, -1 do
      local up = above[i] + 1
      column[up] = column[up] + column[i]
    end
  end
end

-- Keep the paths of the latest documents.
local function paths_shed()
  local entries, last, hashes = redis.call('HGETALL', PATHS), {}, {}
  for i = 1, #entries, 2 do
    if entries[i] ~= LOOSE then
      hashes[#hashes + 1] = entries[i]
      last[entries[i]] = struct.unpack('>I4', entries[i + 1])
    end
  end
  table.sort(hashes, function(a, b)
    if last[a] ~= last[b] then return last[a] > last[b] end
    return a < b
  end)
  for i = MAX_PATHS / 2 + 1, #hashes do redis.call('HDEL', PATHS, hashes[i]) end
end

-- The share of a path's openings that were there last, too.
local function openings_alike(now, last)
  if now == NO_OPENINGS then return 0 end
  if now == last then return 1 end
  local known, told, again = {}, 0, 0
  for _, each in ipairs(cut(last, 'c2', 2)) do known[each] = true end
  for _, each in ipairs(cut(now, 'c2', 2)) do
    if each ~= NO_OPENING then
      told = told + 1
      if known[each] then again = again + 1 end
    end
  end
  return again / told
end

local function fade_of(number, last) return 0.5 ^ ((number - last) / HALF_LIFE) end

-- Whether most words of a document, given by path, are where next to none have been.
local function paths_are_strange(number, rows, words)
  local strange, all = 0, 0
  for i = 1, #rows do
    local last, documents = struct.unpack('>I4f', rows[i])
    if documents * fade_of(number, last) < STRANGE_DOCUMENTS then strange = strange + words[i] end
    all = all + words[i]
  end
  return strange > STRANGE_SHARE * all
end

-- Learn the paths of a document: their hashes and rows, the place of the one above each, what is to be added to each,
-- and their openings.
local function paths_learn(number, hashes, rows, above, sums, openings)
  local changed = {}
  paths_sum_up(sums, cut(above, 'I2', 2))
  for i = 1, #hashes do
    local last, documents, blocks, words, squares, new, new_words, score, liked, alike, opened = struct.unpack(ROW, rows[i])
    local opens = openings:sub(8 * i - 7, 8 * i)
    local fade = fade_of(number, last)
    local likes = sums.score[i] > sums.new_words[i] / 2 and 1 or 0
    changed[2 * i - 1] = hashes[i]
    changed[2 * i] = struct.pack(ROW, number, documents * fade + 1, blocks * fade + sums.blocks[i],
      words * fade + sums.words[i], squares * fade + sums.squares[i], new * fade + sums.new[i],
      new_words * fade + sums.new_words[i], score * fade + sums.score[i], liked * fade + likes,
      alike * fade + openings_alike(opens, opened), opens)
  end
  redis.call('HSETNX', PATHS, LOOSE, '')
  hset(PATHS, changed)
  if redis.call('HLEN', PATHS) > MAX_PATHS + 1 then paths_shed() end
end
