"""Trains the small language model that parses missions, and exports it to models/mission-parser with its card.

It learns to write the sentence of the mission grammar (surefleet_grounded::MissionGrammar) that a text means. Half of what it reads is
made by `surefleet scenarios --wording training`, half by wordings.py, made anew all the time; what it is judged by are the sentence forms that
`surefleet` holds out.

    python training/mission_parser/train.py --surefleet scripts/surefleet --minutes 60 --out models/mission-parser
"""

import argparse
import collections
import hashlib
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import time

import torch
from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
from transformers import LlamaConfig, LlamaForCausalLM
from wordings import Writer

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from community_layout import export, weights  # noqa: E402
from household import Household  # noqa: E402
from recipe import chunked, optimisers  # noqa: E402
from tiny_models import golden  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPECIAL = ["<|pad|>", "<|mission|>", "<|parse|>"]
SYMBOLS = ["or", "located", "go_to", "grab", "open", "put_down", "robot"]
# What stands between two names is one token each, so that a formula costs few passes.
BEGINNINGS = ["F G located (", *(f"G ! {skill} (" for skill in ("go_to", "grab", "open", "put_down"))]
COMMA, END = " ,", ") ."
RUNS = [COMMA, *BEGINNINGS, *(f") & {beginning}" for beginning in BEGINNINGS), END]
PAD, MISSION, PARSE = range(3)
TEMPLATE = "{% for message in messages %}{% if message['role'] == 'user' %}{{ '<|mission|>' + message['content'] + '<|parse|>' }}{% endif %}{% endfor %}"
# Seeds of the training missions; calibration and tests take theirs from other ranges.
TRAINING_SEED, HELD_OUT_SEED = 1_000_000_000, 2_000_000_000
# Share of the training missions of surefleet that are vague.
VAGUE = 0.3


def scenarios(surefleet, wording, seed, count, vague):
    """Texts and their sentences, of all classes, as `surefleet` makes them; a share of them vague."""
    command = [surefleet, "scenarios", "--wording", wording, "--seed", str(seed), "--count", str(count), "--vague", str(vague)]
    lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return [(row["text"], row["parse"], row["robots"]) for row in map(json.loads, lines)]


