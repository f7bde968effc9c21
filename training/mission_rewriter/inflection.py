"""The forms of English verbs."""

import functools

VOWELS = "aeiou"

IRREGULAR = {line.split()[0]: line.split()[1:] for line in """
take took taken|bring brought brought|send sent sent|bear bore borne|run ran run|put put put|set set set|lay laid laid|stick stuck stuck|get got got
give gave given|go went gone|drive drove driven|come came come|make made made|ride rode ridden|stand stood stood|sling slung slung|leave left left
hold held held|catch caught caught|hang hung hung|find found found|cut cut cut|freeze froze frozen|spin spun spun|shake shook shaken|grind ground ground
feed fed fed|ring rang rung|read read read|let let let|shut shut shut|wake woke woken|wind wound wound|sew sewed sewn|shear sheared shorn|dig dug dug
tear tore torn|throw threw thrown|sell sold sold|eat ate eaten|hide hid hidden|burn burned burned|teach taught taught|steal stole stolen|break broke broken
bend bent bent|sing sang sung|sit sat sat|sleep slept slept|fly flew flown|withdraw withdrew withdrawn|draw drew drawn|blow blew blown|saw sawed sawn
light lit lit|buy bought bought|lend lent lent|breed bred bred|think thought thought|forget forgot forgotten|spread spread spread|keep kept kept|show showed shown
mow mowed mown|tie tied tied|shed shed shed|be was been|rip ripped ripped|transfer transferred transferred|undo undid undone|head headed headed
sweep swept swept|plead pleaded pleaded|test-drive test-drove test-driven|fall fell fallen|say said said|meet met met|win won won|lead led led|build built built
""".replace("\n", "|").split("|") if line}
DOUBLED = set("""drop ship pop plop slip stop scrub mop drag chop cap tap clamp wrap unwrap trim strip grab set put run get let cut dig hug rip jam cram ram chat zip unzip hop
nip step snap rub slot whap slam pin tag log flip plug unplug uncap pat dim tip dip swap strap stir spin scan bar blot sit hum swab unpin whip sin bud beg jog dab wag shutdown shut
knit lug map schlep shred shrink-wrap plan refit transfer prefer chip tug hog slap bin prop fan stun unstop tot nab tap pit""".split())


def inflected_first(verb, form):
    """The first word of a verb in the form "b" (base), "bs" (he ...s), "g" (-ing) or "pv" (participle)."""
    if form == "b":
        return verb
    if form == "bs":
        if verb in ("go", "do"):
            return verb + "es"
        if verb.endswith(("s", "sh", "ch", "x", "z")):
            return verb + "es"
        if verb.endswith("y") and verb[-2] not in VOWELS:
            return verb[:-1] + "ies"
        return verb + "s"
    if form == "g":
        if verb in ("tie", "lie", "die"):
            return verb[:-2] + "ying"
        if verb in DOUBLED:
            return verb + verb[-1] + "ing"
        if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")) and verb != "be":
            return verb[:-1] + "ing"
        return verb + "ing"
    if verb in IRREGULAR:
        return IRREGULAR[verb][1]
    if verb in DOUBLED:
        return verb + verb[-1] + "ed"
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2] not in VOWELS:
        return verb[:-1] + "ied"
    return verb + "ed"


@functools.lru_cache(maxsize=20000)
def inflected(verb, form):
    """A verb in a form: its first word, and the rest. "go and get" becomes "going and getting"."""
    first, _, rest = verb.partition(" ")
    if rest.startswith("and "):
        rest = "and " + " ".join(part for part in inflected(rest[4:], form) if part)
    elif verb == "go get":
        rest = inflected_first("get", form)
    return inflected_first(first, form), rest
