"""Missions as people say them at any site, with the controlled English that each means.

A sample is a pair. Its first part is marked text: what somebody said, with marks such as <t1> and <p1> in place of the names of the site. Its
second part is the canonical text, or "?" where nobody could tell for sure what to do. Each sample draws a meaning and words it piece by piece:
noun phrases, verb phrases, the frame of the sentence, connectors, asides. lexicon.py holds the words and phrases the phrases; things.py, deeds.py,
orders.py, rules.py and unclear.py draw, each more than the one before.

    python sentences.py --count 20 --seed 1
"""

import argparse
import random
import re

from grammar import wordnet
from unclear import Unclear

QUESTIONS = 0.25        # share of samples that have no answer
# Words in which a slip of the finger could make another word that matters.
PROTECTED = set("three there never either these those other where least most except without everything anything "
                "nothing before after while until unless first second twice times steps robot robots".split())
MARK = re.compile(r"<([rtphds])(\d+)>")


class Sentences(Unclear):
    """Draws samples."""

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
