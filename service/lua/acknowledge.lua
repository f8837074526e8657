-- An item is done. ARGV: entry, id, outcome; that by which an earlier try has published goes before it.

if settle(ARGV[1]) then
  local outcome = redis.call('HGET', OUTCOMES, ARGV[2]) or ARGV[3]
  local is_told = outcome == 'new' or outcome == 'revision'
  local counts = {[outcome] = 1}
  local since = redis.call('ZSCORE', SINCE, ARGV[2])
  if is_told and since then add_latency(counts, 'stream', now() - since) end
  forget(ARGV[2])
  tally(counts)
end
