-- Finish an item. ARGV: entry, id, outcome; why it was refused, if it was.

if settle(ARGV[1]) then
  local outcome = ARGV[3]
  tell_feed(ARGV[2], ARGV[4])
  local is_published = outcome == 'new' or outcome == 'revision'
  local counts = {[outcome] = 1}
  local since = redis.call('ZSCORE', SINCE, ARGV[2])
  if is_published and since then add_latency(counts, 'stream', now() - since) end
  forget(ARGV[2])
  tally(counts)
end
