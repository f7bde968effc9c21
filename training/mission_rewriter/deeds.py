"""Deeds and facts in words and in canonical English."""

import lexicon
from inflection import inflected, inflected_first
from things import Noun, Things

ACTS = ((40, "bring"), (34, "skill"), (10, "out"), (8, "take"), (8, "go"))        # how often which kind of deed
NEW_VERBS = 0.08        # share of deliveries whose verb is made up
NOTS = ("not", "not", "n't")
FRIENDLY_MANNER = ("carefully", "safely", "properly", "with care", "nicely")


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


class Deeds(Things):
    """Verb phrases: what robots do, and what is so."""

    def way_to(self, verbs_of_putting):
        return self.one(lexicon.WAYS_OF_PUTS if verbs_of_putting else lexicon.WAYS_OF_CARRIES)

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
            verb, way = self.one(lexicon.PUTS if putting else lexicon.CARRIES), self.way_to(putting)
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
            first = self.one(lexicon.TAKES[:13])
            return Act("bring", first, thing, "", canon, place=place, second=second)
        return Act("bring", verb, thing, tail, canon, place=place, middle=self.chance(0.4))

    def remove(self, thing=None, place=None):
        thing = thing or self.thing()
        place = place or self.single("p" if self.chance(0.75) else "h", 0.2)
        verb, way = self.one(lexicon.REMOVALS)
        return Act("out", verb, thing, f"{way} {place.text}", f"take {thing.canon} out of {place.canon}", place=place)

    def take(self, thing=None):
        if thing is None:
            thing = self.thing()
            # "Get the cups on the table": are they to be taken, or to be put there?
            while thing.canon.startswith("everything") or " at <" in thing.canon and " that " not in thing.text and " which " not in thing.text:
                thing = self.thing()
        verb = self.one(lexicon.TAKES)
        return Act("take", verb, thing, "", f"take {thing.canon}", middle=self.chance(0.4))

    def go(self, place=None, banned=False):
        if place is None:
            place = self.place() if not banned else self.single("p", 0.1)
            if self.chance(0.05):
                place = self.single("t")
        verb = self.one(lexicon.GOES_IN_BANS if banned else lexicon.GOES)
        return Act("go", verb, None, place.text, f"go to {place.canon}", place=place)

    def deed(self, thing=None, banned=False):
        """A skill of the site, with as many objects as it takes."""
        roll = self.random()
        what = (lambda: self.forbidden(self.one("ptpth"))) if banned else self.target
        if roll < 0.72 or thing:
            if self.chance(0.15):
                verb = self.nonsense() if self.chance(0.8) else f"{self.nonsense()} {self.one(['up', 'down', 'off', 'on', 'out'])}"
            else:
                verb = self.one(lexicon.SKILLS_OF_ONE if self.chance(0.7) else lexicon.SKILLS_WITH_PARTICLE)
            thing = thing or what()
            mark = self.skill(verb)
            return Act("skill", verb, thing, "", f"{mark} {thing.canon}", mark=mark, middle=self.chance(0.45))
        if roll < 0.87:
            verb, way = self.one(lexicon.SKILLS_OF_TWO)
            if self.chance(0.1):
                verb = self.nonsense()
            thing = self.single("t") if not banned else self.forbidden("t")
            if not banned and self.chance(0.2):
                thing = self.target()
            other = self.single(self.one("r") if verb.split()[0] in lexicon.GIVING else self.one("tpphr"), 0.1)
            mark = self.skill(f"{verb} {way}")
            canon = f"{mark} {thing.canon} {other.canon}"
            if verb in lexicon.GIVING and thing.single and not banned and self.chance(0.35):
                return Act("skill", verb, Noun(f"{other.text} {thing.text}", ""), "", canon, mark=mark, place=other)
            return Act("skill", verb, thing, f"{way} {other.text}", canon, mark=mark, place=other, middle=self.chance(0.5))
        if roll < 0.95 or banned:
            verb, way = self.one(lexicon.SKILLS_OF_WAY)
            if self.chance(0.1):
                verb = self.nonsense()
            other = self.single(self.one("pppptr"), 0.1)
            mark = self.skill(f"{verb} {way}")
            return Act("skill", verb, None, f"{way} {other.text}", f"{mark} {other.canon}", mark=mark, place=other)
        verb = self.one(lexicon.SKILLS_ALONE) if self.chance(0.85) else self.nonsense()
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
            verb = self.one(lexicon.RELATIONS_OF_VERB)
            said, first = None, verb
        else:
            said = self.one(lexicon.RELATIONS_OF_BE)
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
