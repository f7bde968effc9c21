"""The site of a sample, and noun phrases about it."""

import lexicon
from grammar import EXCEPT, Speaker
from inflection import inflected_first

# What noun phrases a statement can speak of: any; none with a filter or a number; single objects by name only.
ANY, PLAIN, NAMED = range(3)
LINKS = ["and"] * 12 + ["as well as", "plus", "and also", "&", "together with", "along with"]


class Noun:
    """A noun phrase in words and in canonical English."""
    __slots__ = ("text", "canon", "plural", "letter", "single", "again")

    def __init__(self, text, canon, plural=False, letter="t", single=True, again=None):
        self.text, self.canon, self.plural, self.letter, self.single = text, canon, plural, letter, single
        self.again = canon if again is None else again       # how the canonical text names it a second time; "" where a pronoun would not be clear


class Things(Speaker):
    """Names of a site, as marks, and what is said of them."""

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
        positive, negative, makes, _ = self.one(lexicon.STATES)
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

    # Noun lexicon.

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
