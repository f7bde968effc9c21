"""Missions as people say them at any site, with the controlled English that each means.

A sample is a pair. Its first part is marked text: what somebody said, with marks such as <t1> and <p1> in place of the names of the site. Its
second part is the canonical text, or "?" where nobody could tell for sure what to do. Each sample draws a meaning and words it piece by piece:
noun phrases, verb phrases, the frame of the sentence, connectors, asides. phrases.py holds the words.

    python sentences.py --count 20 --seed 1
"""

import argparse
import random
import re

import phrases
from inflection import DOUBLED, VOWELS, inflected, inflected_first
from phrases import RULES

# What noun phrases a statement can speak of: any; none with a filter or a number; single objects by name only.
ANY, PLAIN, NAMED = range(3)

ACTS = ((40, "bring"), (34, "skill"), (10, "out"), (8, "take"), (8, "go"))        # how often which kind of deed
QUESTIONS = 0.25        # share of samples that have no answer
NEW_VERBS = 0.08        # share of deliveries whose verb is made up

LINKS = ["and"] * 12 + ["as well as", "plus", "and also", "&", "together with", "along with"]
NOTS = ("not", "not", "n't")
FRIENDLY_MANNER = ("carefully", "safely", "properly", "with care", "nicely")
EXCEPT = ("except", "except", "but", "apart from", "other than", "except for", "excluding", "with the exception of", "but not", "save for", "not counting", "bar", "minus", "leaving out")
# Words in which a slip of the finger could make another word that matters.
PROTECTED = set("three there never either these those other where least most except without everything anything "
                "nothing before after while until unless first second twice times steps robot robots".split())
SLOT = re.compile(r"\{(\w+)\}")
AGREEMENT = re.compile(r"\[([^/\]]+)/([^/\]]+)\]")
MARK = re.compile(r"<([rtphds])(\d+)>")
CONSONANTS = "bcdfghjklmnprstvwz"


def compiled(text):
    """A phrase of the grammar as a tree: text, a list of choices, or a tuple of parts one after another."""
    def choices(at):
        found, parts, start = [], [], at
        while True:
            sign = text[at] if at < len(text) else ")"
            if sign in "(|)$":
                if at > start:
                    parts.append(text[start:at])
                if sign == "(":
                    inner, at = choices(at + 1)
                    parts.append(inner)
                elif sign == "$":
                    name = re.match(r"\w+", text[at + 1:])[0]
                    parts.append(("rule", name))
                    at += len(name)
                else:
                    found.append(tuple(parts) if len(parts) != 1 else parts[0])
                    parts = []
                    if sign == ")":
                        return found if len(found) > 1 else found[0], at
                start = at + 1
            at += 1
    return choices(0)[0]


TREES = {name: compiled(text) for name, text in RULES.items()}


def linked(tree):
    """A tree whose references to rules are the trees of these rules."""
    if isinstance(tree, str):
        return tree
    if isinstance(tree, tuple) and len(tree) == 2 and tree[0] == "rule":
        return linked(TREES[tree[1]])
    return type(tree)(linked(part) for part in tree)


TREES = {name: linked(tree) for name, tree in TREES.items()}
OWN_WORDS = set(re.findall(r"[a-z]+", " ".join([*RULES.values(), *phrases.CARRIES, *phrases.PUTS, *phrases.TAKES, *phrases.GOES, *phrases.GOES_IN_BANS,
                                                *(verb for verb, _ in phrases.REMOVALS), *EXCEPT])))


