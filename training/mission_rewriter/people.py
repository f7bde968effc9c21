"""Missions that people wrote by hand, as marked texts with their canonical words (people.jsonl), and many like each of them: with other
verbs and states, one behind the other, and with slips of the pen.

Each was written without sight of the sentences that the parser is measured with.
"""

import json
import pathlib
import re

import lexicon

FILE = pathlib.Path(__file__).resolve().parent / "people.jsonl"
MARK = re.compile(r"<([rtphds])(\d+)>")
VERB = re.compile(r"(\b[a-z]+) (<d\d+>)(?! <s)")
MOST = 24
# Of every so many sentences one is kept for the judgement.
KEPT = 12
VERBS = [verb for verb in lexicon.SKILLS_OF_ONE if verb.isalpha()]


def read():
    """Pairs of text and canonical words: those to learn from, and those to judge by."""
    rows = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    pairs = [(row["text"], row["canonical"]) for row in rows]
    return [pair for place, pair in enumerate(pairs) if place % KEPT], pairs[::KEPT]


def renumbered(text, canonical, counts):
    """The pair with marks numbered behind those that are counted; counts them."""
    names = {}

    def name(match):
        mark = match[0]
        if mark not in names:
            counts[match[1]] = counts.get(match[1], 0) + 1
            names[mark] = f"<{match[1]}{counts[match[1]]}>"
        return names[mark]
    text = MARK.sub(name, text)
    return text, MARK.sub(lambda match: names.get(match[0], match[0]), canonical)


class People:
    """Sentences like those of people; `rng` is a random.Random."""

    def __init__(self, rng, pairs):
        self.rng, self.pairs = rng, pairs

    def sample(self):
        number = self.rng.choice([1, 1, 1, 1, 1, 2, 2, 3])
        counts, texts, answers = {}, [], []
        for text, canonical in (self.one() for _ in range(number)):
            text, canonical = renumbered(text, canonical, counts)
            texts.append(text)
            answers.append(canonical)
        if max(counts.values(), default=0) > MOST:
            return self.sample()
        text = texts[0]
        for part in texts[1:]:
            end = "" if text[-1] in ".!?;:" else self.rng.choice([" .", " .", " .", " ;", " !"])
            text = f"{text}{end} {part}"
        return self.slipped(text), "?" if "?" in answers else " ".join(answers)

    def one(self):
        text, canonical = self.rng.choice(self.pairs)
        if self.rng.random() < 0.5:
            text = VERB.sub(self.other_verb, text)
        if self.rng.random() < 0.25:
            text, canonical = self.other_kinds(text, canonical)
        return text, canonical

    def other_verb(self, match):
        """Another skill's verb in the same form, where the form can be seen."""
        word = match[1]
        verb = self.rng.choice(VERBS)
        stem = verb.removesuffix("e")
        for end in ("ing", "ed"):
            if word.endswith(end):
                return f"{stem}{end} {match[2]}"
        if word.endswith("s") and not word.endswith("ss"):
            return f"{verb}s {match[2]}"
        known = self.rng.random() < 0.7 and word in lexicon.SKILLS_OF_ONE
        return f"{verb if known else word} {match[2]}"

    def other_kinds(self, text, canonical):
        """What is carried may also be something that holds others, and what holds things may also stand where it is."""
        kinds = {"t": "h"} if self.rng.random() < 0.5 else {"h": "p"}
        (old, new), = kinds.items()
        if f"<{new}" in text or (old == "h" and re.search(r"bring [^.]*<h\d+> to|take [^.]*<h", canonical)):
            return text, canonical
        def swap(of):
            return of.replace(f"<{old}", f"<{new}")
        return swap(text), swap(canonical)

    def slipped(self, text):
        """With commas left out, or a letter of a longer word swapped, lost or doubled."""
        if self.rng.random() < 0.15:
            text = text.replace(" ,", "")
        if self.rng.random() < 0.15:
            text = text.rstrip(" .!")
        if self.rng.random() < 0.12:
            words = text.split(" ")
            place = self.rng.randrange(len(words))
            word = words[place]
            if len(word) > 4 and word.isalpha():
                at = self.rng.randrange(1, len(word) - 2)
                words[place] = self.rng.choice([word[:at] + word[at + 1:], word[:at] + word[at] + word[at:],
                                                word[:at] + word[at + 1] + word[at] + word[at + 2:]])
            text = " ".join(words)
        return text
