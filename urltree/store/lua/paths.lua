-- The history of paths: path -> number of the last document that had it, the sums over all its documents as of that one
-- (PATH_SUMS of models.py), and how that document's few blocks on the path open.

local ROW, NEVER = '>I4fffffffffc8', ('\0'):rep(48)
local NO_OPENINGS = ('\0'):rep(8)

-- The rows of paths; NEVER for paths whose documents have all been dropped.
local function paths_read(hashes)
  local rows = hmget(PATHS, hashes)
  for i = 1, #hashes do
    if not rows[i] or struct.unpack('>I4', rows[i]) < domain.first then rows[i] = NEVER end
  end
  return rows
end

local function zeros(size)
  local numbers = {}
  for i = 1, size do numbers[i] = 0 end
  return numbers
end

-- How many other documents hold nearly all of the first `limit` words of a text, up to the end of a block; else 0. The
-- text is given as the number of documents that hold each of its blocks, and the words of each.
local function others_with(held, words, limit)
  local sums, all = zeros(MOST_REPRINTS + 1), 0
  for i = 1, #held do
    if all >= limit then break end
    sums[held[i]], all = sums[held[i]] + words[i], all + words[i]
  end
  for number = 2, MOST_REPRINTS + 1 do
    if sums[number] > REPRINTED * all then return number - 1 end
  end
  return 0
end

-- How many other documents repeat the text of a page, inferred from how many hold each block: see reprints.py.
local function count_reprints(on_path, counts, support)
  local held, words, all = {}, {}, 0
  for at = 1, #on_path, 4 do
    local count = counts[on_path[at] + 1]
    if on_path[at + 3] >= LIKELY_SCORE and count <= MOST_REPRINTS + 1 then
      held[#held + 1], words[#words + 1] = count, on_path[at + 2]
      all = all + on_path[at + 2]
    end
  end
  local others, begun = others_with(held, words, all), others_with(held, words, BEGINNING * all)
  if others == 0 and begun <= TEMPLATE_SHARE * (support - 1) then return begun end
  return others
end

-- Sum what blocks (place in the page, place of their path, words, score) add to their paths and to those above.
-- `counts` says how many of the domain's `support` documents hold each block of the page.
local function paths_sum(above, on_path, counts, support)
  local size, most = #above, math.max(1, NEW_SHARE * support, 1 + count_reprints(on_path, counts, support))
  local own = math.max(most, TEMPLATE_COUNT - 1, 1 + TEMPLATE_SHARE * (support - 1)) -- what more hold is template
  local blocks, words, squares = zeros(size), zeros(size), zeros(size)
  local new, new_words, score = zeros(size), zeros(size), zeros(size)
  for at = 1, #on_path, 4 do
    local count, path, many = counts[on_path[at] + 1], on_path[at + 1] + 1, on_path[at + 2]
    if count <= own then
      blocks[path] = blocks[path] + 1
      words[path] = words[path] + many
      squares[path] = squares[path] + many * many
    end
    if count <= most then
      new[path] = new[path] + 1
      new_words[path] = new_words[path] + many
      score[path] = score[path] + many * on_path[at + 3] / 255
    end
  end
  for i = size, 2, -1 do
    local up = above[i] + 1
    blocks[up], words[up], squares[up] = blocks[up] + blocks[i], words[up] + words[i], squares[up] + squares[i]
    new[up], new_words[up], score[up] = new[up] + new[i], new_words[up] + new_words[i], score[up] + score[i]
  end
  return {blocks = blocks, words = words, squares = squares, new = new, new_words = new_words, score = score}
end

-- Order hashes as numbers, because the order of strings depends on the server's locale.
local function hash_precedes(a, b)
  local high, low = struct.unpack('>I4I4', a)
  local other_high, other_low = struct.unpack('>I4I4', b)
  return high < other_high or high == other_high and low < other_low
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
    return hash_precedes(a, b)
  end)
  for i = MAX_PATHS / 2 + 1, #hashes do redis.call('HDEL', PATHS, hashes[i]) end
end

-- The share of a path's openings that its last document had too.
local function openings_alike(now, last)
  if now == NO_OPENINGS then return 0 end
  if now == last then return 1 end
  local a, b, c, d = struct.unpack('>I2I2I2I2', last)
  local told, again = 0, 0
  for _, each in ipairs(cut(now, 'I2', 2)) do
    if each ~= 0 then told = told + 1 end
    if each ~= 0 and (each == a or each == b or each == c or each == d) then again = again + 1 end
  end
  return again / told
end

local function fade_of(number, last) return 0.5 ^ ((number - last) / HALF_LIFE) end

-- Whether more than STRANGE_SHARE of a document's words are on paths that next to no document had.
local function paths_are_strange(number, rows, on_path)
  local strange, all = 0, 0
  for at = 1, #on_path, 4 do
    local last, documents = struct.unpack('>I4f', rows[on_path[at + 1] + 1])
    if documents * fade_of(number, last) < STRANGE_DOCUMENTS then strange = strange + on_path[at + 2] end
    all = all + on_path[at + 2]
  end
  return strange > STRANGE_SHARE * all
end

-- Add a document to the history of its paths, given their hashes, rows as read, sums to add, and openings.
local function paths_learn(number, hashes, rows, sums, openings)
  local changed = {}
  for i = 1, #hashes do
    local last, documents, blocks, words, squares, new, new_words, score, liked, alike, opened =
      struct.unpack(ROW, rows[i])
    local fade, opens = fade_of(number, last), openings[i]
    local likes = sums.score[i] > sums.new_words[i] / 2 and 1 or 0
    changed[2 * i - 1] = hashes[i]
    changed[2 * i] = struct.pack(ROW, number, documents * fade + 1, blocks * fade + sums.blocks[i],
      words * fade + sums.words[i], squares * fade + sums.squares[i], new * fade + sums.new[i],
      new_words * fade + sums.new_words[i], score * fade + sums.score[i], liked * fade + likes,
      alike * fade + openings_alike(opens, opened), opens)
  end
  redis.call('HSETNX', PATHS, LOOSE, '')
  call_in_slices('HSET', PATHS, changed)
  if redis.call('HLEN', PATHS) > MAX_PATHS + 1 then paths_shed() end
end
