-- Finish an item. ARGV: entry, id, outcome; why it was refused, if it was. If an earlier try has published, its
-- outcome takes precedence over both.

if settle(ARGV[1]) then
  local published = redis.call('HGET', OUTCOMES, ARGV[2])
  local outcome = published or ARGV[3]
  tell_feed(ARGV[2], not published and ARGV[4])
  local is_published = outcome == 'new' or outcome == 'revision'
  local counts = {[outcome] = 1}
  local since = redis.call('ZSCORE', SINCE, ARGV[2])
  if is_published and since then add_latency(counts, 'stream', now() - since) end
  forget(ARGV[2])
  tally(counts)
end
