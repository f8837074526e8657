-- Answer what the domain holds of a page, and change nothing. ARGV: the first five of observe.lua.

domain_open()
local key = struct.unpack('>c8', ARGV[1])
local page, branch = page_open(ARGV[3], ARGV[5]), branch_find(names_cut(ARGV[2]))
local number, status, revision = tonumber(redis.call('HGET', SEEN, key) or nil), NEW, 0
if number then status, revision = page_status(page, ARGV[4], document_at(number)) end
page_slots(page)
return page_answer(page, branch, status, revision, number or page.next, 0)
