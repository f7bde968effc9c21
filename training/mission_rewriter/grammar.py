"""Chance, and the grammar of phrases as trees."""

import re

import lexicon
from inflection import DOUBLED, VOWELS
from phrases import RULES

EXCEPT = ("except", "except", "but", "apart from", "other than", "except for", "excluding", "with the exception of", "but not", "save for", "not counting", "bar", "minus", "leaving out")
SLOT = re.compile(r"\{(\w+)\}")
AGREEMENT = re.compile(r"\[([^/\]]+)/([^/\]]+)\]")
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
OWN_WORDS = set(re.findall(r"[a-z]+", " ".join([*RULES.values(), *lexicon.CARRIES, *lexicon.PUTS, *lexicon.TAKES, *lexicon.GOES, *lexicon.GOES_IN_BANS,
                                                *(verb for verb, _ in lexicon.REMOVALS), *EXCEPT])))


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


class Speaker:
    """Draws words and lexicon. `words` are lists of English words by "noun", "verb" and "adj", as wordnet() reads them."""

    def __init__(self, rng, words=None):
        self.rng = rng
        self.random = rng.random
        words = words or {"noun": lexicon.NOUNS, "verb": lexicon.VERBS, "adj": lexicon.ADJECTIVES}
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
