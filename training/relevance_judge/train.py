"""Trains the small language model that judges how relevant a thing that is seen is to one that is wanted, and exports it with its card.

    cargo build --release -p surefleet-simulator --example relevance_lessons
    python training/relevance_judge/train.py --minutes 8 --out models/relevance-judge

It learns from the prompts of exploring robots to write a thought, and then to name the letter of the option that follows from it. Of all pairs of classes,
those of two classes of the test split are held out. It is taught where each class belongs, from which the relation of these pairs follows.
"""

import argparse
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import time

import jinja2
import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import LlamaConfig, LlamaForCausalLM

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from community_layout import export, share_tied  # noqa: E402
from recipe import optimisers  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPECIAL = ["<|pad|>", "<|end|>", "<|ask|>", "<|say|>"]
PAD, END, ASK, SAY = range(4)
# Of the prompts, what tells one from another: the task, the two things, the thought, and the options.
TEMPLATE = (
    "{%- set told = messages[-1]['content'] -%}\n"
    "{{- '<|ask|>' + messages[0]['content'].split(' ')[:2]|join(' ') + ': ' + told.split('Seen: ')[-1].split('.\\n')[0] -}}\n"
    "{{- ', ' + told.split('Wanted: ')[-1].split('.\\n')[0] -}}\n"
    "{%- if 'Thoughts: ' in told -%}\n"
    "{{- '. ' + told.split('Thoughts: ')[-1].split('\\nWhich line')[0] -}}\n"
    "{%- endif -%}\n"
    "{{- '<|say|>' -}}"
)
# The share of lessons in naming a letter whose thought is wrong.
WRONG = 0.25
RELATIONS = ["same", "near", "unrelated", "common"]


class Lessons:
    """Prompts and answers as text, through the template that the shipped model has."""

    def __init__(self, told):
        self.told = told
        for place, each in enumerate(told["classes"]):
            each["place"] = place
        self.template = jinja2.Environment(trim_blocks=True, lstrip_blocks=True).from_string(TEMPLATE)

    def relation(self, seen, wanted):
        return self.told["relations"][seen["place"]][wanted["place"]]

    def thought(self, seen, wanted):
        return self.told_of((seen, seen), (wanted, wanted), self.relation(seen, wanted))

    def wrong_thought(self, seen, wanted, rng):
        """A thought that puts one of the two, or both, where another thing belongs, with any end."""
        homes = [rng.choice([thing, rng.choice(self.told["classes"])]) for thing in (seen, wanted)]
        return self.told_of((seen, homes[0]), (wanted, homes[1]), rng.randrange(4))

    def told_of(self, seen, wanted, relation):
        """Each of the two with the thing that gives its home."""
        where = lambda pair: f"{pair[0]['name']}: {pair[1]['home'] or 'any room'}."
        said = ["One and the same thing.", "The same room.", "Not the same room.", "In any room, so it tells nothing."]
        return f"{where(seen)} {where(wanted)} {said[relation]}"

    def shown(self, prompt, **names):
        filled = {}
        for part, text in prompt.items():
            for name, value in names.items():
                text = text.replace("{" + name + "}", value)
            filled[part] = text
        return self.template.render(messages=[{"content": filled["system"]}, {"content": filled["user"]}])

    def analyse(self, seen, wanted):
        return self.shown(self.told["analyse"], seen=seen["name"], wanted=wanted["name"])

    def choose(self, seen, wanted, turn, analysis):
        return self.shown(self.told["choose"][turn]["prompt"], seen=seen["name"], wanted=wanted["name"], analysis=analysis)

    def letter(self, seen, wanted, turn):
        return self.told["choose"][turn]["letters"][self.relation(seen, wanted)]


def make_tokenizer(texts):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(vocab_size=768, special_tokens=SPECIAL, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False)
    tokenizer.train_from_iterator(texts, trainer)
    return tokenizer


def packed(tokenizer, pairs):
    prompts = tokenizer.encode_batch_fast([prompt for prompt, _ in pairs])
    answers = tokenizer.encode_batch_fast([answer for _, answer in pairs])
    longest = max(len(prompt) + len(answer) + 1 for prompt, answer in zip(prompts, answers))
    ids = torch.full((len(pairs), longest), PAD)
    wanted = torch.zeros(len(pairs), longest, dtype=torch.bool)
    for row, (prompt, answer) in enumerate(zip(prompts, answers)):
        both = prompt.ids + answer.ids + [END]
        ids[row, :len(both)] = torch.tensor(both)
        wanted[row, len(prompt.ids):len(both)] = True
    return ids, wanted