def wordnet(folder="/usr/share/wordnet"):
    """Common English words by their kind, from the files of Debian's package wordnet-base."""
    found = {}
    for kind in ("noun", "verb", "adj"):
        words = []
        with open(f"{folder}/index.{kind}", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("  "):
                    continue
                fields = line.split()
                pointers = int(fields[3])
                seen = int(fields[5 + pointers])            # how often a corpus has the word
                if seen > 0 and fields[0].isalpha() and 3 <= len(fields[0]) <= 11:
                    words.append(fields[0])
        found[kind] = words
    return found


class Noun:
    """A noun phrase in words and in canonical English."""
    __slots__ = ("text", "canon", "plural", "letter", "single", "again")

    def __init__(self, text, canon, plural=False, letter="t", single=True, again=None):
        self.text, self.canon, self.plural, self.letter, self.single = text, canon, plural, letter, single
        self.again = canon if again is None else again       # how the canonical text names it a second time; "" where a pronoun would not be clear


class Act:
    """A deed: a verb, its object and what follows. `canon` is None where nobody can tell what should be done."""
    __slots__ = ("verb", "mark", "thing", "tail", "canon", "kind", "place", "middle", "second")

    def __init__(self, kind, verb, thing, tail, canon, mark="", place=None, middle=False, second=None):
        self.kind, self.verb, self.thing, self.tail, self.canon, self.mark = kind, verb, thing, tail, canon, mark
        self.place, self.middle, self.second = place, middle, second

    def say(self, form):
        first, rest = inflected(self.verb, form)
        thing = self.thing.text if self.thing else ""
        if rest and thing and first not in ("go", "goes", "going", "gone") and (self.middle or thing in ("it", "them")) and " " not in rest:
            text = f"{first} {self.mark} {thing} {rest} {self.tail}"
        else:
            text = f"{first} {self.mark} {rest} {thing} {self.tail}"
        return f"{text} and {self.second.say(form)}" if self.second else text

    def passive(self):
        first, rest = inflected(self.verb, "pv")
        text = f"{first} {self.mark} {rest} {self.tail}"
        if self.second:
            text += " and " + self.second.passive()
        return text

    def has_passive(self):
        return self.thing is not None and self.thing.text not in ("it", "them") and not self.verb.startswith(("go ", "get", "catch ", "take hold", "lay hold", "hang"))


class Fact:
    """A state of affairs: subject and predicate in words, and the canonical sentence."""
    __slots__ = ("subject", "said", "denied", "canon", "kind", "place")

    def __init__(self, subject, said, denied, canon, kind, place=None):
        self.subject, self.said, self.denied, self.canon, self.kind, self.place = subject, said, denied, canon, kind, place


class Sentences:
    """Draws samples. `words` are lists of English words by "noun", "verb" and "adj", as wordnet() reads them."""

    def __init__(self, rng, words=None):
        self.rng = rng
        self.random = rng.random
        words = words or {"noun": phrases.NOUNS, "verb": phrases.VERBS, "adj": phrases.ADJECTIVES}
        self.nouns = [word for word in words["noun"] if word not in OWN_WORDS]
        self.verbs = [word for word in words["verb"] if word not in OWN_WORDS]
        self.adjectives = [word for word in words["adj"] if word not in OWN_WORDS]
        self.real = OWN_WORDS.union(self.nouns, self.verbs, self.adjectives)

    # Chance.

    def one(self, options):
        return options[int(self.random() * len(options))]

    def chance(self, share):
        return self.random() < share

    def weighted(self, options):
        """One of (weight, value) pairs."""
        left = self.random() * sum(weight for weight, _ in options)
        for weight, value in options:
            left -= weight
            if left < 0:
                return value
        return options[-1][1]

    def nonsense(self):
        """A word that does not exist."""
        while True:
            word = "".join([self.one(CONSONANTS) + self.one(VOWELS) for _ in range(1 + int(self.random() * 3))]) + self.one(CONSONANTS)
            if word not in self.real and word not in DOUBLED:
                return word

    # The grammar.

    def expand(self, tree):
        if type(tree) is str:
            return tree
        if type(tree) is list:
            return self.expand(tree[int(self.random() * len(tree))])
        return "".join([self.expand(part) for part in tree])

    def say(self, rule, slots=None, plural=False):
        """A phrase of a rule, its slots filled in. A slot is text, a Noun, or a function that makes the text."""
        text = self.expand(TREES[rule])
        if "[" in text:
            text = AGREEMENT.sub(r"\2" if plural else r"\1", text)

        def fill(match):
            name = match[1]
            value = slots.get(name) if slots else None
            if value is None:
                return {"noun": self.noun, "adj": self.adjective}[name]()
            return value() if callable(value) else value
        while "{" in text:
            text = SLOT.sub(fill, text)
        return text

    def noun(self):
        return self.one(self.nouns) if self.chance(0.95) else self.nonsense()

    def adjective(self):
        return self.one(self.adjectives)

    # The site of this sample: what its words mean.

    def new_site(self):
        self.count = 100
        self.skill_marks, self.state_marks = {}, {}
        self.known = {"t": [], "p": [], "h": [], "r": []}
        self.scope, self.opens = ANY, True           # `opens`: the statement is the first of its mission

    def mark(self, letter):
        self.count += 1
        return f"<{letter}{self.count}>"

    def skill(self, verb):
        if verb not in self.skill_marks:
            self.skill_marks[verb] = self.mark("d")
        return self.skill_marks[verb]

    def state(self):
        """A word of state, its mark, and whether it is the form of a verb that has a mark too."""
        positive, negative, makes, _ = self.one(phrases.STATES)
        word = positive if self.chance(0.75) else negative
        verb = makes if word == positive else None
        if word not in self.state_marks:
            first = word.split()[0]
            both = verb not in (None, "-") and self.chance(0.15) and first in (inflected_first(verb.split()[0], "pv"), verb.split()[0])
            self.state_marks[word] = ((self.skill(verb) if both else ""), self.mark("s"))
        deed, state = self.state_marks[word]
        first, _, rest = word.partition(" ")
        said = f"{first} {deed} {rest} {state}" if rest and deed else f"{word} {deed} {state}"
        return said, state, bool(deed)

    # Noun phrases.

    def single(self, letter, again=0.0):
        """One certain object, now and then a place or robot that was named before."""
        if letter in "pr" and self.known[letter] and self.chance(again):
            name = self.one(self.known[letter])
        else:
            name = self.mark(letter)
            self.known[letter].append(name)
        whose = self.one(("my ", "our ", "your ", "that ", "this ")) if letter in "tp" and self.chance(0.04) else ""
        return Noun(whose + name, name, plural=letter == "t" and self.chance(0.1), letter=letter)

    def listed(self, nouns, word="and"):
        texts, canons = [noun.text for noun in nouns], [noun.canon for noun in nouns]
        said = self.one(LINKS) if word == "and" else word
        if len(texts) == 2:
            text = f"{texts[0]}{self.one(['', '', '', ' ,'])} {said} {texts[1]}"
            if word == "or" and self.chance(0.25):
                text = "either " + f"{texts[0]} or {texts[1]}"
            elif word == "and" and self.chance(0.07) and all(noun.single for noun in nouns):
                text = f"both {texts[0]} and {texts[1]}"
        elif word == "and" and self.chance(0.2):
            text = " and ".join(texts)
        elif word == "and" and self.chance(0.15):
            text = " , ".join(texts)
        else:
            text = " , ".join(texts[:-1]) + self.one([" , ", " ", " "]) + f"{said} {texts[-1]}"
        canon = " , ".join(canons[:-1]) + f" {word} {canons[-1]}"
        return Noun(text, canon, plural=word == "and", letter=nouns[0].letter, single=False)

    def number(self):
        words = self.one(["two", "two", "two", "three", "three", "four", "five", "six", "2", "2", "3", "3", "4", "5", "10"])
        return words

    def sort(self, letter, kinds="aeotn"):
        """A sort of things with a determiner. kinds: a all, e every, o a or one of the, t the, n a number."""
        name = self.mark(letter)
        kind = self.one(kinds)
        every, whole = f"the {name}", f"all {name}"
        if kind == "a":
            det = self.one(["all <many>", "all the <many>", "all the <many>", "the <many>", "the <many>", "each <one>", "all of the <many>", "each of the <many>", "both <many>",
                            "both the <many>", "both of the <many>", "<many>", "all our <many>", "any and all <many>"])
            return Noun(f"{det} {name}", whole, "<many>" in det and not det.startswith("each"), letter, False, whole)
        if kind == "e":
            return Noun(f"{self.one(['every <one>', 'every <one>', 'every single <one>', 'each and every <one>'])} {name}", f"every {name}", False, letter, False, whole)
        if kind == "o":
            if self.chance(0.3):
                return Noun(f"{self.one(['one of the <many>', 'one of the <many>', 'any one of the <many>', 'just one of the <many>', 'one of our <many>'])} {name}", f"one of the {name}", False, letter, False, every)
            return Noun(f"{self.one(['a <one>', 'a <one>', 'a <one>', 'an <one>', 'any <one>', 'some <one>', 'a single <one>', 'any old <one>'])} {name}", f"a {name}", False, letter, False, every)
        if kind == "t":
            return Noun(f"the <one> {name}", f"the {name}", False, letter, False, every)
        number = self.number()
        said = self.one(["a couple of <many>", "a pair of <many>", "two <many>", "two of the <many>"]) if number == "two" and self.chance(0.5) else f"{number} <many>"
        if " of " not in said and self.chance(0.12):
            said = f"{number} of the <many>"
        return Noun(f"{said} {name}", f"{number} {name}", True, letter, False, "")

    def where(self, place):
        """Where something is: "on <p1>"."""
        return f"{self.one(['on', 'in', 'at', 'on', 'in', 'inside'])} {place}"

    def filtered(self, letter):
        """Those things of a sort that are somewhere, or in a state."""
        name = self.mark(letter)
        if self.chance(0.5):
            word, state, _ = self.state()
            while word.startswith(("on ", "off ", "up ", "down ", "plugged ", "switched ")):
                word, state, _ = self.state()
            rule, canon, again = self.weighted((
                (40, ("all_such", f"all {name} that are {state}", None)), (15, ("all_not_such", f"all {name} that are not {state}", None)), (15, ("every_such", f"every {name} that is {state}", None)),
                (15, ("a_such", f"a {name} that is {state}", "")), (15, ("the_such", f"the {name} that is {state}", None))))
            text = self.say(rule, {"w": word, "m": name})
            return Noun(text, canon, "<many>" in text and not text.startswith("each"), letter, False, again)
        place = self.single("p" if self.chance(0.85) else "h", 0.2)
        rule, canon = self.weighted(((50, ("all_there", f"all {name} that are at {place.canon}")), (25, ("every_there", f"every {name} that is at {place.canon}")), (25, ("the_there", f"the {name} that is at {place.canon}"))))
        text = self.say(rule, {"at": self.where(place.text), "m": name})
        return Noun(text, canon, "<many>" in text, letter, False)

    def everything(self):
        if self.scope != ANY or self.chance(0.15):
            return Noun("everything", "everything", False, "t", False, "")
        place = self.single("p" if self.chance(0.8) else "h", 0.2)
        return Noun(self.say("everything_there", {"at": self.where(place.text)}), f"everything at {place.canon}", False, "t", False)

    def excepted(self, letter):
        """A whole but for some."""
        out = self.single(letter)
        if self.chance(0.25):
            out = self.listed([out, self.single(letter)])
            out.text = out.text.removeprefix("both ")
        but = self.one(EXCEPT)
        if letter == "t" and self.chance(0.3):
            return Noun(f"everything {but} {out.text}", f"everything except {out.canon}", False, letter, False, f"everything except {out.canon}")
        name = self.mark(letter)
        comma = " ," if self.chance(0.2) else ""
        whole = self.one([f"all <many> {name}", f"all the <many> {name}", f"the <many> {name}", f"all of the <many> {name}", f"each <one> {name}", f"every <one> {name}"][:6 if self.scope == ANY else 5])
        det = "every" if whole.startswith("every") else "all"
        return Noun(f"{whole}{comma} {but} {out.text}", f"{det} {name} except {out.canon}", "<many>" in whole, letter, False, f"all {name} except {out.canon}")

    def within_scope(self, scope, make, *arguments):
        """Makes an Act whose noun phrases keep to the scope."""
        outer, self.scope = self.scope, scope
        act = make(*arguments)
        self.scope = outer
        return act

    def thing(self):
        """What is to be moved."""
        roll = self.random()
        if self.scope == NAMED:
            return self.single("t")
        if roll < 0.5:
            return self.single("h" if self.chance(0.1) else "t")
        if roll < 0.63:
            return self.listed([self.single("t") if self.chance(0.85) else self.sort("t", "aaot") for _ in range(2 if self.chance(0.7) else 3)])
        if roll < 0.86:
            return self.sort("t" if self.chance(0.9) else "h", "aaaeoootnn" if self.scope == ANY else "aaaaooot")
        if roll < 0.92 and self.scope == ANY:
            return self.filtered("t" if self.chance(0.95) else "h")
        if roll < 0.95:
            return self.excepted("t")
        if roll < 0.975:
            return self.listed([self.single("t") for _ in range(2 if self.chance(0.8) else 3)], "or")
        return self.everything()

    def place(self, whole=None):
        """Where to. `whole` is the thing that goes there: several things do not go to "a place" together."""
        roll = self.random()
        letter = "p" if self.chance(0.83) else "h"
        if self.scope == NAMED:
            return self.single(letter, 0.2)
        if roll < 0.86:
            return self.single(letter, 0.2)
        alone = whole is None or whole.single or whole.canon.startswith(("a ", "the ", "every ", "one of")) and not whole.plural
        if roll < 0.95 or not alone:
            return self.sort(letter, "ot" if alone else "t")
        return self.listed([self.single(letter), self.single(letter)], "or")

    def target(self, again=0.15):
        """What a skill is done to."""
        letter = self.weighted([(50, "p"), (35, "t"), (8, "h"), (7, "r")])
        roll = self.random()
        if roll < 0.66 or self.scope == NAMED:
            return self.single(letter, again)
        if roll < 0.78:
            return self.listed([self.single(letter) for _ in range(2 if self.chance(0.7) else 3)])
        if roll < 0.92:
            return self.sort(letter, "aaaeootn" if self.scope == ANY else "aaaaoot")
        if roll < 0.96 and letter != "r" and self.scope == ANY:
            return self.filtered(letter)
        if roll < 0.98:
            return self.excepted(letter)
        return self.listed([self.single(letter), self.single(letter)], "or")

    def forbidden(self, letter="t"):
        """What must not be used: one thing, one of several, or any of a sort."""
        roll = self.random()
        if roll < 0.66:
            return self.single(letter, 0.1)
        if roll < 0.8:
            nouns = [self.single(letter) for _ in range(2 if self.chance(0.8) else 3)]
            noun = self.listed(nouns, "or")
            noun.text = noun.text.removeprefix("either ")
            return noun
        name = self.mark(letter)
        text = self.one([f"a <one> {name}", f"any <one> {name}", f"any <many> {name}", f"<many> {name}", f"any of the <many> {name}", f"the <many> {name}", f"any <one> {name} at all"])
        return Noun(text, f"a {name}", "<many>" in text, letter, False, f"a {name}")

    # Deeds.

    def way_to(self, verbs_of_putting):
        return self.one(phrases.WAYS_OF_PUTS if verbs_of_putting else phrases.WAYS_OF_CARRIES)

    def bring(self, thing=None, place=None, brief=False):
        """A delivery; `brief`: by one verb alone."""
        thing = thing or self.thing()
        place = place or self.place(thing)
        while place.single and place.canon in thing.canon.split():
            place = self.single("p")
        canon = f"bring {thing.canon} to {place.canon}"
        there = place.text in ("there", "in there", "on there", "to the same place", "in the same place")
        putting = self.chance(0.5)
        if self.chance(NEW_VERBS):
            verb, way = self.nonsense(), self.one(["to", "to", "into", "over to", "onto"])
        else:
            verb, way = self.one(phrases.PUTS if putting else phrases.CARRIES), self.way_to(putting)
            if " " in verb and " " in way:
                way = way.split()[1]
        tail = place.text if there else f"{way} {place.text}"
        if thing.single and thing.letter == "t" and place.single and self.chance(0.06):
            tail = f"from {self.single('p').text} {self.one(['to', 'over to', 'to', 'into'])} {place.text}" if not there else tail
        if self.chance(0.03):
            tail = f"{tail} {self.one(FRIENDLY_MANNER)}"
        second = None
        if not brief and thing.text not in ("it", "them") and self.chance(0.12) and not there:
            it = Noun("them" if thing.plural else "it", "")
            second = Act("bring", verb, it, tail, "")
            first = self.one(phrases.TAKES[:13])
            return Act("bring", first, thing, "", canon, place=place, second=second)
        return Act("bring", verb, thing, tail, canon, place=place, middle=self.chance(0.4))

    def remove(self, thing=None, place=None):
        thing = thing or self.thing()
        place = place or self.single("p" if self.chance(0.75) else "h", 0.2)
        verb, way = self.one(phrases.REMOVALS)
        return Act("out", verb, thing, f"{way} {place.text}", f"take {thing.canon} out of {place.canon}", place=place)

    def take(self, thing=None):
        if thing is None:
            thing = self.thing()
            # "Get the cups on the table": are they to be taken, or to be put there?
            while thing.canon.startswith("everything") or " at <" in thing.canon and " that " not in thing.text and " which " not in thing.text:
                thing = self.thing()
        verb = self.one(phrases.TAKES)
        return Act("take", verb, thing, "", f"take {thing.canon}", middle=self.chance(0.4))

    def go(self, place=None, banned=False):
        if place is None:
            place = self.place() if not banned else self.single("p", 0.1)
            if self.chance(0.05):
                place = self.single("t")
        verb = self.one(phrases.GOES_IN_BANS if banned else phrases.GOES)
        return Act("go", verb, None, place.text, f"go to {place.canon}", place=place)

    def deed(self, thing=None, banned=False):
        """A skill of the site, with as many objects as it takes."""
        roll = self.random()
        what = (lambda: self.forbidden(self.one("ptpth"))) if banned else self.target
        if roll < 0.72 or thing:
            if self.chance(0.15):
                verb = self.nonsense() if self.chance(0.8) else f"{self.nonsense()} {self.one(['up', 'down', 'off', 'on', 'out'])}"
            else:
                verb = self.one(phrases.SKILLS_OF_ONE if self.chance(0.7) else phrases.SKILLS_WITH_PARTICLE)
            thing = thing or what()
            mark = self.skill(verb)
            return Act("skill", verb, thing, "", f"{mark} {thing.canon}", mark=mark, middle=self.chance(0.45))
        if roll < 0.87:
            verb, way = self.one(phrases.SKILLS_OF_TWO)
            if self.chance(0.1):
                verb = self.nonsense()
            thing = self.single("t") if not banned else self.forbidden("t")
            if not banned and self.chance(0.2):
                thing = self.target()
            other = self.single(self.one("r") if verb.split()[0] in phrases.GIVING else self.one("tpphr"), 0.1)
            mark = self.skill(f"{verb} {way}")
            canon = f"{mark} {thing.canon} {other.canon}"
            if verb in phrases.GIVING and thing.single and not banned and self.chance(0.35):
                return Act("skill", verb, Noun(f"{other.text} {thing.text}", ""), "", canon, mark=mark, place=other)
            return Act("skill", verb, thing, f"{way} {other.text}", canon, mark=mark, place=other, middle=self.chance(0.5))
        if roll < 0.95 or banned:
            verb, way = self.one(phrases.SKILLS_OF_WAY)
            if self.chance(0.1):
                verb = self.nonsense()
            other = self.single(self.one("pppptr"), 0.1)
            mark = self.skill(f"{verb} {way}")
            return Act("skill", verb, None, f"{way} {other.text}", f"{mark} {other.canon}", mark=mark, place=other)
        verb = self.one(phrases.SKILLS_ALONE) if self.chance(0.85) else self.nonsense()
        mark = self.skill(verb)
        return Act("skill", verb, None, "", mark, mark=mark)

    def act(self, before=None, kinds=ACTS, later=False):
        """A deed, which may speak of the things of the deed before it as "it", "them" or "there"."""
        if before is not None and before.canon and self.chance(0.3):
            spoken = self.with_pronoun(before, later)
            if spoken:
                return spoken
        return {"bring": self.bring, "skill": self.deed, "out": self.remove, "take": self.take, "go": self.go}[self.weighted(kinds)]()

    def pronoun(self, noun):
        return Noun("them" if noun.plural else "it", noun.again, noun.plural, noun.letter, noun.single, noun.again)

    def there(self, place):
        return Noun(self.one(["there", "there", "in there", "there"]), place.again, False, place.letter, place.single, place.again)

    def with_pronoun(self, before, on_purpose):
        """A deed that takes up a noun phrase of the deed before it. `on_purpose`: it comes later, so a thing can go somewhere else again."""
        thing, place = before.thing, before.place
        clear = thing is not None and thing.text not in ("it", "them") and thing.canon and " or " not in thing.canon and "except" not in thing.canon and "everything" not in thing.canon and "all but" not in thing.text
        if thing is not None and not (clear and thing.again) or place is not None and " or " in place.canon:
            return None
        if before.kind == "bring" and clear and thing.letter == "t":
            if on_purpose and thing.single and self.chance(0.5):
                return self.bring(self.pronoun(thing), self.single("p"))
            if thing.plural and not thing.single and self.chance(0.3):
                return self.deed(self.pronoun(thing))
            if place.single:
                return self.bring(self.single("t"), self.there(place))
        if before.kind == "take" and clear:
            return self.bring(self.pronoun(thing)) if self.chance(0.6) else self.deed(self.pronoun(thing))
        if before.kind == "skill" and clear and place is None:
            if thing.letter == "p" and thing.single and self.chance(0.6):
                spot = Noun(self.one([f"{self.one(['on', 'in', 'onto', 'into', 'to'])} it", "there", "inside", "in there"]), thing.again, False, "p")
                act = self.bring(self.single("t"), Noun("there", thing.again, False, "p"), True)
                act.tail = spot.text
                return act
            if thing.letter == "t":
                return self.bring(self.pronoun(thing)) if self.chance(0.6) else self.deed(self.pronoun(thing))
            return self.deed(self.pronoun(thing))
        if before.kind == "go" and place.single and place.letter == "p":
            return self.deed(self.pronoun(place)) if self.chance(0.6) else self.bring(self.single("t"), self.there(place))
        return None

    # Facts.

    def fact(self, kinds="saaassr", letters="ptprh", denied=0.2, simple=False):
        kind = self.one(kinds)
        no = self.chance(denied)
        simple = simple or no               # "all are not there" may mean that some are
        if kind == "s":
            subject = self.subject(self.one(letters), simple)
            word, state, _ = self.state()
            return self.of_state(subject, word, state, no)
        if kind == "a":
            subject = self.subject(self.one("tttrh"), simple)
            place = self.single("p" if self.chance(0.8) else "h", 0.25)
            canon = f"{subject.canon} {self.be(subject)} {'not ' if no else ''}at {place.canon}"
            return Fact(subject, self.where(place.text), no, canon, "at", place)
        subject, other = self.single(self.one("rrtph")), self.single(self.one("ttp"))
        if self.chance(0.5):
            verb = self.one(phrases.RELATIONS_OF_VERB)
            said, first = None, verb
        else:
            said = self.one(phrases.RELATIONS_OF_BE)
            first = said
        if first not in self.state_marks:
            self.state_marks[first] = ("", self.mark("s"))
        state = self.state_marks[first][1]
        canon = f"{subject.canon} is {'not ' if no else ''}{state} {other.canon}"
        if said is None:
            return Fact(subject, (first, f"{state} {other.text}"), no, canon, "verb", other)
        head, _, way = said.partition(" ")
        return Fact(subject, f"{head} {state} {way} {other.text}", no, canon, "rel", other)

    def of_state(self, subject, word, state, no):
        return Fact(subject, word, no, f"{subject.canon} {self.be(subject)} {'not ' if no else ''}{state}", "state")

    @staticmethod
    def be(subject):
        """The canonical form of "to be" after a subject."""
        return "is" if subject.single or not (subject.plural or subject.canon.startswith("all ")) else "are"

    def subject(self, letter, simple):
        roll = self.random()
        if simple or roll < 0.78 or letter == "r":
            return self.single(letter, 0.15)
        if roll < 0.86:
            return self.listed([self.single(letter), self.single(letter)])
        return self.sort(letter, "a")

    def clause(self, fact, lasting=True):
        """A fact as a clause: "<p1> is still open". `lasting`: it may have been so before."""
        noun = fact.subject
        name = noun.text
        be = "are" if noun.plural else "is"
        if fact.kind == "verb":
            verb, rest = fact.said
            if fact.denied:
                return f"{name} {'do' if noun.plural else 'does'} {self.one(NOTS)} {verb} {rest}"
            if self.chance(0.4) and verb not in ("contain", "support", "control"):
                return f"{name} {be} {inflected_first(verb, 'g')} {rest}"
            return f"{name} {verb if noun.plural else inflected_first(verb, 'bs')} {rest}"
        if fact.denied:
            longer = "no longer" if not lasting or fact.kind == "at" else "not yet"
            return f"{name} {be} {self.one((*NOTS, longer))} {fact.said}"
        if fact.kind == "at":
            verbs = ("lie", "stand", "sit") if noun.plural else ("lies", "stands", "sits")
            return f"{name} {self.one([be, be, be, be, *verbs, f'{be} already', f'{be} currently'] if lasting else [be, be, be, *verbs])} {fact.said}"
        return f"{name} {be}{self.one(['', '', '', '', '', ' still', ' already', ' currently', ' indeed']) if lasting else ''} {fact.said}"

    def predicate(self, fact):
        """What is said of the subject after "to be": "not open"."""
        return f"not {fact.said}" if fact.denied else fact.said

    # Statements: (text, canonical statements, whether it is a plain order).

    def slots_of(self, act, number=""):
        slots = {f"b{number}": lambda: act.say("b"), f"g{number}": lambda: act.say("g"), f"pv{number}": lambda: act.say("pv"), f"have{number}": lambda: "have " + act.say("pv"),
                 f"b{number}s": lambda: act.say("bs"), "to_b": lambda: self.one(["", "", "to "]) + act.say("b")}
        if act.has_passive():
            slots |= {f"s{number}": act.thing.text, f"pp{number}": act.passive}
        return slots

    def order(self, act):
        """An order in words."""
        roll = self.random()
        slots = self.slots_of(act)
        if act.has_passive() and act.thing.canon:
            if roll < 0.22:
                return self.say("order_p", slots, act.thing.plural)
            if act.kind == "skill" and roll < 0.3:
                first, rest = inflected(act.verb, "g")
                return self.say("needs_g", {"s": act.thing.text, "g0": f"{first} {act.mark} {rest} {act.tail}"}, act.thing.plural)
        if roll > 0.9:
            return self.say("order_g", slots)
        if roll > 0.86 and act.thing is not None and act.thing.single and act.second is None and act.thing.text not in ("it", "them"):
            topic, it = act.thing.text, self.pronoun(act.thing)
            about = Act(act.kind, act.verb, it, act.tail, act.canon, act.mark)
            return self.say("topic", {"x": topic, "b": lambda: about.say("b")})
        return self.say("order_plain", slots)

    def tidy_order(self, act):
        """An order that may stand inside a longer sentence."""
        slots = self.slots_of(act)
        if act.has_passive() and act.thing.canon and self.chance(0.15):
            return AGREEMENT.sub(r"\2" if act.thing.plural else r"\1", self.one(["{s} should be {pp}", "{s} must be {pp}", "{s} [has/have] to be {pp}", "{s} [needs/need] to be {pp}", "i want {s} {pp}", "i need {s} {pp}"])
                                 .replace("{s}", act.thing.text).replace("{pp}", act.passive()))
        if self.chance(0.75):
            return self.one(["", "", "", "please ", "you should ", "you must ", "i want you to ", "just ", "could you "]) + slots["b"]()
        return self.say("order_b", slots).rstrip(" ?")

    def simple(self, before=None):
        """A delivery, a skill, or another plain order."""
        act = self.act(before)
        if act.kind == "bring" and act.second is None and act.thing.text not in ("it", "them") and not act.place.text.endswith("there") and self.chance(0.3):
            return self.wish(act.thing, act.place), [act.canon], act
        if act.kind == "out" and self.chance(0.12) and act.thing.text not in ("it", "them"):
            place, thing = act.place.text, act.thing
            text = AGREEMENT.sub(r"\2" if thing.plural else r"\1", self.one([
                f"{thing.text} must leave {place}", f"{thing.text} [has/have] to get {self.one(['off', 'out of'])} {place}", f"{thing.text} [has/have] to come {self.one(['off', 'out of'])} {place}", f"i want {thing.text} {self.one(['off', 'out of', 'away from'])} {place}",
                f"i do n't want {thing.text} {self.where(place)} any more", f"{thing.text} should go away from {place}", f"get {thing.text} away from {place}", f"{thing.text} [is/are] to come {self.one(['off', 'out of'])} {place}", f"{thing.text} {self.one(['off', 'out of'])} {place} , please"]))
            return text, [act.canon], act
        return self.order(act), [act.canon], act

    def wish(self, thing, place):
        """A delivery worded by where the thing should be."""
        at = self.where(place.text)
        to = f"{self.one(['to', 'to', 'to', 'over to', 'into', 'onto'])} {place.text}"
        return self.say("wish", {"t": thing.text, "p": place.text, "in": at, "to": to, "into": f"{self.one(['on', 'in', 'to', 'onto', 'into'])} {place.text}", "it": "them" if thing.plural else "it"}, thing.plural)

    def deliveries(self):
        """Several deliveries in one sentence that leaves words out."""
        count = 2 if self.chance(0.7) else 3
        pairs = [(self.single("t"), self.single("p" if self.chance(0.85) else "h")) for _ in range(count)]
        canons = [f"bring {thing.canon} to {place.canon}" for thing, place in pairs]
        style = self.random()
        join = self.one([" , ", " ; ", " , ", " and ", " , and ", " / ", " - ", " . "])
        if style < 0.34:
            verb = self.one(phrases.PUTS[:24]) if self.chance(0.5) else self.one(phrases.CARRIES[:10])
            ways = ["on", "in", "onto", "into"] if verb in phrases.PUTS else ["to", "to", "over to", "into"]
            clauses = [f"{thing.text} {self.one(ways)} {place.text}" for thing, place in pairs]
            act = Act("bring", verb, None, (" , ".join(clauses[:-1]) + self.one([" and ", " , ", " , and ", " ; "]) + clauses[-1]), "x")
            return self.order(act) if self.chance(0.6) else act.say("b"), canons, None
        if style < 0.52:
            sign = self.one(["to", "to", "on", "->", ":", "in", "goes to", "into", "=", "should go to", "belongs in", "must be on", "onto", "=>", "goes on", "must go to"])
            clauses = [f"{thing.text} {sign} {place.text}" for thing, place in pairs]
            return join.join(clauses), canons, None
        if style < 0.62:
            sign = self.one([":", "gets", "needs", "<-", "should get", "is missing", "wants", "must have"])
            clauses = [f"{place.text} {sign} {thing.text}" for thing, place in pairs]
            return join.join(clauses), canons, None
        if style < 0.76:
            things, places = self.plain_list([thing for thing, _ in pairs]), self.plain_list([place for _, place in pairs])
            text = self.say("respectively", {"x": things, "y": places})
            return text, canons, None
        if style < 0.86 and count == 2:
            (one, here), (two, there) = pairs
            verb = self.one(["goes", "should go", "must go", "belongs", "is to go", "needs to go", "has to go"])
            start = self.say("these_two", {"x": one.text, "y": two.text})
            return f"{start} the former {verb} to {here.text} {self.one([',', 'and', ', and', ';'])} the latter {self.one(['', verb])} to {there.text}", canons, None
        # The same place for what follows.
        thing, place = pairs[0]
        others = [other for other, _ in pairs[1:]]
        canons = [f"bring {each.canon} to {place.canon}" for each in (thing, *others)]
        text = self.order(self.bring(thing, place)) if self.chance(0.7) else self.wish(thing, place)
        for other in others:
            text += self.one([" . ", " , ", " ; ", " . "]) + self.say("too", {"x": other.text})
        return text, canons, None

    def plain_list(self, nouns):
        texts = [noun.text for noun in nouns]
        return " , ".join(texts[:-1]) + " and " + texts[-1]

    def skills_alike(self):
        """A skill done to one thing and then to more of them."""
        letter = self.one("pt")
        nouns = [self.single(letter) for _ in range(2 if self.chance(0.7) else 3)]
        act = self.deed(nouns[0])
        canons = [f"{act.mark} {noun.canon}" for noun in nouns]
        if self.chance(0.3):
            start = self.one(["first ", "", "", "start by : ", "first "])
            then = [f"{self.one([' , then', ' and then', ' , and then', ' , after that', ' ; then', ' , next', ' , afterwards', ' . then'])} {noun.text}" for noun in nouns[1:]]
            return f"{start}{self.order_plainly(act) if start in ('', 'first ') else act.say('b')}{' first' if not start and self.chance(0.6) else ''}{''.join(then)}", ["first " + " , then ".join(canons)], None
        text = self.order(act)
        for noun in nouns[1:]:
            text += self.one([" . ", " , ", " ; ", " . "]) + self.say("too", {"x": noun.text})
        return text, canons, None

    def corrected(self):
        """Something said wrong, then right."""
        roll = self.random()
        sorry = self.say("no_sorry")
        if roll < 0.3:
            wrong, right, place = self.single("t"), self.single("t"), self.single("p")
            act = self.bring(Noun(f"{wrong.text} {sorry} {right.text}", right.canon, False), place)
            return self.order_plainly(act), [act.canon], None
        if roll < 0.55:
            thing, wrong, right = self.single("t"), self.single("p"), self.single("p")
            act = self.bring(thing, Noun(f"{wrong.text} {sorry} {self.one(['', '', 'to ', 'on '])}{right.text}", right.canon))
            return self.order_plainly(act), [act.canon], None
        if roll < 0.7:
            wrong, right = self.single("p"), self.single("p")
            act = self.deed(Noun(f"{wrong.text} {sorry} {right.text}", right.canon, False, "p"))
            return self.order_plainly(act), [act.canon], None
        if roll < 0.85:
            letter = self.one("tp")
            wrong, right = self.single(letter), self.single(letter)
            thing, place = (right, self.single("p")) if letter == "t" else (self.single("t"), right)
            said = self.bring(*((wrong, place) if letter == "t" else (thing, wrong)))
            text = self.order_plainly(said) + self.one([" . ", " ... ", " , ", " - ", " . "]) + self.say("rather") + " " + right.text
            return text, [f"bring {thing.canon} to {place.canon}"], None
        if roll < 0.93:
            letter = self.one("tp")
            wrong, right = self.single(letter), self.single(letter)
            thing, place = (right, self.single("p")) if letter == "t" else (self.single("t"), right)
            act = self.bring(thing, place, True)
            text = self.say("contrast", {"b": lambda: act.say("b"), "x": wrong.text})
            return text, [f"bring {thing.canon} to {place.canon}"], None
        wrong, right = self.act(), self.act()
        if roll < 0.95:
            return f"{self.one(['instead of', 'rather than'])} {wrong.say('g')} , {self.order_plainly(right)}", [right.canon], None
        return f"{self.order_plainly(wrong)} {self.one(['.', '...', '-', ',', ';'])} {self.say('no_sorry_whole')} {right.say('b')}", [right.canon], None

    def order_plainly(self, act):
        return self.one(["", "", "", "please ", "could you ", "i want you to ", "can you ", "you should "]) + act.say("b")

    def introduced(self):
        """A remark on how things are, then what to do about it."""
        fact = self.fact("sa", "tttp", denied=0.0, simple=True)
        act = self.about(fact)
        while act.thing is None or act.thing.canon != fact.subject.canon or act.place is not None and fact.kind == "at" and act.place.canon == fact.place.canon:
            fact = self.fact("sa", "tttp", denied=0.0, simple=True)
            act = self.about(fact)
        text = f"{self.clause(fact)}{self.one([' .', ' ;', ' ,', ' , so', ' and', ' , please', ' . please', ' ...', ' -', ' !', ' again .', ' . could you', ' , can you', ' , therefore'])} {act.say('b')}"
        if fact.kind == "at" and self.chance(0.3):
            text = f"{self.one(['there is', 'you will find', 'i left', 'somebody left', 'i can see', 'there lies', 'we found', 'we still have', 'you can find', 'look for'])} {fact.subject.text} {fact.said} {self.one(['.', ';', ',', ', please', '. please', ', so'])} {act.say('b')}"
        return text, [act.canon], None

    def left_out(self):
        """A delivery of all of a sort, then what stays behind."""
        name, out, place = self.mark("t"), self.single("t"), self.single("p")
        whole = Noun(f"{self.one(['all the <many>', 'all <many>', 'the <many>', 'all of the <many>'])} {name}", f"all {name}", True, "t", False)
        if self.chance(0.3):
            whole = self.everything()
            if whole.canon.startswith("everything at"):
                place = self.single("p")
        act = self.bring(whole, place) if self.chance(0.7) else self.deed(whole)
        if self.chance(0.25):
            out = self.listed([out, self.single("t")])
            out.text = out.text.removeprefix("both ")
        return f"{self.order_plainly(act)} {self.say('left_out', {'x': out.text})}", [act.canon.replace(whole.canon, f"{whole.canon} except {out.canon}", 1)], None

    def shared(self):
        """What several robots do, each its own."""
        robots = [self.single("r") for _ in range(2 if self.chance(0.75) else 3)]
        canons, texts = [], []
        style = self.random()
        join = self.one([" , ", " ; ", " and ", " , and ", " while ", " . "])
        for robot in robots:
            act = self.go(self.single("p")) if style < 0.25 else self.act()
            canons.append(f"{robot.canon} must {act.canon}")
            if style < 0.25:
                texts.append(f"{robot.text} {self.one(['to', 'goes to', 'to', 'should go to', '->', ':'])} {act.place.text}")
            elif style < 0.5:
                texts.append(f"{robot.text} {act.say('bs')}")
            elif style < 0.75:
                texts.append(f"{robot.text} {self.one([':', 'should', 'must', 'has to', 'is to', '-', 'will'])} {act.say('b')}")
            else:
                texts.append(f"{robot.text} {self.one(['to', 'should', 'must'])} {act.say('b')}")
        return join.join(texts), canons, None

    def robot(self):
        return self.single("r", 0.3)

    def who(self):
        """Robots that must do something."""
        roll = self.random()
        if roll < 0.72:
            return self.robot()
        if roll < 0.82:
            return self.listed([self.single("r"), self.single("r")], "or" if self.chance(0.5) else "and")
        name = self.mark("r")
        det, canon = self.one([("a <one>", "a"), ("one of the <many>", "one of the"), ("any <one>", "a"), ("one <one>", "a"), ("all <many>", "all"), ("every <one>", "every"), ("each <one>", "all"), ("all the <many>", "all"), ("all of the <many>", "all"), ("the <many>", "all"), ("the <many>", "all"), ("both <many>", "all")])
        return Noun(f"{det} {name}", f"{canon} {name}", canon == "all" and "<many>" in det, "r", False)

    def robot_must(self):
        who = self.who()
        kinds = ((30, "bring"), (45, "skill"), (12, "go"), (8, "take")) if not who.canon.startswith(("all", "every")) else ((60, "skill"), (40, "go"))
        act = self.act(None, kinds) if who.single or who.canon.startswith(("all", "every")) else self.within_scope(NAMED, self.act, None, kinds)
        if who.plural:
            canon = f"{who.canon} must {act.canon}"
            return self.say("all_must", {**self.slots_of(act), "r": who.text}), [canon], None
        if act.kind == "go" and self.chance(0.5):
            return self.say("send", {"r": who.text, "to": f"{self.one(['to', 'over to', 'to'])} {act.place.text}", "in": self.where(act.place.text)}), [f"{who.canon} must {act.canon}"], None
        if act.has_passive() and act.thing.canon and self.chance(0.18):
            return self.say("must_p", {**self.slots_of(act), "r": who.text}, act.thing.plural), [f"{who.canon} must {act.canon}"], None
        if self.chance(0.18) and who.single:
            more = self.act(act, ((40, "skill"), (40, "bring"), (10, "go")))
            text = f"{who.text} {self.one(['should', 'must', 'has to', 'is to', 'needs to', 'shall'])} {act.say('b')} {self.one(['and', ', and', 'and also', 'and'])} {more.say('b')}"
            return text, [f"{who.canon} must {act.canon}", f"{who.canon} must {more.canon}"], None
        return self.say("must", {**self.slots_of(act), "r": who.text}), [f"{who.canon} must {act.canon}"], None

    def all_robots(self):
        act = self.act(None, ((50, "skill"), (50, "go")))
        return self.say("all_must", {**self.slots_of(act), "r": lambda: self.say("all_robots")}), [f"all robots must {act.canon}"], None

    def banned_act(self):
        """A deed that must not be done: an Act, and its canonical form after "never", or None where only "no robot may" can say it."""
        kind = self.weighted(((34, "skill"), (20, "take"), (18, "go"), (22, "put"), (6, "out")))
        if kind == "skill":
            return self.deed(banned=True)
        if kind == "take":
            return self.take(self.forbidden("t" if self.chance(0.9) else "h"))
        if kind == "go":
            return self.go(banned=True)
        if kind == "put":
            thing = self.forbidden("t" if self.chance(0.93) else "h") if self.chance(0.7) else Noun("anything", "anything", False, "t", False)
            act = self.bring(thing, self.single("p" if self.chance(0.8) else "h", 0.1))
            while act.second or act.tail.startswith("from ") or any(way in act.tail for way in FRIENDLY_MANNER):
                act = self.bring(thing, act.place)
            act.canon = f"put {thing.canon} on {act.place.canon}"
            return act
        thing = self.forbidden("t") if self.chance(0.6) else Noun("anything", "anything", False, "t", False)
        return self.remove(thing)

    def ban(self):
        act = self.banned_act()
        nobody = f"no robot may {act.canon}" if act.kind == "out" else f"never {act.canon}"
        slots = self.slots_of(act)
        roll = self.random()
        if act.kind == "take" and roll < 0.4:
            if self.chance(0.3) and " or " in act.thing.canon and act.thing.canon.startswith("<"):
                act.thing.text = act.thing.text.replace(" or ", " and ")
            return self.say("ban_take", {"t": act.thing.text}, act.thing.plural), [nobody], None
        if act.kind == "go" and act.place.letter != "t" and roll < 0.5:
            return self.say("ban_go", {"p": act.place.text}), [nobody], None
        if act.kind in ("take", "skill") and act.thing is not None and act.thing.canon and act.thing.canon.startswith("<") and act.thing.canon.count(" or ") == 1 and "," not in act.thing.canon and self.chance(0.3):
            one, two = act.thing.canon.split(" or ")
            pair = Act(act.kind, act.verb, Noun(f"neither {one} nor {two}", ""), act.tail, "", act.mark)
            return self.one([pair.say("b"), f"please {pair.say('b')}", f"neither {one} nor {two} {self.one(['may', 'must', 'should', 'is to', 'can'])} be {act.passive()}", f"you must {pair.say('b')}"]), [nobody], None
        if act.kind == "bring" and roll < 0.4:
            at = self.where(act.place.text)
            if act.thing.text == "anything":
                return self.say("ban_anything", {"p": act.place.text, "in": at}), [nobody], None
            if act.thing.single:
                return self.say("ban_put", {"t": act.thing.text, "t0": act.thing.text, "p": act.place.text, "in": at}, act.thing.plural), [nobody], None
        if roll > 0.88:
            return self.say("no_robot", slots), [f"no robot may {act.canon}"], None
        if act.has_passive() and act.thing.text != "anything" and act.thing.canon and roll > 0.78:
            return self.say("ban_p", slots, act.thing.plural and act.thing.single), [nobody], None
        return self.say("ban", slots), [nobody], None

    def robot_ban(self):
        act = self.banned_act()
        slots = self.slots_of(act)
        if self.chance(0.25):
            name = self.mark("r")
            return self.say("no_sort", {**slots, "m": name}), [f"no {name} may {act.canon}"], None
        who = self.robot()
        if self.chance(0.1):
            who = self.listed([who, self.single("r")])
            return f"{who.text} {self.one(['must never', 'must not', 'may not', 'should never', 'are not allowed to', 'shall not', 'are forbidden to'])} {act.say('b')}", [f"{who.canon} must never {act.canon}"], None
        canon = [f"{who.canon} must never {act.canon}"]
        if act.kind == "go" and act.place.letter != "t" and self.chance(0.45):
            return self.say("ban_robot_go", {"r": who.text, "r0": who.text, "p": act.place.text, "in_p": self.where(act.place.text)}), canon, None
        return self.say("ban_robot", {**slots, "r": who.text, "b0": slots["b"]}), canon, None

    def only(self):
        act = self.banned_act()
        who = self.robot()
        if self.chance(0.12):
            who = self.listed([who, self.single("r")], "or")
            who.text = who.text.removeprefix("either ")
        elif self.chance(0.2):
            name = self.mark("r")
            who = Noun(f"{self.one(['<many>', 'the <many>'])} {name}", name, True, "r", False)
            text = self.one(["only", "only", "just", "none but", "nobody but", "no one but", "no one except", "no robots other than", "no robots except"])
            return f"{text} {who.text} {self.one(['may', 'can', 'should', 'must', 'are allowed to', 'are to', 'are permitted to'])} {act.say('b')}", [f"only {name} may {act.canon}"], None
        canon = [f"only {who.canon} may {act.canon}"]
        if act.has_passive() and act.thing.text != "anything" and act.thing.single and self.chance(0.25):
            return self.say("only_p", {**self.slots_of(act), "r": who.text}, act.thing.plural), canon, None
        return self.say("only", {**self.slots_of(act), "r": who.text}), canon, None

    def without(self):
        """An order and a ban in one sentence."""
        act, banned = self.act(), self.banned_act()
        while banned.kind == "out":
            banned = self.banned_act()
        text = self.say("without", {"o": lambda: self.order_plainly(act), "b1": lambda: act.say("b"), "b": lambda: banned.say("b"), "g": lambda: banned.say("g")})
        return text, [act.canon, f"never {banned.canon}"], None

    def fact_slots(self, fact):
        return {"f": lambda: self.clause(fact, False), "s": fact.subject.text, "a": lambda: self.predicate(fact)}

    def in_the_end(self):
        fact = self.fact("sssssra", denied=0.12)
        while fact.kind == "verb" or fact.kind == "at" and not fact.denied and fact.subject.letter != "r":
            fact = self.fact("sssra", denied=0.2)
        plain = fact.kind == "state" and "<d" not in fact.said and self.chance(0.5)
        rule = "in_the_end_not" if fact.denied else "in_the_end_plain" if plain else "in_the_end"
        return self.say(rule, {**self.fact_slots(fact), "a": fact.said}, fact.subject.plural), [f"in the end {fact.canon}"], None

    def some_point(self):
        fact = self.fact("sssaar", simple=True, denied=0.0)
        while fact.kind == "verb" or fact.kind == "at" and fact.subject.letter != "r":
            fact = self.fact("sssaar", simple=True, denied=0.0)
        return self.say("some_point", self.fact_slots(fact), fact.subject.plural), [f"at some point {fact.canon}"], None

    def always(self):
        fact = self.fact("sssssaar", denied=0.0)
        while fact.kind == "verb":
            fact = self.fact("sssssaar", denied=0.0)
        if self.chance(0.55):
            rule = "always_there" if fact.kind == "at" else "always"
            return self.say(rule, self.fact_slots(fact), fact.subject.plural), [f"it must always be that {fact.canon}"], None
        while fact.kind == "verb" or not fact.subject.single:
            fact = self.fact("sssaar", denied=0.0, simple=True)
        return self.say("never_fact", self.fact_slots(fact), fact.subject.plural), [f"it must never be that {fact.canon}"], None

    def never_both(self):
        first, second = self.fact(denied=0.0, simple=True), self.fact(denied=0.1, simple=True)
        while second.subject.canon == first.subject.canon:
            second = self.fact(denied=0.1, simple=True)
        canon = [f"it must never be that {first.canon} while {second.canon}"]
        if self.chance(0.3):
            letter = self.one("ptr")
            one, two = self.single(letter), self.single(letter)
            word, state, _ = self.state()
            text = self.say("not_both", {"x": one.text, "y": two.text, "a": word})
            return text, [f"it must never be that {one.canon} and {two.canon} are {state}"], None
        return self.say("never_both", {"f1": lambda: self.clause(first, False), "f2": lambda: self.clause(second, False)}), canon, None

    def whenever(self):
        when, fact = self.fact(denied=0.15, simple=True), self.fact("sssa", denied=0.3)
        be = f"{fact.subject.canon} must {'not ' if fact.denied else ''}be "
        be += f"at {fact.place.canon}" if fact.kind == "at" else fact.canon.split()[-1]
        slots = {"f1": lambda: self.clause(when), "s": fact.subject.text, "a": fact.said}
        return self.say("whenever_not" if fact.denied else "whenever_be", slots, fact.subject.plural), [f"whenever {when.canon} , {be}"], None

    def about(self, fact):
        """A deed that follows from a fact, often on what the fact speaks of."""
        if fact.subject.single and not isinstance(fact.said, tuple) and self.chance(0.45):
            it = Noun(self.one(["it", "it", fact.subject.text]) if not fact.subject.plural else "them", fact.subject.canon, fact.subject.plural, fact.subject.letter)
            if fact.kind == "at" and fact.subject.letter in "th":
                return self.bring(it, self.single("p"))
            if fact.kind == "state" and fact.subject.letter != "r":
                return self.bring(it, self.single("p")) if fact.subject.letter == "t" and self.chance(0.5) else self.deed(it)
        return self.within_scope(PLAIN, self.act)

    def condition(self):
        fact = self.fact(denied=0.2)
        act = self.about(fact)
        if fact.kind == "state" and fact.subject.single and self.chance(0.2) and not fact.denied:
            if self.chance(0.4):
                slots = {**self.order_slots(act), "f": lambda: self.clause(fact)}
                return self.say("unless", slots), [f"if {fact.canon.replace(' is ', ' is not ', 1)} , {act.canon}"], None
            return self.say("should_be", {**self.fact_slots(fact), **self.order_slots(act)}), [f"if {fact.canon} , {act.canon}"], None
        return self.say("if_order", {**self.order_slots(act), "f": lambda: self.clause(fact)}), [f"if {fact.canon} , {act.canon}"], None

    def order_slots(self, act):
        return {"o": lambda: self.tidy_order(act), "b": lambda: act.say("b"), "g": lambda: act.say("g")}

    def after_fact(self):
        fact = self.fact(denied=0.1)
        act = self.about(fact)
        return self.say("after_fact", {**self.order_slots(act), "f": lambda: self.clause(fact, False)}), [f"after {fact.canon} , {act.canon}"], None

    def timed_ban(self):
        fact, act = self.fact(denied=0.15), self.banned_act()
        before = self.chance(0.45)
        word = "before" if before else "while"
        slots = {**self.slots_of(act), "f": lambda: self.clause(fact, not before)}
        if self.chance(0.22):
            who = self.robot()
            return self.say("robot_not_before" if before else "robot_not_while", {**slots, "r": who.text}), [f"{who.canon} must never {act.canon} {word} {fact.canon}"], None
        canon = f"no robot may {act.canon} {word} {fact.canon}" if act.kind == "out" else f"never {act.canon} {word} {fact.canon}"
        if act.has_passive() and act.thing.single and self.chance(0.2):
            return self.say("not_before_p" if before else "not_while_p", slots, act.thing.plural), [canon], None
        return self.say("not_before" if before else "not_while", slots), [canon], None

    def while_fact(self):
        fact = self.fact(denied=0.1)
        act = self.within_scope(PLAIN, self.act, None, ((60, "skill"), (20, "take"), (20, "go")))
        return self.say("while_fact", {**self.order_slots(act), "f": lambda: self.clause(fact)}), [f"{act.canon} while {fact.canon}"], None

    def either(self):
        kinds = ((1, "bring"),) if self.chance(0.4) else ((60, "skill"), (20, "take"), (20, "go"))
        one, two = (self.within_scope(PLAIN, self.act, None, kinds) for _ in range(2))
        while " or " in one.canon + two.canon:
            one, two = (self.within_scope(PLAIN, self.act, None, kinds) for _ in range(2))
        return self.say("either", {**self.slots_of(one, "1"), **self.slots_of(two, "2")}), [f"{one.canon} or {two.canon}"], None

    def times(self):
        """How often: the canonical count and words for it."""
        number = self.one([2, 2, 2, 3, 3, 4, 5])
        words = dict(enumerate(["", "once", "two", "three", "four", "five"]))
        if number == 2:
            return "twice", self.one(["twice", "twice", "two times", "2 times", "2 x", "two times"])
        return f"{number} times", self.one([f"{words[number]} times", f"{number} times", f"{number} x", f"{words[number]} times"])

    def counted(self):
        act = self.within_scope(NAMED, self.act, None, ((70, "skill"), (15, "take"), (15, "go")))
        while " or " in act.canon:
            act = self.within_scope(NAMED, self.act, None, ((70, "skill"), (15, "take"), (15, "go")))
        canon, words = self.times()
        roll = self.random()
        if roll < 0.3:
            return self.say("times", {**self.order_slots(act), "n": words}), [f"{act.canon} {canon}"], None
        if roll < 0.4:
            words, canon = self.one(["once", "one time", "1 time"]), "once"
        if roll < 0.65:
            if act.has_passive() and act.thing.canon and self.chance(0.25):
                return self.say("at_most_p", {**self.slots_of(act), "n": words}, act.thing.plural), [f"{act.canon} at most {canon}"], None
            if self.chance(0.2):
                who = self.robot()
                return self.say("robot_at_most", {**self.slots_of(act), "r": who.text, "n": words}), [f"{who.canon} must {act.canon} at most {canon}"], None
            return self.say("at_most", {**self.slots_of(act), "n": words}), [f"{act.canon} at most {canon}"], None
        act = self.act()
        while " a <" in act.canon or "one of the" in act.canon:     # the same one all the time?
            act = self.act()
        number = 2 + int(self.random() * 40) if self.chance(0.7) else self.one([5, 10, 20, 50, 100])
        said = phrases.NUMBERS[number - 2] if number <= 10 and self.chance(0.4) else str(number)
        return self.say("within", {**self.order_slots(act), "k": said}), [f"{act.canon} within {number} steps"], None

    def crowd(self):
        place = self.single("p")
        at = self.where(place.text)
        if self.chance(0.6):
            return self.say("crowd_one", {"p": place.text, "in": at}), [f"at most one robot may be at {place.canon}"], None
        number = self.one([2, 2, 2, 3, 4, 5])
        said = self.one([str(number), phrases.NUMBERS[number - 2]])
        return self.say("crowd", {"p": place.text, "in": at, "n": said}), [f"at most {number} robots may be at {place.canon}"], None

    def sequence(self):
        """Deeds in their order, one sentence after another or joined."""
        count = self.weighted(((60, 2), (28, 3), (12, 4)))
        acts = []
        while len(acts) < count:
            act = self.within_scope(PLAIN, self.act, acts[-1] if acts else None, ACTS, True)
            if " or " not in act.canon:
                acts.append(act)
        canons = [act.canon for act in acts]
        texts = [self.order_plainly(acts[0]) if self.chance(0.75) else self.order(acts[0])]
        texts += [act.say("b") if self.chance(0.8) else self.tidy_order(act) for act in acts[1:]]
        if self.chance(0.12):
            fact = self.fact("s", denied=0.0)
            canons.append(f"in the end {fact.canon}")
            texts.append(f"{self.one(['make sure', 'see to it that', 'ensure that'])} {self.clause(fact)} {self.say('done0') if self.chance(0.5) else ''}")
        robot = self.robot() if self.chance(0.08) and all("robot" not in text for text in texts) else None
        if robot:
            texts = [f"{robot.text} {self.one(['should', 'must', 'has to'])} {acts[0].say('b')}", *(act.say("b") for act in acts[1:]), *texts[count:]]
            canons = [f"{robot.canon} must {canon}" if index < count else canon for index, canon in enumerate(canons)]
        style = self.random()
        if style > 0.93 and not robot:
            text = self.plain_list([Noun(each, "") for each in texts]) + self.one([" , in that order", " in this order", " , in this order please", " - in exactly this order", " , one after the other in that order", " , strictly in that order", " in the given order"])
        elif style < 0.12 and not robot:
            numbers = ["one", "two", "three", "four", "five"] if self.chance(0.4) else list("12345")
            sign = self.one([":", "-", ",", ""])
            word = self.one(["step", "step", "stage", "phase"])
            text = self.one([" . ", " ; ", " , "]).join(f"{word} {numbers[index]} {sign} {each}" for index, each in enumerate(texts))
        else:
            text = texts[0]
            if self.chance(0.6) or robot or not self.opens:       # so that nobody takes it for the end of what came before
                first = "first" if robot else self.say("first")
                text = f"{first} {acts[0].say('b') if first.endswith((' to', ' is')) else text}"
            for index, each in enumerate(texts[1:], 1):
                word = self.say("last") if index == len(texts) - 1 and index > 1 else self.say("then")
                text += f"{self.one([' , ', ' . ', ' . ', ' ; ', ' , and ', ' and '])}{word} {each}".replace("and and", "and")
        return text, ["first " + " , then ".join(canons)], None

    def before_after(self):
        """Two deeds of which one must come before the other."""
        earlier_first = self.chance(0.55)
        said_first = self.within_scope(PLAIN, self.act)
        while " or " in said_first.canon:
            said_first = self.within_scope(PLAIN, self.act)
        said_second = self.within_scope(PLAIN, self.act, said_first)
        while " or " in said_second.canon:
            said_second = self.within_scope(PLAIN, self.act)
        early, late = (said_first, said_second) if earlier_first else (said_second, said_first)
        if early.has_passive() and early.thing.canon and earlier_first and self.chance(0.35):
            return self.passively_before(early, late), [f"{early.canon} before you {late.canon}"], None
        text = self.say("a_before_b" if earlier_first else "b_after_a", {**self.slots_of(early, "1"), **self.slots_of(late, "2"), "pp1": lambda: early.say("pv")})
        return text, [f"{early.canon} before you {late.canon}"], None

    def passively_before(self, early, late):
        """What must have been done to a thing before something else is done."""
        plural = early.thing.plural
        slots = {"s1": early.thing.text, "pp1": early.passive, "be1": "are" if plural else "is", "has1": "have" if plural else "has", "b2": lambda: late.say("b"), "g2": lambda: late.say("g")}
        if late.has_passive() and late.thing.canon and self.chance(0.6):
            return self.say("before_p", {**slots, "s2": late.thing.text, "pp2": late.passive, "be2": "are" if late.thing.plural else "is"})
        return self.say("before_half_p", slots)

    def relay(self):
        """One robot after another."""
        one, two = self.single("r"), self.single("r")
        first = self.within_scope(NAMED, self.act)
        second = self.within_scope(NAMED, self.act)
        text = self.say("relay", {"r1": one.text, "r2": two.text, "b1": lambda: first.say("b"), "b2": lambda: second.say("b"), "b1s": lambda: first.say("bs"), "b2s": lambda: second.say("bs"), "pv1": lambda: first.say("pv"), "g1": lambda: first.say("g"), "g2": lambda: second.say("g")})
        return text, [f"first {one.canon} must {first.canon} , then {two.canon} must {second.canon}"], None

    # What nobody can tell.

    def unknown_noun(self):
        return f"{self.one(['the', 'the', 'the', 'a', 'my', 'that', 'all', 'our', 'every', 'this', 'two', 'any'])} {self.adjective() + ' ' if self.chance(0.3) else ''}{self.noun()}{self.one(['', '', 's'])}"

    def vague_thing(self):
        """A thing that cannot be told from others, or that is no thing of the site."""
        roll = self.random()
        name = self.mark("t")
        if roll < 0.3:
            return Noun(self.unknown_noun(), "?", False)
        if roll < 0.55:
            det = self.say("pick_one")
            text = f"{det} {name}" if self.chance(0.85) else f"the <one> {name} {self.say('near')}"
        elif roll < 0.7:
            text = f"the <{self.one(['one', 'many'])}> {name} {self.say('near')}"
        elif roll < 0.9:
            text = f"{self.say('amount')} {name}"
        else:
            text = self.say("odd_thing", {"t": self.single("t").text, "u": lambda: self.single("t").text, "m": name, "odd": self.unknown_noun})
        return Noun(text, "?", False)

    def unclear_act(self):
        """A deed of which one part cannot be understood."""
        roll = self.random()
        if roll < 0.22:
            act = self.bring(self.vague_thing(), self.single("p"))
        elif roll < 0.32:
            act = self.bring(self.single("t"), Noun(self.unknown_noun(), "?"))
        elif roll < 0.42:
            act = self.bring(self.single("t") if self.chance(0.6) else self.sort("t"), self.single("p"), True)
            act.tail = self.say("vague_place")
        elif roll < 0.5:
            act = self.bring(self.single("t"), self.single("p"), True)
            act.tail = f"{self.say('beside')} {act.place.text if self.chance(0.6) else self.single('t').text}"
            if self.chance(0.25):
                act.tail = f"between {act.place.text} and {self.single('p').text}"
        elif roll < 0.72:
            verb = self.one(phrases.STRANGE_VERBS) if self.chance(0.4) else self.one(self.verbs) if self.chance(0.6) else self.one(phrases.SKILLS_OF_ONE)
            if verb in self.skill_marks or verb in phrases.PUTS or verb in phrases.CARRIES or verb in phrases.TAKES:
                return self.unclear_act()
            act = Act("skill", verb, self.target(), "", "?")
            if self.chance(0.3) and verb not in ("lower", "hoist", "tow", "raise", "tip", "pour", "empty", "drain", "pump", "drive", "guide", "lead"):
                act.tail = f"{self.one(['to', 'into', 'to', 'in', 'on', 'with', 'for', 'at', 'onto', 'from'])} {self.single(self.one('pptr')).text}"
        elif roll < 0.78:
            act = self.deed(self.vague_thing())
        elif roll < 0.82:
            act = self.deed(Noun(self.unknown_noun(), "?"))
        elif roll < 0.9:
            act = self.act()
            (act.second or act).tail += f" {self.say(self.one(['clock', 'manner']))}"
        else:
            act = self.act()
            (act.second or act).tail += f" {self.say('hidden_condition')}"
        if not act.tail and act.kind == "bring":
            return self.unclear_act()
        act.canon = None
        return act

    def unclear_fact(self):
        fact = self.fact("sa", denied=0.15)
        roll = self.random()
        if roll < 0.5:
            fact = Fact(fact.subject, self.adjective(), fact.denied, None, "state")
        elif roll < 0.75:
            fact.subject = Noun(self.unknown_noun(), "?", False)
        else:
            fact = Fact(fact.subject, f"{self.one(['on', 'in', 'at', 'near', 'next to', 'behind'])} {self.unknown_noun()}", fact.denied, None, "at")
        return fact

    def unclear(self):
        """A statement that nobody can answer."""
        roll = self.random()
        act = self.unclear_act()
        slots = self.slots_of(act)
        if roll < 0.4:
            if act.kind == "bring" and act.second is None and act.thing.canon == "?" and act.place.canon != "?" and act.tail.endswith(act.place.text) and self.chance(0.35):
                text = self.wish(act.thing, act.place)
            elif act.kind == "bring" and act.place.canon == "?" and self.chance(0.4):
                text = self.wish(act.thing, act.place)
            elif self.chance(0.1):
                text = self.clause(self.fact())
            else:
                text = self.order(act)
        elif roll < 0.47:
            text = self.say("ban", slots)
        elif roll < 0.52:
            who = self.robot().text
            text = self.say(self.one(["must", "ban_robot", "only"]), {**slots, "r": who, "b0": slots["b"]})
        elif roll < 0.6:
            fact = self.unclear_fact()
            good = self.act()
            rule = self.one(["if_order", "after_fact", "not_before", "not_while", "while_fact"])
            text = self.say(rule, {**self.slots_of(good), **self.order_slots(good), "f": lambda: self.clause(fact)})
        elif roll < 0.66:
            fact = self.unclear_fact()
            text = self.say(self.one(["in_the_end", "always", "never_fact", "in_the_end_plain"]), self.fact_slots(fact), fact.subject.plural)
        elif roll < 0.7:
            good, fact = self.act(), self.fact(simple=True)
            text = self.say("if_order", {**self.order_slots(good), "f": lambda: self.clause(fact)}) + " " + self.say("else_branch", {"b2": self.act().say("b")})
        elif roll < 0.76:
            good = self.act()
            text = f"{self.order_plainly(good)} {self.one(['', '', ','])} {self.say(self.one(['clock', 'manner', 'hidden_condition', 'hidden_condition']))}"
        elif roll < 0.82:
            thing, place = self.single("t"), self.single("p")
            text = self.say("question", {"t": thing.text, "p": place.text, "in": self.where(place.text), "to": f"to {place.text}", "r": lambda: self.single("r").text, "a": lambda: self.state()[0]})
        elif roll < 0.89:
            good = self.act()
            text = self.say("to_people", self.slots_of(good))
        elif roll < 0.94:
            text = self.two_candidates()
        elif roll < 0.97:
            text = self.contradiction()
        else:
            text = self.out_of_form()
        return text, None, None

    def two_candidates(self):
        """A pronoun that may mean either of two things or, at the start of a mission, nothing; or no place where there should be one."""
        place = self.single("p")
        verb = self.one(("wash", "wipe", "open", "label", "scan", "check", "tag", "weigh", "dry", "inspect"))
        slots = {"x": self.single("t").text, "y": self.single("t").text, "p": place.text, "q": self.single("p").text, "in": self.where(place.text), "deed": f"{verb} {self.skill(verb)}",
                 "o": lambda: self.order_plainly(self.bring(Noun(self.one(("it", "that one", "them", "the latter")), "?"), place))}
        return self.say("refers_to_nothing" if self.opens and self.chance(0.4) else "no_place" if self.chance(0.3) else "refers_to_either", slots)

    def contradiction(self):
        place, act = self.single("p"), self.deed(self.single(self.one("pt")))
        return self.say("contradiction", {"t": self.single("t").text, "p": place.text, "q": lambda: self.single("p").text, "in": self.where(place.text), "a": self.state()[0], "b": lambda: act.say("b")})

    def out_of_form(self):
        """Clear to people, but beyond what the canonical forms can say."""
        fact, other = self.fact(simple=True), self.fact("sa", simple=True)
        delivery, deed = self.bring(self.single("t"), self.single("p")), self.deed(self.single("p"))
        slots = {"f": lambda: self.clause(fact), "f2": lambda: self.clause(other), "bring": lambda: delivery.say("b"), "t": delivery.thing.text, "in": self.where(delivery.place.text), "b": lambda: deed.say("b"), "g": lambda: deed.say("g"),
                 "r": self.single("r").text, "r2": lambda: self.single("r").text, "u": lambda: self.single("t").text, "n": lambda: self.mark("t"), "m": lambda: self.mark("r"), "k": lambda: self.one(("two", "three", "2", "four", "5"))}
        return self.say(self.one(("beyond_time", "beyond_amount", "beyond_robots")), slots)

    # Missions.

    STATEMENTS = ((215, "simple"), (55, "deliveries"), (25, "skills_alike"), (45, "corrected"), (28, "introduced"), (22, "left_out"), (26, "shared"), (70, "robot_must"), (12, "all_robots"), (85, "ban"), (50, "robot_ban"), (42, "only"), (22, "without"), (62, "in_the_end"), (8, "some_point"),
                  (40, "always"), (22, "never_both"), (30, "whenever"), (62, "condition"), (34, "after_fact"), (60, "timed_ban"), (16, "while_fact"), (16, "either"), (48, "counted"), (18, "crowd"), (75, "sequence"), (70, "before_after"), (16, "relay"))

    def statement(self, before):
        kind = self.weighted(self.STATEMENTS)
        return self.simple(before) if kind == "simple" else getattr(self, kind)()

    def sample(self):
        """A marked text and its canonical text."""
        while True:
            self.new_site()
            text, canon = self.mission()
            text = self.finished(text)
            if len(text.split()) <= 90 and len(canon.split()) <= 90:
                return self.renumbered(text, canon)

    def mission(self):
        count = self.weighted(((46, 1), (26, 2), (15, 3), (8, 4), (3, 5), (2, 6)))
        unclear_at = int(self.random() * count) if self.chance(QUESTIONS) else -1
        statements, before = [], None
        plain = count > 2 and self.chance(0.4)
        for index in range(count):
            self.opens = index == 0
            if index == unclear_at:
                statements.append(self.unclear())
                before = None
            else:
                statements.append(self.simple(before) if plain else self.statement(before))
                before = statements[-1][2]
        canon = "?" if unclear_at >= 0 else " ".join(f"{each} ." for _, canons, _ in statements for each in canons)
        return self.written(statements), canon

    def written(self, statements):
        style = self.weighted(((60, "prose"), (16, "run on"), (9, "dashes"), (9, "semicolons"), (6, "numbers")))
        text = ""
        if self.chance(0.2):
            text += self.say("hello") + self.one([" , ", " ", " : ", " ! ", " . ", " - ", " ... "])
        if self.chance(0.12):
            text += self.say("preamble") + " "
        if len(statements) == 1 and style in ("dashes", "numbers"):
            style = "prose"
        for index, (said, _, act) in enumerate(statements):
            said = said.strip()
            after = statements[index + 1][2] if index + 1 < len(statements) else None
            spoken_of = after is not None and any(noun is not None and noun.text in ("it", "them", "there", "in there") for noun in (after.thing, after.place))
            both_plain = index > 0 and act is not None and statements[index - 1][2] is not None
            if index > 0 and self.chance(0.16):
                said = f"{self.say('also')} {said}"
            if not spoken_of and self.chance(0.12):
                said = self.with_aside(said)
            if style == "dashes":
                text += f" - {said}"
            elif style == "numbers":
                text += f" {index + 1} {self.one(['.', ')'])} {said}"
            elif index == 0:
                text += said
            elif style == "semicolons":
                text += f" ; {said}"
            elif style == "run on" and both_plain:
                text += self.one([" and ", " , ", " ", " , and ", " and ", " and also "]) + said
            elif both_plain and self.chance(0.4):
                text += self.one([" and ", " , and ", " , ", " ; ", " , and please ", " and please "]) + said
            else:
                ending = text.rstrip()[-1:]
                text += (" " if ending in "?!." else self.one([" . ", " . ", " . ", " ! ", " . ", " ; "])) + said
            if after is not None and not spoken_of and self.chance(0.05):
                text += f" . {self.say('reason')}"
        if self.chance(0.15):
            text += self.one([" . ", " , ", " ! ", " . ", " "]) + self.say("bye")
        if text.rstrip()[-1:] not in ".?!":
            text += self.one([" .", " .", "", "", " !", " .", "", "", " .", " .", "", " ..."])
        return text

    def with_aside(self, said):
        """A clause more that has no bearing on the meaning."""
        if said.endswith("?"):
            return f"{said} {self.say('reason')}"
        if self.chance(0.12):
            return f"{said} {self.one(['because', 'since', 'as', 'now that', ', because', ', as', 'seeing that'])} {self.clause(self.fact(simple=True))}"
        return f"{said} {self.say('aside')}"

    # Spelling.

    def finished(self, text):
        """The text as people type it: apostrophes, commas and letters go astray."""
        text = " ".join(text.split()).replace("can n't", "ca n't").replace(" don't ", " do n't ").replace(" , ,", " ,").replace("? ?", "?").replace(" , .", " .").replace(" . . .", " .").replace(" . .", " .").replace("? .", "?").replace("! .", "!").replace("; ;", ";")
        for sign in (" ; .", " , ?", " : :"):
            text = text.replace(sign, sign[-2:])
        style = self.random()
        if style < 0.5:
            text = text.replace(" n't", "n 't")
        elif style < 0.75:
            text = text.replace(" n't", "n't").replace(" '", "'")
        elif style < 0.9:
            text = text.replace(" n't", "nt").replace(" 's ", "s ").replace(" '", "")
        if self.chance(0.15):
            text = " ".join(word for word in text.split() if word != "," or self.chance(0.3))
        if self.chance(0.22):
            text = self.misspelt(text)
        return text.lower()

    def misspelt(self, text):
        words = text.split()
        for _ in range(1 + int(self.random() * 2)):
            at = int(self.random() * len(words))
            word = words[at]
            follows = words[at + 1] if at + 1 < len(words) else ""
            if len(word) < 5 or not word.isalpha() or follows.startswith(("<d", "<s")) or word in PROTECTED:
                continue
            cut = 1 + int(self.random() * (len(word) - 2))
            kind = int(self.random() * 3)
            if kind == 0:
                words[at] = word[:cut] + word[cut + 1] + word[cut] + word[cut + 2:]
            elif kind == 1:
                words[at] = word[:cut] + word[cut + 1:]
            else:
                words[at] = word[:cut] + word[cut] + word[cut:]
        return " ".join(words)

    def renumbered(self, text, canon):
        """Marks numbered by first mention, each letter for itself."""
        names, counts = {}, {}

        def number(match):
            mark = match[0]
            if mark not in names:
                counts[match[1]] = counts.get(match[1], 0) + 1
                names[mark] = f"<{match[1]}{counts[match[1]]}>"
            return names[mark]
        text = MARK.sub(number, text)
        return text, MARK.sub(lambda match: names[match[0]], canon)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    sentences = Sentences(random.Random(arguments.seed), wordnet())
    for _ in range(arguments.count):
        text, canon = sentences.sample()
        print(f"{text}\n    {canon}")


if __name__ == "__main__":
    main()
