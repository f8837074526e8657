"""Whom a line credits with a text in scripts without capitals, where no name looks unlike other words; pure.

A label tells where a name begins. In Chinese, Korean and Japanese, the family's name tells it from words.
"""

from __future__ import annotations

import re

_HAN = "\u3005\u3400-\u9fff"
_KANA = "\u3041-\u30ff"
_HANGUL = "\uac00-\ud7a3"

_COLON = r"\s*[:\uff1a]\s*"
_COLON_OR_BAR = r"\s*[:\uff1a/\uff0f|\uff5c]\s*"

#: After a name in a script without spaces.
_END = r"(?=$|[\s|/\uff0f\uff5c,\uff0c\u3001;\uff1b()\uff08\uff09\[\]\u3010\u3011=@\u00b7\u2022])"

_CHINESE_FAMILIES = (
    "欧阳|歐陽|司马|司馬|诸葛|諸葛|上官|[王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝"
    "韩韓唐冯馮于董萧蕭肖程曹袁邓鄧许許傅沈曾彭吕呂苏蘇卢盧蒋蔣蔡贾賈丁魏薛叶葉阎閻余潘杜戴夏钟鍾汪田任姜范方石"
    "姚谭譚廖邹鄒熊金陆陸郝孔白崔康毛邱秦江史顾顧侯邵孟龙龍万萬段雷钱錢汤湯尹黎易常武乔喬贺賀赖賴龚龔庄莊施洪]"
)
_CHINESE_NAME = (
    rf"(?:{_CHINESE_FAMILIES})[{_HAN}]{{1,2}}?"
    rf"(?:{_END}|(?=来源|來源|编辑|編輯|时间|時間|日期|点击|浏览|阅读|发布|摄影|责编|审核))"
)
#: Two characters begin a name if the second is among those that end most families of two.
_JAPANESE_NAME = (
    rf"[{_HAN}][藤木橋中辺邊本村林田口上水崎島川下井谷々原野浦内山子沢澤部][ \u3000]?"
    rf"[{_HAN}{_KANA}]{{1,4}}{_END}"
)
_KOREAN_NAME = (
    "[김이박최정강조윤장임한오서신권황안송류유홍전고문양손배백허남심노하곽성차주우구민진나지엄채원천방]"
    rf"[{_HANGUL}]{{2}}"
)

#: The labels before a name, or the title after it.
_CHINESE = (
    rf"(?<![{_HAN}])(?:(?:文章|本报|本報)?(?:作者|记者|記者)(?:{_COLON_OR_BAR}|\s+)|"
    rf"(?:撰文|撰稿|[图圖]?文){_COLON_OR_BAR})(?P<names>{_CHINESE_NAME}(?:[、,\uff0c]{_CHINESE_NAME}){{0,4}})"
)
_JAPANESE = (
    rf"(?<![{_HAN}{_KANA}])(?:著者|執筆者?|筆者|ライター|取材・文|文・写真|文){_COLON_OR_BAR}"
    rf"(?P<names>{_JAPANESE_NAME})"
)
_REPORTER = rf"(?<![{_HANGUL}])(?P<names>{_KOREAN_NAME})\s?(?:(?:선임|전문|인턴|수습|객원)\s?)?기자{_END}"
_KOREAN = (
    rf"(?<![{_HANGUL}])(?:글(?:[·/]\s?사진)?|글쓴이|작성자|지은이){_COLON}(?P<names>{_KOREAN_NAME}){_END}"
)
_KOREAN_START = rf"^글(?:[·/]\s?사진)?\s(?P<names>{_KOREAN_NAME})(?=$|\s?[|/,·]|\s사진)"
_FORMS = [re.compile(form) for form in (_CHINESE, _JAPANESE, _REPORTER, _KOREAN, _KOREAN_START)]

#: Endings of names of offices, and words of menus that begin as families do.
_NO_NAME = re.compile(
    r"[社部处處院会會网網报報室局台组組站委办辦所課隊班員부팀]$|조회수|이미지|이야기|관리자|한겨레"
)

#: In Arabic, Persian, Hebrew and Hindi.
_SPACED_LABEL = re.compile(
    r"(?:^|(?<=[\s|]))(?:بقلم|الكاتبة?|كاتب المقال|نویسنده|به قلم|מאת|הכותבת?|लेखक|लेखिका)\s*[:/]\s*|"
    r"^(?:بقلم|מאת)\s+"
)
#: Ends a name, as does the label of what follows.
_SPACED_END = re.compile(
    r"\s\S{1,20}:|[\n|/\\,\u060c;\u061b:()\[\]{}«»\"\d]|\s[-\u2013\u2014\u2022·]|"
    r"\s(?:ال(?:أحد|اثنين|إثنين|ثلاثاء|أربعاء|خميس|جمعة)|السبت)(?=\s|$)"
)
#: Begins the name of an office: *team*, *editors*, *chief*, *manager*.
_OFFICE = re.compile(r"فريق|هيئة|رئيس|مدير|أسرة|إدارة|تحرير|مدیر|تحریریه|گروه|מערכת|צוות|העורך|संपादक")
_MARKS = re.compile(r"[\u200e\u200f\u202a-\u202e]")

#: A name in a script with spaces has so many words.
_NAME_WORDS = range(2, 5)


def uncased_credit(line: str) -> list[str]:
    """Return the names after the first label of a line that has any, or before a Korean reporter's title."""
    line = _MARKS.sub("", line)
    found = next(filter(None, (form.search(line) for form in _FORMS)), None)
    if found:
        return [name for name in re.split(r"[、,\uff0c]", found["names"]) if not _NO_NAME.search(name)]
    label = _SPACED_LABEL.search(line)
    name = " ".join(_SPACED_END.split(line[label.end() :], maxsplit=1)[0].split()) if label else ""
    return [name] if len(name.split()) in _NAME_WORDS and not _OFFICE.match(name) else []


def begins_with_label(line: str) -> bool:
    """Say whether a line begins with such a label."""
    return any(form.match(line) for form in _FORMS) or _SPACED_LABEL.match(_MARKS.sub("", line)) is not None
