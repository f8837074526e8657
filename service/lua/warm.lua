-- Publish what a kept page says now, if that is another text, and keep the page no longer. Answers the outcome, and
-- the position of what was published.

local FIRST_FIELD = 7

local mark = mark_read(key)
if not drop_page(domain, key) or not mark then return {'overtaken', mark and mark.position or '0-0'} end
local before = text_at(mark.position)
if not before then return {'overtaken', mark.position} end
local unseen, gone = lines_beyond(text, before), lines_beyond(before, text)
if length(unseen) + length(gone) <= FEW_CHARS then return {'confirmed', mark.position} end
return {'warmed', write(mark, {status = 'revision', unseen = unseen, reason = 'warmed'}, FIRST_FIELD)}
