"""The words of the order language, by what they do in an order."""

from __future__ import annotations

UNIT, PLACE, POWER = "U", "P", "N"
TO, HOLD, SUPPORT, CONVOY, FERRY = "D", "H", "S", "C", "K"
VIA, LAND, FROM, DOUBT = "V", "L", "F", "Q"
RETREAT, BUILD, REMOVE, WAIVE = "R", "B", "X", "W"
NUMBER, UNKNOWN, FILLER, ON, NOT_MOVED, WITH_HELP = "#", "?", "G", "O", "Z", "Y"

_LISTS = {
    UNIT: "a army armies cannon troops f fleet fleets boat ship navy flt",
    TO: "m move moves moving moved mv mov to into onto unto toward towards go goes going attack attacks attacking att "
    "atk march marches marching sail sails sailing advance advances advancing proceed proceeds travel travels "
    "head heads "
    "heading enter enters invade invades invading take takes taking capture captures capturing occupy occupies strike strikes "
    "striking charge charges charging walk walks walking mto cto",
    HOLD: "h hold holds holding held hld wait waits waiting idle idles stand stands standing stay stays staying remain remains remaining sits",
    SUPPORT: "s sm support supports supporting supported sup supp sups supps spt suport suports supprt suppport "
    "assist assists assisting aid aids aiding help helps helping back backs backing supporst",
    CONVOY: "c convoy convoys convoying convoyes convey conveys cv cvy conv convoi convois t transport transports "
    "transporting ferry ferries ferrying carry carries carrying",
    FERRY: "ff",
    VIA: "via convoyed vc through across",
    LAND: "overland",
    FROM: "from",
    RETREAT: "retreat retreats retreating r rt rto rtr retr retire retires withdraw withdraws withdrawing flee flees",
    BUILD: "b new build builds building bld construct constructs raise raises recruit recruits",
    REMOVE: "removal removals reduction reductions kill kills killed drop drops dropped lose loses remove removes removing removed d disband disbands disbanding disbanded disb dsb destroy destroys destroyed "
    "delete deletes otb scrap scraps dissolve dissolves dismiss dismisses rem dis",
    WAIVE: "w wve waive waives waived waiving waiver waivers skip skips skipped forgo forego forgoes decline declines declined pass passes postpone postpones postponed",
    FILLER: "in at the of for own my his her its our their your unit units please will is are shall would like "
    "should then ill id im am be must "
    "next also finally first lastly i we order orders ordered currently just now an so ok okay pls plz simply "
    "located stationed with",
    ON: "on against vs upon over",
    DOUBT: "if or unless else otherwise maybe perhaps possibly cancel cancels cancelled canceled ignore disregard not "
    "never dont doesnt didnt wont cannot isnt arent wasnt couldnt shouldnt can could may might refuses pretends instead except depending alternatively preferably either whichever unsure "
    "undecided provided assuming when until unlike scratch no",
}
WORDS: dict[str, str] = {word: kind for kind, words in _LISTS.items() for word in words.split()}

PHRASES: dict[tuple[str, ...], str] = {
    tuple(phrase.split()): kind
    for kind, phrases in {
        VIA: "via convoy|via sea|via the sea|by convoy|by sea|by boat|by ship|by fleet|by water|using convoy|"
        "with convoy|"
        "via a convoy|by a convoy|via convoys|through convoy|using a convoy|via water",
        LAND: "by land|via land|over land|on foot|by foot|by road|via overland|no convoy|without convoy|not by convoy|"
        "not via convoy|not convoyed",
        HOLD: "stand fast|stands fast|does nothing|do nothing|no move|no order|no orders|no move received|"
        "no order received|"
        "no order processed|no orders received|hold position|holds position|stay put|stays put|remains in place|"
        "stay where it is|holds its position|hold in place|holds in place|stands still|stay in place|stays in place|in place",
        REMOVE: "off the board|off board|out of the game|from the board|off the map|goes home",
        RETREAT: "fall back|falls back|pull back|pulls back|pulled back",
        WAIVE: "hold build|hold builds|hold the build|hold the builds|hold my build|hold my builds|delay build|delay builds|delay the build|delay the builds|delay my build|delay my builds|delay our build|"
        "delay our builds|defer build|defer builds|defer the build|defer my build|defer my builds|builds delayed|build delayed|"
        "no build|no builds|do not build|does not build|do not use build order|do not use build|"
        "dont build|nothing to build|no adjustments|no adjustment|save my build|save my builds|build nothing|builds nothing|build none|no more builds|build later",
        TO: "tries to move to|tries to|tries to enter|attempts to|attempts to move to|try to move to|on to|in to|up to|attack on|attacks on|attacks against|moves on|marches on|advance on|advances on",
        SUPPORT: "gives support to|give support to|lends support to|in support of|provides support to|"
        "provide support to|"
        "gives support|give support",
        WITH_HELP: "supported by|s by|w support from|w support of|w support by|w sup from|w supp from|backed by|helped by|assisted by|aided by|with sup from|with sup by|with sup of|with supp from|with a support from|with the support from|with support from|with support by|with support of|"
        "with the support of|with the help of|with help from|with backing from|with aid from|convoyed by|carried by|"
        "ferried by|transported by|with convoy by|with a convoy by|with convoy from|with a convoy from|by convoy of|"
        "using convoy by|with convoy of",
        DOUBT: "in case|as long as|only when|what if",
    }.items()
    for phrase in phrases.split("|")
}
LONGEST_PHRASES: dict[str, int] = {}
"""The words in the longest phrase that begins with a word."""
for _phrase in PHRASES:
    LONGEST_PHRASES[_phrase[0]] = max(len(_phrase), LONGEST_PHRASES.get(_phrase[0], 0))

POINTING = frozenset(
    [
        "it",
        "this",
        "that",
        "them",
        "same",
        "him",
        "the",
        "above",
        "attack",
        "move",
        "to",
        "in",
        "order",
        "these",
        "those",
    ]
)
"""Words that say nothing of a supported unit but that it is the one named before."""

COASTS = {
    "nc": "NC", "sc": "SC", "ec": "EC", "wc": "WC", "nco": "NC", "sco": "SC", "eco": "EC", "wco": "WC",
    "ncs": "NC", "scs": "SC", "ecs": "EC", "wcs": "WC",
}  # fmt: skip
SIDES = {
    "n": "NC", "s": "SC", "e": "EC", "w": "WC", "north": "NC", "south": "SC", "east": "EC", "west": "WC",
    "northern": "NC", "southern": "SC", "eastern": "EC", "western": "WC",
}  # fmt: skip
