-- The two hash tables of fingerprints (Hachenberg & Gottron §3.3).

local function halves(fingerprint)
  return fingerprint:sub(1, SPLIT), fingerprint:sub(SPLIT + 1)
end

local function differ_in_one_place_at_most(one, other)
  local differ = false
  for i = 1, #one do
    if one:byte(i) ~= other:byte(i) then
      if differ then return false end
      differ = true
    end
  end
  return true
end

local function index_add(fingerprint)
  local before, after = halves(fingerprint)
  append(BY_PREFIX, before, after)
  append(BY_SUFFIX, after, before)
end

local function index_remove(fingerprint)
  local before, after = halves(fingerprint)
  remove(BY_PREFIX, before, after)
  remove(BY_SUFFIX, after, before)
end

local function index_similar(fingerprint)
  local before, after = halves(fingerprint)
  local found = {}
  for each in packed(BY_PREFIX, before, #after) do
    if differ_in_one_place_at_most(each, after) then found[#found + 1] = before .. each end
  end
  for each in packed(BY_SUFFIX, after, #before) do
    if differ_in_one_place_at_most(each, before) then found[#found + 1] = each .. after end
  end
  return found
end
