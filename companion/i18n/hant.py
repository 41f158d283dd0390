"""The rulebook's names in traditional characters: one character for one, and the few words where that would be wrong.

The table knows the characters of the games' own names and rules, no others: what players type stays as they typed it.
"""

SIMPLIFIED = (
    "与专业丢两个为乔习书买亚产从价传伤体佣侠侣储关内册写军冲况准减击划则剑务动励区单卢双变号后唤团围图圆"
    "圣场坚声壳复头奋奖奥学宝对寻尔尽师库应开弃弹强录态悬愤戏战护择挡挥掷敌数无时术杀条标树档检渐游满潜灵"
    "点炽烧热状猎献玛环电疗盖盘码碍种竞笔筹类红约级纳纸线练组经结给续绳维编职节苏范药获萨蓝虚衅规视触计记"
    "论讽设诅词该诺读负败购贴费贾赋赎赛跃转轮边过运进远连选邻钩锁锋键镜闪间阅队阶随雇韧须额飞马验骑骤鲁别启当绿识顺"
)
TRADITIONAL = (
    "與專業丟兩個為喬習書買亞產從價傳傷體傭俠侶儲關內冊寫軍衝況準減擊劃則劍務動勵區單盧雙變號後喚團圍圖圓"
    "聖場堅聲殼復頭奮獎奧學寶對尋爾盡師庫應開棄彈強錄態懸憤戲戰護擇擋揮擲敵數無時術殺條標樹檔檢漸遊滿潛靈"
    "點熾燒熱狀獵獻瑪環電療蓋盤碼礙種競筆籌類紅約級納紙線練組經結給續繩維編職節蘇範藥獲薩藍虛釁規視觸計記"
    "論諷設詛詞該諾讀負敗購貼費賈賦贖賽躍轉輪邊過運進遠連選鄰鉤鎖鋒鍵鏡閃間閱隊階隨僱韌鬚額飛馬驗騎驟魯別啟當綠識順"
)
"""Each character above in its place."""
WORDS = {"日志": "日誌", "重复": "重複", "复苏": "復甦", "档案": "檔案庫"}
"""Words that the characters alone would get wrong."""

_CHARACTERS = str.maketrans(SIMPLIFIED, TRADITIONAL)


def traditional(name: str) -> str:
    """A name of the game in traditional characters."""
    for simplified, said in WORDS.items():
        name = name.replace(simplified, said)
    return name.translate(_CHARACTERS)


__all__ = ["traditional"]