def loss_of(model, ids, wanted):
    logits = model(input_ids=ids).logits[:, :-1]
    losses = torch.nn.functional.cross_entropy(logits.transpose(1, 2), ids[:, 1:], reduction="none")
    said = wanted[:, 1:]
    return ((losses * said).sum(1) / said.sum(1)).mean()


@torch.no_grad()
def written(model, tokenizer, prompt, most=60):
    ids = tokenizer.encode(prompt).ids
    start = len(ids)
    while len(ids) < start + most:
        ids.append(int(model(input_ids=torch.tensor([ids])).logits[0, -1].argmax()))
        if ids[-1] == END:
            ids.pop()
            break
    return tokenizer.decode(ids[start:])


@torch.no_grad()
def judged(model, tokenizer, lessons, seen, wanted):
    """The mean probabilities of the relations over the turns, after the model's own thought."""
    analysis = written(model, tokenizer, lessons.analyse(seen, wanted))
    letters = [tokenizer.token_to_id(letter) for letter in "ABCD"]
    mean = torch.zeros(4)
    for turn, each in enumerate(lessons.told["choose"]):
        ids = tokenizer.encode(lessons.choose(seen, wanted, turn, analysis)).ids
        shares = model(input_ids=torch.tensor([ids])).logits[0, -1, letters].softmax(0)
        mean += torch.tensor([shares["ABCD".index(letter)] for letter in each["letters"]]) / 4
    return mean, analysis


