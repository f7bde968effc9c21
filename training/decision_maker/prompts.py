"""The prompts of `surefleet scenarios --decisions` as the small decision maker sees them."""

import json
import re
import subprocess

import jinja2
import torch
from tokenizers import AddedToken, Tokenizer

MISSION, WORLD, STEP = "<|mission|>", "<|world|>", "<|step|>"
# What stays the same in all prompts is left out, and so is history: the world as it is tells what is left to do. Each robot's line of
# the world is repeated where its choice stands, so that one step's prompts continue one another and a choice's grounds are near.
TEMPLATE = r"""
{%- set brief = messages[0]['content'].split('# Mission\n')[-1].split('\n# Response structure')[0] -%}
{%- set turn = messages[-1]['content'] -%}
{%- set question = turn.split('# Question\n')[-1] -%}
{%- set world = turn.split('# World now\n')[-1].split('\n\n# This step\n')[0].replace(',', '').replace(': nothing', ':') -%}
{%- set joint = turn.split('# This step\n')[-1].split('# Question\n')[0].replace('No robot has chosen yet.', '').strip() -%}
{{- '<|mission|>' + brief + '<|world|>' + question.split('. ')[0] + '\n' + world + '<|step|>' -}}
{%- for line in joint.split('\n') -%}
{%- for robot in world.split('\n') if ' will, ' in line and robot.startswith(line.split(' will, ')[0] + ' is ') -%}{{- robot -}}{%- endfor -%}
{{- ' ' + line.split(' at the same time: ')[-1] + '\n' -}}
{%- endfor -%}
{%- set asked = question.split(' is to act')[0].split('. ')[-1] -%}
{%- for robot in world.split('\n') if robot.startswith(asked.lower() + ' is ') -%}{{- robot -}}{%- endfor -%}
""".strip()


def rows_of(surefleet, wording, seed, count, classes="1,3,10,15", more=()):
    """Missions with their decisions, one dictionary a mission, as `surefleet` makes them."""
    command = [surefleet, "scenarios", "--decisions", "--wording", wording, "--seed", str(seed), "--count", str(count), "--robots", classes, *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        yield from map(json.loads, process.stdout)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} failed")


class Prompts:
    """Renders and encodes what the model reads."""

    def __init__(self, tokenizer, options, items):
        self.tokenizer, self.options = tokenizer, options
        self.template = jinja2.Environment(trim_blocks=True, lstrip_blocks=True).from_string(TEMPLATE)
        self.option_ids = [self.token(text) for text in options]
        self.place_of = {text: place for place, text in enumerate(options)}
        self.step = self.token(STEP)
        # Where the world names an item, the model is also asked (in training only) where the mission wants it.
        self.item_ids = {self.token(start + phrase): name for phrase, name in items.items() for start in ("", "and holds ")}

    def token(self, text):
        ids = self.tokenizer.encode(text).ids
        assert len(ids) == 1, (text, ids)
        return ids[0]

    def render(self, prefix, suffix):
        return self.template.render(messages=[{"role": "system", "content": prefix}, {"role": "user", "content": suffix}])

    def ends(self, ids, count):
        """Places of the tokens behind which each of a step's robots answers: four tokens a robot."""
        first = ids.index(self.step) + 3
        assert first + 4 * (count - 1) == len(ids) - 1, self.tokenizer.decode(ids, skip_special_tokens=False)
        return [first + 4 * place for place in range(count)]

    def steps(self, row):
        """A mission's steps: tokens, where to answer, the turns, and places and wanted places of items.

        One step's prompts begin one another, so the last of them holds all.
        """
        wanted = destinations(row["formulas"])
        turns, robots = row["turns"], row["robots"]
        groups = [turns[start:start + robots] for start in range(0, len(turns), robots)]
        texts = [self.render(row["prefix"], group[-1]["suffix"]) for group in groups]
        for group, encoded in zip(groups, self.tokenizer.encode_batch(texts)):
            ids = encoded.ids
            items = [(place, self.item_ids[token]) for place, token in enumerate(ids[:ids.index(self.step)]) if token in self.item_ids]
            yield ids, self.ends(ids, len(group)), group, [(place, wanted.get(name, ())) for place, name in items]


def destinations(formulas):
    """Where the formulas of a mission want each item."""
    wanted = {}
    for formula in formulas:
        if formula.startswith("F G"):
            for item, place in re.findall(r"located\((\w+), (\w+)\)", formula):
                wanted.setdefault(item, []).append(place)
    return wanted


def phrases_of(rows):
    """Phrases of the prompts that become tokens of their own, by kind, and the options."""
    found = {kind: set() for kind in ("place", "at", "holds", "item")}
    for row in rows:
        for turn in row["turns"]:
            world = turn["suffix"].split("# World now\n")[1].split("\n\n# This step")[0]
            for line in world.split("\n"):
                if robot := re.fullmatch(r"robot \d+ (is .*) (and holds (.*))", line):
                    found["at"].add(robot[1])
                    found["holds"].add(robot[2])
                else:
                    place, items = line.split(": ")
                    found["place"].add(place + ":")
                    found["item"].update(items.split(", "))
    found["item"].discard("nothing")
    actions = rows[0]["prefix"].split("# Actions\n")[1].split("\n\n")[0]
    return found, [line.split(": ")[1] for line in actions.split("\n")]


def extended(tokenizer, rows):
    """The tokenizer with a token for every phrase of the prompts, and the options."""
    tokenizer = Tokenizer.from_str(tokenizer.to_str())
    found, options = phrases_of(rows)
    tokenizer.add_special_tokens([WORLD, STEP])
    phrases = [*options, *(phrase for kind in found.values() for phrase in sorted(kind)), *(f"robot {n}" for n in range(1, 31)),
               *(f"step {n}" for n in range(1, 21)), *(f"of at most {n}" for n in range(1, 21))]
    tokenizer.add_tokens([AddedToken(phrase, single_word=True, normalized=True) for phrase in phrases])
    return tokenizer, options


def symbol_of(phrase, symbols):
    """The known symbol of what a phrase is about: `apple_1` for "go to apple 1"."""
    words = re.sub(r"[^a-z0-9 ]|\b(open|closed)\)?:", "", phrase.lower().replace("microwave", "microwave top")).split()
    for start in range(len(words)):
        if (symbol := "_".join(words[start:])) in symbols:
            return symbol
    return None


def batch_of(steps, surfaces):
    """Token ids [batch, tokens]; of each answer its batch row, place, target option; of each item its row, place, wanted surfaces."""
    width = max(len(ids) for ids, *_ in steps)
    batch = torch.zeros((len(steps), width), dtype=torch.long)
    answers, items, bits = [], [], []
    for row, (ids, ends, targets, wanted) in enumerate(steps):
        batch[row, :len(ids)] = torch.tensor(ids)
        answers += [(row, end, target) for end, target in zip(ends, targets)]
        for place, names in wanted:
            items.append((row, place))
            bits.append([float(surface in names) for surface in surfaces])
    return batch, torch.tensor(answers), torch.tensor(items), torch.tensor(bits)
