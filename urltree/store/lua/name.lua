-- Keep texts of common blocks. ARGV: hash, text, hash, text, ...

for i = 1, #ARGV, 2 do
  if redis.call('HEXISTS', SLOTS, ARGV[i]) == 1 then redis.call('HSET', TEXTS, ARGV[i], ARGV[i + 1]) end
end
