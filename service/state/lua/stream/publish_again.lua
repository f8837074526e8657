-- Publish the new text of a kept page, if it differs from the old one and no other document has it, and drop the page.
-- Returns the outcome.

local mark = mark_read(key)
local last = drop_page(domain, key) and mark and entry_at(mark.position)
if not (last and last.text) then return {'overtaken'} end
local unseen, gone = lines_beyond(text, last.text), lines_beyond(last.text, text)
if length(unseen) + length(gone) <= FEW_CHARS then return {'confirmed'} end
local publisher = publisher_of(text_hash)
if publisher and publisher ~= key then return {'confirmed'} end
write(mark, {status = 'revision', unseen = unseen, reason = 'warmed'}, last)
return {'warmed'}
