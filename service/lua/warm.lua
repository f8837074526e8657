-- Publish what a kept page says now, if that is another text, and keep the page no longer. Answers the outcome.

local FIRST_FIELD = 8

local mark = mark_read(key)
local before = drop_page(domain, key) and mark and text_at(mark.position)
if not before then return {'overtaken'} end
local unseen, gone = lines_beyond(text, before), lines_beyond(before, text)
if length(unseen) + length(gone) <= FEW_CHARS then return {'confirmed'} end
write(mark, {status = 'revision', unseen = unseen, reason = 'warmed'}, FIRST_FIELD)
return {'warmed'}