def make_tokenizer(writer, texts):
    """Byte-level BPE on lower-case words."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Whitespace(), pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(vocab_size=1400, min_frequency=20, special_tokens=SPECIAL, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False)
    tokenizer.train_from_iterator(texts, trainer)
    return tokenizer


def add_symbols(tokenizer, writer):
    """Every name of a formula, and every run of other symbols between two of them, is a token of its own."""
    names = SYMBOLS + [f"robot_{number}" for number in range(1, 31)] + [*writer.items, *writer.places]
    tokenizer.add_tokens([AddedToken(name, single_word=True, normalized=True) for name in names if tokenizer.token_to_id(name) is None])
    tokenizer.add_tokens([AddedToken(run, normalized=True) for run in RUNS if tokenizer.token_to_id(run) is None])


def encode(tokenizer, text, sentence):
    ids = [MISSION, *tokenizer.encode(text).ids, PARSE]
    return ids, tokenizer.encode(sentence).ids


def batch_of(pairs):
    """Token ids [batch, tokens], and which of them are to be predicted."""
    width = max(len(text) + len(sentence) for text, sentence in pairs)
    ids = torch.full((len(pairs), width), PAD)
    wanted = torch.zeros((len(pairs), width), dtype=torch.bool)
    for row, (text, sentence) in enumerate(pairs):
        ids[row, :len(text) + len(sentence)] = torch.tensor(text + sentence)
        wanted[row, len(text):len(text) + len(sentence)] = True
    return ids, wanted


def batches(writer, fixed, tokenizer, tokens, rng):
    """Batches of about so many tokens, of texts of like length."""
    while True:
        pool = []
        for _ in range(1024):
            text, sentence = rng.choice(fixed)[:2] if rng.random() < 0.5 else writer.sample(rng.choice([1, 2, 3, 5, 8, 11, 11]))
            pool.append(encode(tokenizer, text, sentence))
        yield from map(batch_of, chunked(pool, tokens, rng))


def loss_of(model, ids, wanted):
    with torch.autocast("cuda", dtype=torch.bfloat16, enabled=ids.is_cuda):
        hidden = model.model(input_ids=ids).last_hidden_state[:, :-1][wanted[:, 1:]]
        logits = model.lm_head(hidden)
    targets = ids[:, 1:][wanted[:, 1:]]
    return torch.nn.functional.cross_entropy(logits.float(), targets)


@torch.no_grad()
def exact(model, pairs, device):
    """Which sentences greedy decoding gets wholly right: those all of whose tokens are likeliest after the right ones."""
    model.eval()
    right = []
    for start in range(0, len(pairs), 64):
        ids, wanted = (each.to(device) for each in batch_of(pairs[start:start + 64]))
        logits = model(input_ids=ids).logits[:, :-1].argmax(-1)
        right += ((logits == ids[:, 1:]) | ~wanted[:, 1:]).all(-1).tolist()
    model.train()
    return right


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--surefleet", default=str(ROOT / "scripts/surefleet"))
    parser.add_argument("--domain", default=str(ROOT / "config/domains/household.yaml"))
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "models/mission-parser")
    parser.add_argument("--minutes", type=float, default=60.0, help="of training, set-up and tests not counted")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--missions", type=int, default=10_000, help="of surefleet, per class")
    parser.add_argument("--tokens", type=int, default=3_000, help="per batch")
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--checkpoint", type=pathlib.Path, default=ROOT / "out/mission-parser.pt", help="written every two minutes")
    parser.add_argument("--golden", action="store_true", help="also write what torch computes, for the parity tests of src/onnx")
    start = parser.add_mutually_exclusive_group()
    start.add_argument("--resume", action="store_true", help="go on from the checkpoint, with its tokenizer; --minutes are on top")
    start.add_argument("--resume-model", type=pathlib.Path, help="go on from an exported model, with its tokenizer; its own training is not counted")
    arguments = parser.parse_args()

    torch.manual_seed(arguments.seed)
    rng = random.Random(arguments.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    writer = Writer(Household(arguments.domain), rng)
    fixed = scenarios(arguments.surefleet, "training", TRAINING_SEED, arguments.missions, VAGUE)
    held_out = scenarios(arguments.surefleet, "held-out", HELD_OUT_SEED, 250, 0)
    before = {"minutes": 0.0, "steps": 0, "tokens": 0, "commands": [], "goes_on_from": None}
    if arguments.resume:
        before = torch.load(arguments.checkpoint)
    elif arguments.resume_model:
        graph = (arguments.resume_model / "onnx/model.onnx").read_bytes()
        before["goes_on_from"] = hashlib.sha256(graph).hexdigest()
        before |= {"weights": weights(arguments.resume_model / "onnx/model.onnx"), "tokenizer": (arguments.resume_model / "tokenizer.json").read_text()}
    if "tokenizer" in before:
        tokenizer = Tokenizer.from_str(before["tokenizer"])
    else:
        tokenizer = make_tokenizer(writer, [part for _ in range(20_000) for part in writer.sample(6)] + [part for row in fixed[::4] for part in row[:2]])
    add_symbols(tokenizer, writer)
    judged = [encode(tokenizer, *row[:2]) for row in held_out]
    config = LlamaConfig(vocab_size=tokenizer.get_vocab_size(), hidden_size=arguments.width, intermediate_size=3 * arguments.width,
                         num_hidden_layers=arguments.layers, num_attention_heads=4, num_key_value_heads=4, max_position_embeddings=4096,
                         tie_word_embeddings=True, bos_token_id=MISSION, eos_token_id=tokenizer.token_to_id(END), pad_token_id=PAD,
                         attn_implementation="sdpa")
    model = LlamaForCausalLM(config)
    if "weights" in before:
        model.load_state_dict(widened(before["weights"], config.vocab_size))
        rng.seed(arguments.seed + before["steps"])
    model.to(device)
    parameters = sum(p.numel() for p in model.parameters())
    print(f"{parameters} parameters, {config.vocab_size} tokens, {len(fixed)} missions of surefleet, on {device}", flush=True)

    steps = optimisers(model, arguments.rate)
    usual = [[group["lr"] for group in step.param_groups] for step in steps]
    began = told = time.monotonic()
    seen, count, running = 0, 0, None
    model.train()
    for ids, wanted in batches(writer, fixed, tokenizer, arguments.tokens, rng):
        done = (time.monotonic() - began) / (60 * arguments.minutes)
        if done >= 1 and count:
            break
        scale = min(1.0, (count + 1) / 200) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * done)))
        for step, rates in zip(steps, usual):
            for group, rate in zip(step.param_groups, rates):
                group["lr"] = rate * scale
        loss = loss_of(model, ids.to(device), wanted.to(device))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        for step in steps:
            step.step()
            step.zero_grad(set_to_none=True)
        count, seen = count + 1, seen + ids.numel()
        running = loss.item() if running is None else 0.98 * running + 0.02 * loss.item()
        if time.monotonic() - told > 120:
            told = time.monotonic()
            share = sum(exact(model, judged[::5], device)) / len(judged[::5])
            keep(arguments.checkpoint, model, tokenizer, before, (told - began) / 60, count, seen)
            print(f"{(told - began) / 60:5.1f} min, {count} steps, {seen / 1e6:.1f} M tokens: loss {running:.4f}, held-out wording exact {share:.3f}", flush=True)

    total = keep(arguments.checkpoint, model, tokenizer, before, (time.monotonic() - began) / 60, count, seen)
    right = exact(model, judged, device)
    by_class = collections.defaultdict(list)
    for row, is_right in zip(held_out, right):
        by_class[row[2]].append(is_right)
    save(model, tokenizer, config, arguments.out)
    if arguments.golden:
        (arguments.out / "golden.json").write_text(json.dumps(golden(model, tokenizer)))
    print(f"trained: {total['steps']} steps, loss {running:.4f}, held-out wording exact {sum(right) / len(right):.3f}", flush=True)
    card(arguments, config, parameters, {robots: sum(each) / len(each) for robots, each in by_class.items()}, len(held_out), total, device)


def widened(state, tokens):
    """The state with a row for each token; new ones begin as the mean of the known ones."""
    def widen(rows):
        return torch.cat([rows, rows.mean(0, keepdim=True).expand(tokens - len(rows), -1)])
    return {name: widen(value) if name in ("model.embed_tokens.weight", "lm_head.weight") else value for name, value in state.items()}


def keep(path, model, tokenizer, before, minutes, steps, tokens):
    """Writes what `--resume` goes on from; returns what was trained so far, all in all."""
    total = {"minutes": before["minutes"] + minutes, "steps": before["steps"] + steps, "tokens": before["tokens"] + tokens}
    total["goes_on_from"] = before.get("goes_on_from")
    total["commands"] = [*before["commands"], " ".join(["python", *sys.argv])]
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.save(total | {"weights": model.state_dict(), "tokenizer": tokenizer.to_str()}, path)
    return total


def save(model, tokenizer, config, out):
    (out / "onnx").mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(out / "tokenizer.json"))
    (out / "config.json").write_text(json.dumps(config.to_diff_dict() | {"model_type": config.model_type}, indent=1) + "\n")
    (out / "tokenizer_config.json").write_text(json.dumps({"chat_template": TEMPLATE, "bos_token": SPECIAL[MISSION], "eos_token": END}, indent=1) + "\n")
    model = model.cpu().float().eval()
    model.config._attn_implementation = "eager"
    export(model, out / "onnx" / "model.onnx")


def card(arguments, config, parameters, shares, count, total, device):
    """What was trained, on what, and how well it does: written by the run itself."""
    rows = "\n".join(f"| {robots} | {share:.4f} |" for robots, share in sorted(shares.items()))
    (arguments.out / "README.md").write_text(f"""# mission-parser

