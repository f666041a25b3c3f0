"""Words that tell the parts of a name: particles, Chinese family names, and how those are read aloud.

Tables only; nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Mapping

# The Han characters of names, as the inside of a class of a pattern; unlike languages.HAN without the signs 々 and 〇.
HAN = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af"
# Words that stay small inside a name.
PARTICLES = frozenset(
    "van von der den de del della di da dos das do du la le las los el al bin ibn ben ter ten zu zum zur y e i dit und st".split()
)
# Humps that do not begin a word of their own: McDonald, DeVito, LeCun.
HUMPS = frozenset("Mc Mac De Del Di Du Da La Le Van Von Fitz O D L St San Al El Ben Bin Abd".split())
# Chinese family names: most of the people of a list bear one of these.
SURNAMES = frozenset(
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳"
    "酆鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄穆萧尹姚邵湛汪祁毛禹狄米贝明臧计伏成戴谈宋茅庞熊纪"
    "舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万支柯管卢莫房裘缪干解应宗丁宣邓郁单杭洪包诸"
    "左石崔吉钮龚程嵇邢滑裴陆荣翁荀羊惠甄曲家封芮储靳汲邴糜松井段富巫乌焦巴牧隗山谷车侯宓蓬郗班仰秋仲伊宫宁仇栾甘厉戎祖武符刘景"
    "詹束龙叶司韶黎薄印宿白怀蒲邰鄂索咸籍赖卓蔺屠蒙池乔阴胥苍闻莘翟谭贡劳逄姬申扶冉宰郦雍璩桑桂濮牛寿边扈燕冀郏浦尚农温庄晏柴"
    "瞿阎充慕连茹习宦艾鱼容向古易慎戈廖庾居衡步都耿满匡国文寇广禄阙欧沃利蔚越夔隆师巩厍聂晁敖融冷訾辛阚那简饶曾毋沙鞠须丰巢关蒯"
    "相查荆游竺权盖益桓肖闫付代佟覃岳帅况商牟佘涂冼辜揭粟敬初邝晋尉鄢苑战占修洛栗仝曲逯党迟谌苟卿展"
)
COMPOUND_SURNAMES = frozenset(
    "欧阳 太史 端木 上官 司马 东方 独孤 南宫 万俟 闻人 夏侯 诸葛 尉迟 公羊 赫连 澹台 皇甫 宗政 濮阳 公冶 申屠 公孙 慕容 仲孙 "
    "钟离 长孙 宇文 司徒 鲜于 司空 闾丘 令狐 拓跋 轩辕 百里 呼延 东郭 南门 梁丘 左丘 西门 第五 即墨 达奚 完颜 纳兰".split()
)
# Family names of two letters that stand in capitals behind a given name: `Wei LI`; other pairs are initials (`Kiran GV`).
SHORT_SURNAMES = frozenset(
    "AI AN BI BO DU FU GE GU HA HE HU JI JU KE LI LU LV MA MI MO MU NG NI OU PI PU QI QU SU TU WU XI XU YE YI YU ZU".split()
)

# Characters that are read otherwise as a family name than elsewhere; the usual reading is kept beside these.
SURNAME_READINGS: Mapping[str, tuple[str, ...]] = {
    character: tuple(readings.split())
    for character, readings in {
        "阚": "kan", "宓": "mi fu", "柏": "bai bo", "牟": "mou mu", "郗": "xi chi", "尉": "wei yu", "莘": "shen xin",
        "蔚": "wei yu", "单": "shan", "曾": "zeng", "解": "xie", "查": "zha", "仇": "qiu", "区": "ou", "盖": "ge gai",
        "朴": "piao park pu", "翟": "zhai di", "乐": "yue le", "覃": "qin tan", "缪": "miao mou", "员": "yun",
        "折": "she", "洗": "xian", "秘": "bi", "种": "chong", "重": "chong", "召": "shao", "黑": "he", "繁": "po",
        "祭": "zhai", "能": "nai", "都": "du", "谌": "chen shen", "隗": "wei kui", "薄": "bo", "卜": "bu",
        "乜": "nie", "句": "gou", "佴": "nai", "郇": "xun huan", "谷": "gu yu", "长": "chang", "适": "kuo shi",
        "尉迟": "yuchi weichi", "万俟": "moqi", "澹台": "tantai", "单于": "chanyu",
    }.items()
}  # fmt: skip
