-- KEYS: what to dump. Returns the id of the newest document at this moment, and what was dumped.

local newest = redis.call('XREVRANGE', PREFIX .. 'documents', '+', '-', 'COUNT', 1)[1]
return {newest and newest[1] or '0-0', dump(KEYS)}