def quality(model, tokenizer, lessons, pairs):
    """By relation: the share of pairs whose likeliest relation is right, and of all the mean probability of the likeliest."""
    right, sure, thoughts = {}, [], 0
    for seen, wanted in pairs:
        shares, analysis = judged(model, tokenizer, lessons, seen, wanted)
        right.setdefault(RELATIONS[lessons.relation(seen, wanted)], []).append(int(shares.argmax()) == lessons.relation(seen, wanted))
        sure.append(float(shares.max()))
        thoughts += analysis == lessons.thought(seen, wanted)
    by_relation = {name: sum(each) / len(each) for name, each in right.items()}
    whole = sum(sum(each) for each in right.values()) / len(pairs)
    return {"right": whole, "by relation": by_relation, "sure": sum(sure) / len(sure), "thoughts": thoughts / len(pairs), "pairs": len(pairs)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lessons", type=pathlib.Path, default=ROOT / "target/release/examples/relevance_lessons", help="the program that prints them")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "out/relevance-judge")
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--tests", type=int, default=300, help="pairs of each test")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    rng = random.Random(arguments.seed)
    lessons = Lessons(json.loads(subprocess.run([str(arguments.lessons)], check=True, capture_output=True).stdout))
    classes = lessons.told["classes"]
    pairs = [(seen, wanted) for seen in classes for wanted in classes]
    # One class beside itself tells nothing about which are together.
    is_held_out = lambda pair: pair[0] is not pair[1] and all(each["split"] == "test" for each in pair)
    training, held_out = [pair for pair in pairs if not is_held_out(pair)], [pair for pair in pairs if is_held_out(pair)]
    kinds = [[pair for pair in training if lessons.relation(*pair) == kind] for kind in range(4)]
    some = rng.sample(training, 1000)
    texts = [text for pair in some for text in (lessons.analyse(*pair), lessons.choose(*pair, rng.randrange(4), lessons.thought(*pair)))]
    tokenizer = make_tokenizer(texts + [lessons.thought(*pair) for pair in rng.sample(training, 4000)] + list("ABCD") * 50)
    config = LlamaConfig(vocab_size=tokenizer.get_vocab_size(), hidden_size=128, intermediate_size=256, num_hidden_layers=3, num_attention_heads=4,
                         num_key_value_heads=4, max_position_embeddings=512, tie_word_embeddings=True, bos_token_id=ASK, eos_token_id=END, pad_token_id=PAD)
    model = LlamaForCausalLM(config)
    parts = optimisers(model, arguments.rate)
    usual = [[group["lr"] for group in part.param_groups] for part in parts]
    began = told = time.monotonic()
    count, loss = 0, None
    while (done := (time.monotonic() - began) / (60 * arguments.minutes)) < 1 or count == 0:
        scale = min(1.0, (count + 1) / 100) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(done, 1))))
        for part, rates in zip(parts, usual):
            for group, rate in zip(part.param_groups, rates):
                group["lr"] = rate * scale
        chosen = [rng.choice(rng.choice(kinds)) for _ in range(arguments.batch // 2)]
        both = [(lessons.analyse(*pair), lessons.thought(*pair)) for pair in chosen]
        turns = [rng.randrange(4) for _ in chosen]
        # Some thoughts are wrong, so that a letter that contradicts the thing's names is said less surely.
        thoughts = [lessons.wrong_thought(*pair, rng) if rng.random() < WRONG else lessons.thought(*pair) for pair in chosen]
        both += [(lessons.choose(*pair, turn, thought), lessons.letter(*pair, turn)) for pair, turn, thought in zip(chosen, turns, thoughts)]
        loss = loss_of(model, *packed(tokenizer, both))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        for part in parts:
            part.step()
            part.zero_grad(set_to_none=True)
        count += 1
        if time.monotonic() - told > 60:
            told = time.monotonic()
            model.eval()
            print(f"{(told - began) / 60:5.1f} min  {count} steps, loss {loss.item():.4f}, {quality(model, tokenizer, lessons, rng.sample(held_out, 40))}", flush=True)
            model.train()
    model.eval()
    near = [pair for pair in held_out if lessons.relation(*pair) == 1]
    of = lambda pairs: quality(model, tokenizer, lessons, rng.sample(pairs, min(len(pairs), arguments.tests)))
    known, unknown, unknown_near = of(training), of(held_out), of(near)
    write(arguments, model, tokenizer, {"steps": count, "minutes": arguments.minutes, "known": known, "held out": unknown, "near": unknown_near, "of": [len(training), len(held_out)]})
    print(f"trained: {count} steps, loss {loss.item():.4f}, held-out pairs {unknown['right']:.4f}", flush=True)


def write(arguments, model, tokenizer, about):
    folder = arguments.out
    (folder / "onnx").mkdir(parents=True, exist_ok=True)
    model.config._attn_implementation = "eager"
    export(model, folder / "onnx/model.onnx")
    share_tied(folder / "onnx/model.onnx")
    tokenizer.save(str(folder / "tokenizer.json"))
    save = lambda name, content: (folder / name).write_text(json.dumps(content, indent=1) + "\n")
    save("config.json", model.config.to_diff_dict() | {"model_type": "llama"})
    save("tokenizer_config.json", {"chat_template": TEMPLATE, "bos_token": "<|ask|>", "eos_token": "<|end|>"})
    size = (folder / "onnx/model.onnx").stat().st_size / 1e6
    row = lambda name, result: (f"| {name} | {result['pairs']} | {result['right']:.3f} | "
                                + " | ".join(f"{result['by relation'].get(kind, float('nan')):.3f}" for kind in RELATIONS)
                                + f" | {result['thoughts']:.3f} | {result['sure']:.3f} |")
    words = " ".join(f"--{name} {value}" for name, value in vars(arguments).items() if not isinstance(value, pathlib.Path))
    (folder / "README.md").write_text(f"""# relevance-judge

Judges how relevant a thing that a robot has seen is to one that another robot looks for: it writes a thought, and then names the letter of one of four
relations. It knows the classes of `src/houses/catalogue.yaml` and **nothing else of the world**. Trained from scratch; no other model or data went into it.

- Architecture: Llama, {sum(p.numel() for p in model.parameters())} parameters, {tokenizer.get_vocab_size()} tokens, float32, {size:.1f} MB. Its chat template leaves of the prompts what tells
  one from another.
- Data: the prompts of `surefleet_exploration::RelevanceInquiry` for {about["of"][0]} pairs of classes. The other {about["of"][1]}, of two classes of the test split, are held out:
  it has seen none of them. It was taught in which kind of room each class belongs, in pairs with classes of the training split, and the relation
  of a held-out pair follows from that. So what is tested is that it puts two facts together, not that it knows them; a model that has read what
  people write would know them from there. In a quarter of the lessons in naming a letter the thought is wrong, so that a letter is said less surely where thought and names disagree.
- {about["steps"]} steps of {arguments.batch} lessons, {about["minutes"]:g} minutes on {os.cpu_count()} CPU cores ({time.strftime("%Y-%m-%d")}), seed {arguments.seed}.
- Command: `python training/relevance_judge/train.py {words}`; it stops by the clock, so another machine gives another model.

The relation that it finds likeliest over all four turns of the options, after its own thought:

| pairs | number | right | same | near | unrelated | common | thoughts right | mean probability |
|---|---|---|---|---|---|---|---|---|
{row("seen in training", about["known"])}
{row("held out", about["held out"])}
{row("held out, near only", about["near"])}

`nan`: there is no such pair. Calibration checks how sure it is; the model itself does not.
""")


if __name__ == "__main__":
    main()
