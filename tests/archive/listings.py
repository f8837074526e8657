"""The two pages of the thesis, its listings 1.2 and 1.3."""

DOC1 = b"""<html><head></head><body>
<span class="def" style="color:blue">
<ul class="adv"><li>Buy More</li><li>New Cars</li></ul>
Definition of Boilerplate
2016 - Example Inc. All rights reserved
</span>
</body></html>"""
DOC2 = DOC1.replace(b"Definition of Boilerplate", b"<i>Content description</i>")
