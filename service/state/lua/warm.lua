-- Publish the new text of a kept page, if it differs from the old one, and drop the page. Returns the outcome.

local FIRST_FIELD = 8

local mark = mark_read(key)
local told = drop_page(domain, key) and mark and told_at(mark.position)
if not (told and told.text) then return {'overtaken'} end
local unseen, gone = lines_beyond(text, told.text), lines_beyond(told.text, text)
if length(unseen) + length(gone) <= FEW_CHARS then return {'confirmed'} end
write(mark, {status = 'revision', unseen = unseen, reason = 'warmed'}, FIRST_FIELD, told)
return {'warmed'}
