-- Delete a document and the kept page of its URL key, and tell those who hold it in memory. Returns how many there were.
-- KEYS: documents, kept, deleted. ARGV: its id; its domain; its URL key (8 bytes).

-- First, because a full store refuses the other writes until a script has written something.
local deleted = redis.call('XDEL', KEYS[1], ARGV[1])
if deleted == 1 then
  drop_page(ARGV[2], ARGV[3])
  redis.call('XADD', KEYS[3], 'MAXLEN', MAX_DELETIONS, '*', 'id', ARGV[1])
end
return deleted
