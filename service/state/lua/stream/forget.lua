-- Forget what was published of a domain (ARGV[1]), and its kept pages. Returns how many of its two keys there were.

local domain = ARGV[1]
if redis.call('EXISTS', pages_of(domain)) == 1 then forget_domain(domain) end
return redis.call('UNLINK', KEYS[1], KEYS[3])
