"""The words of headings, by what they say of the orders beneath."""

from __future__ import annotations

import re

KINDS: dict[str, str] = {
    word: kind
    for kind, words in {
        "move": "move moves movement movements attack attacks",
        "hold": "hold holds",
        "support": "support supports",
        "convoy": "convoy convoys",
        "retreat": "retreat retreats retreating",
        "build": "build builds",
        "disband": "disband disbands disbandment disbandments removal removals remove removes",
        "adjust": "adjustment adjustments winter",
    }.items()
    for word in words.split()
}
"""Words for a kind of order."""
PLURALS = frozenset(
    "supports convoys holds retreats builds disbands disbandments removals adjustments adjustment".split()  # noqa: SIM905
)
"""Those that make a heading of a line without a colon."""
ALWAYS = frozenset(
    """
    draft drafts proposal proposals proposed propose proposing suggestion suggestions suggested suggest suggesting idea
    ideas option options alternative alternatives alternatively possibility possibilities possible example examples
    sample eg void voided withdrawn withdraw cancel cancelled canceled cancels cancelling deleted delete ignore ignored
    ignoring disregard scrap scrapped scratch forget not never dont bluff bluffs fake joke joking kidding jk lie lies
    false pretend test testing tentative tentatively provisional provisionally preliminary maybe perhaps hypothetical
    hypothetically scenario scenarios backup fallback contingency contingent conditional conditionally unsure undecided
    todo tbd discussion reference expected expect expecting prediction predictions predicted predict guess guesses
    rumour rumor rumours rumors press result results history log unused invalid illegal rejected refused later future
    proposes suggests offers offered told tells says said asks asked wants claims claimed heard
    nvm nevermind discarded dropped removed
    retracted redacted rescinded revoked template format sandbox wishlist considering otherwise unless
    """.split()  # noqa: SIM905 - a list of words reads better so
)
"""Words that make whatever follows no certain order."""
UNLESS_NEW = frozenset(
    """
    old older previous previously prior earlier former last original originally obsolete superseded outdated expired
    wrong incorrect mistake mistaken error errors bad yesterday past stale before was
    """.split()  # noqa: SIM905 - a list of words reads better so
)
"""Words that do so where the heading does not also speak of new orders."""
NEW = frozenset(
    """
    new newest final revised corrected correct correction updated update actual actually real right current now replaces
    replacing replacement supersedes superseding overrides overriding fixed fix amended better after i here valid
    instead
    """.split()  # noqa: SIM905 - a list of words reads better so
)
GLUE = frozenset(
    """
    for of my the and or our your all any if when in case dislodged needed necessary required forced order orders phase
    turn season year spring summer fall autumn here are these is this as following s f w units unit to from by on with
    next list army fleet armies fleets only set mine also then a an please just so
    """.split()  # noqa: SIM905 - a list of words reads better so
)
BACK = frozenset(
    """
    cancel cancelled canceled delete deleted void voided withdrawn withdraw ignore disregard scratch scrap forget never
    nvm nevermind kidding jk joking joke bluff just only all wrong superseded oops no not please
    retracted revoked rescinded
    """.split()  # noqa: SIM905 - a list of words reads better so
)
"""Words that such a line may open with where it speaks of what stands above it."""
PHRASES = (
    "what if", "next turn", "next season", "next year", "next winter", "next spring", "next fall", "next phase",
    "following turn", "for example", "instead of", "rather than", "in place of", "just in case", "no longer",
    "thinking of",
)  # fmt: skip
CHOICES = ("option", "alternative", "plan", "choice", "scenario")
CHOICE = re.compile(
    rf"(?<![^\W_])(?:{'|'.join(CHOICES)})\s+(?:[a-h]|\d{{1,2}}|one|two|three)"
    r"(?:\s*:|\)|\s+-+\s|\.\s|\s+(?=(?:a|f|army|fleet)\s))"
)
_TAKEN = (
    r"(?:cancel(?:l?ed)?|deleted?|void(?:ed)?|withdrawn?|ignored?|disregard(?:ed)?|scratch(?:ed)?|scrap(?:ped)?|forget"
    r"|superseded|wrong|never ?mind|nvm|(?:just )?kidding|jk|(?:just )?joking|(?:just )?a joke|only a joke"
    r"|(?:just )?a? ?bluff|no(?:t any more)?|oops)"
)
_CALLS = (
    r"(?:^|(?<=[\s.!?;,(:-]))(?:(?:oh|oops|sorry|wait|hmm|ah|uh|er|err|well|ok|so|but|actually|please)[\s,.!:-]+)*"
    r"(?:(?P<words>{0}(?:scratch|strike|cancel|forget|ignore|disregard|scrap|delete)\s+"
    r"(?:that|it|this|(?:all\s+)?the\s+above|previous|last(?:\s+one)?)|never\s?mind(?:\s+that)?|nvm)"
    r"(?![^\W_])(?!\s*(?:\w+\s*){{0,2}}:)|(?P<no>no|nope|nah)(?=\s*[,.!;:-]))[\s,.:;!-]*(?=\S)"
)
TAKEN_BACK = re.compile(_CALLS.format(""))
"""Words in front of an order that take back the one before them: "scratch that, A Par - Pic"."""
SECOND_THOUGHTS = re.compile(
    _CALLS.format(
        r"sorry|oops+|i\s+meant?|actually|correction|make\s+that|on\s+second\s+thoughts?|wait"
        r"|(?:i(?:'ve|\s+have)?\s+)?changed?\s+(?:my|our)\s+minds?|"
    )
)
"""Such words in an adjustment phase, where a later build does not take an earlier one's place."""
TAKEN_BACK_HINTS = (
    "scra", "strike", "cancel", "forget", "ignore", "disregard", "delete", "mind", "nvm", "no,", "no!", "no.", "no;",
    "no -", "no:", "nope", "nah",
)  # fmt: skip
ABOVE = re.compile(
    rf"(?:please |all |just )*{_TAKEN}(?:[ ,!]+(?:that|this|it|the|those|these|all|of|everything|what|is|order|orders"
    r"|please|sorry|lol|line|last one|moves|(?P<all>above)))*"
)
"""A whole line that takes back what stands above it."""