Reads a mission of the household domain and writes its meaning, in the grammar of `surefleet_grounded::MissionGrammar`.
{f"Goes on from the model whose graph has the SHA-256 {total['goes_on_from']}; what follows counts from there." if total["goes_on_from"] else "Trained from scratch; no other model or data went into it."}

- Architecture: Llama, {config.num_hidden_layers} layers of width {config.hidden_size}, {parameters} parameters, {config.vocab_size} tokens, float32.
- Data: {4 * arguments.missions} missions of `surefleet scenarios --wording training --vague {VAGUE} --seed {TRAINING_SEED}`, and as many texts again of `training/mission_parser/wordings.py`, made
  anew all the time (one in ten is vague on purpose). {total['tokens'] / 1e6:.1f} million tokens, {total['steps']} steps, seed {arguments.seed}.
- Training time: {total['minutes']:.0f} minutes on {f"{os.cpu_count()} CPU cores" if device == "cpu" else "one GPU"} ({time.strftime("%Y-%m-%d")}).
- Command: {" then ".join(f"`{part}`" for part in total["commands"])}; it stops by the clock, so another machine gives another model.

Whole missions parsed exactly by greedy decoding, in sentence forms that were held out of training
(`surefleet scenarios --wording held-out --seed {HELD_OUT_SEED}`, {count} missions):

| robots | exact |
|---|---|
{rows}

It knows the items and places of the household and no others, robots 1 to 30, and English. It guesses at everything else. Calibration checks
its certainty; the model itself does not.
""")


if __name__ == "__main__":
    main()
