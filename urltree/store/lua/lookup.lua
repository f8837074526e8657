-- Answer what the domain holds of a page, and change nothing. ARGV: the first five of observe.lua.

domain_open()
local key, time = struct.unpack('>c8d', ARGV[1])
local page, branch = page_open(ARGV[3], ARGV[5]), branch_find(names_cut(ARGV[2]))
local number, status, revision = tonumber(redis.call('HGET', SEEN, key) or nil), NEW, 0
local first_seen = document_now(time)
if number then
  local record = document_at(number)
  status, revision = page_status(page, ARGV[4], record)
  first_seen = document_time(record)
end
page_slots(page)
return page_answer(page, branch, status, revision, number or page.next, first_seen, 0)
