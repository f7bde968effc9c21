"""Trains the small language model that rewrites missions in the canonical words of `surefleet_english`, at any site, and exports it.

It sees marks in place of what a site names (`surefleet_english::Marked`), so that it need not know any site, and copies them. What it
reads is made by sentences.py and from people.jsonl (people.py), continuously.

    python training/mission_rewriter/train_marks.py --steps 8000 --checkpoint out/mission-rewriter.pt
    python training/mission_rewriter/train_marks.py --checkpoint out/mission-rewriter.pt --export models/mission-rewriter
"""

import argparse
import json
import multiprocessing
import os
import pathlib
import random
import sys
import time

import numpy
import torch
from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
from transformers import LlamaConfig, LlamaForCausalLM
from grammar import wordnet
from people import People, read
from sentences import Sentences

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from recipe import chunked, optimisers  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPECIAL = ["<|pad|>", "<|mission|>", "<|parse|>"]
PAD, MISSION, PARSE = range(3)
# As surefleet_english::Marked writes them.
MARKS = [f"<{letter}{number}>" for letter in "rtphds" for number in range(1, 25)] + ["<one>", "<many>"]
# All words of canonical sentences.
CANONICAL = ("? . , ; bring to take out of go must no may all in the end at some point it never be that and always only first then before you "
             "while whenever if after or most twice times within steps one robot robots is not are put on anything everything every a two three "
             "four five six seven eight nine ten except any once").split() + [str(number) for number in range(1, 101)]
TEMPLATE = "{% for message in messages %}{% if message['role'] == 'user' %}{{ '<|mission|>' + message['content'] + '<|parse|>' }}{% endif %}{% endfor %}"
LONGEST = 320
# Share of what is learnt that is like what people wrote by hand; the rest is made up by sentences.py.
PEOPLE = 0.35


def make_tokenizer(texts, size):
    """Byte-level BPE on lower-case words; marks and canonical words are one token each."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Whitespace(), pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(vocab_size=size, min_frequency=10, special_tokens=SPECIAL, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
                                  show_progress=False)
    unmarked = (" ".join(word for word in text.split() if not word.startswith("<")) for text in texts)
    tokenizer.train_from_iterator(unmarked, trainer)
    tokenizer.add_tokens([AddedToken(mark, normalized=True) for mark in MARKS])
    words = [word for word in CANONICAL if tokenizer.token_to_id(word) is None]
    tokenizer.add_tokens([AddedToken(word, single_word=True, normalized=True) for word in words])
    return tokenizer


def make_batches(tokenizer, words, seed, tokens, queue):
    """Puts batches of about so many tokens into the queue, of texts of like length: ids [batch, tokens] and the texts' lengths."""
    tokenizer = Tokenizer.from_str(tokenizer)
    rng = random.Random(seed)
    made, people = Sentences(rng, words), People(rng, read()[0])
    while True:
        sources = ((people if rng.random() < PEOPLE else made) for _ in range(4096))
        pairs = [(text, written(canonical)) for text, canonical in (source.sample() for source in sources)]
        texts = tokenizer.encode_batch([text for text, _ in pairs], add_special_tokens=False)
        answers = tokenizer.encode_batch([answer for _, answer in pairs], add_special_tokens=False)
        pool = [([MISSION, *text.ids, PARSE], answer.ids) for text, answer in zip(texts, answers)]
        pool = [pair for pair in pool if len(pair[0]) + len(pair[1]) <= LONGEST]
        for chunk in chunked(pool, tokens, rng):
            queue.put(batch_of(chunk))


def written(canonical):
    """The answer as the model writes it: "." stands at its end alone, and ";" between statements."""
    return canonical.removesuffix(" .").replace(" .", " ;") + " ."


def batch_of(pairs):
    # Widths in steps of 16, so that a compiled model meets few shapes.
    width = -(-max(len(text) + len(answer) for text, answer in pairs) // 16) * 16
    ids = numpy.full((len(pairs), width), PAD, dtype=numpy.int16)
    for row, (text, answer) in enumerate(pairs):
        ids[row, :len(text) + len(answer)] = text + answer
    return ids, numpy.array([len(text) for text, _ in pairs], dtype=numpy.int16)


def wanted_of(ids, lengths):
    """Which tokens are to be predicted: the answers'."""
    places = torch.arange(ids.shape[1], device=ids.device)
    return (places >= lengths[:, None]) & (ids != PAD)


def loss_of(model, ids, wanted):
    with torch.autocast("cuda", dtype=torch.bfloat16, enabled=ids.is_cuda):
        hidden = model.model(input_ids=ids).last_hidden_state[:, :-1][wanted[:, 1:]]
        logits = model.lm_head(hidden)
    return torch.nn.functional.cross_entropy(logits.float(), ids[:, 1:][wanted[:, 1:]])


@torch.no_grad()
def exact(model, batches, device):
    """The share of answers that greedy decoding gets wholly right."""
    model.eval()
    right = []
    for ids, lengths in batches:
        ids, lengths = (torch.from_numpy(each.astype(numpy.int64)).to(device) for each in (ids, lengths))
        wanted = wanted_of(ids, lengths)
        logits = model(input_ids=ids).logits[:, :-1].argmax(-1)
        right += ((logits == ids[:, 1:]) | ~wanted[:, 1:]).all(-1).tolist()
    model.train()
    return sum(right) / len(right)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=8000, help="batches to learn from; a busy machine takes longer over them, and learns as much")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tokens", type=int, default=4_000, help="per batch")
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--vocabulary", type=int, default=2000)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    parser.add_argument("--checkpoint", type=pathlib.Path, default=ROOT / "out/mission-rewriter.pt", help="written every minute")
    parser.add_argument("--words", type=pathlib.Path, help="a JSON file of what `grammar.wordnet` gives, where WordNet is not installed")
    parser.add_argument("--export", type=pathlib.Path, metavar="FOLDER", help="train nothing: write the checkpoint as an ONNX model")
    parser.add_argument("--golden", action="store_true", help="with --export: also write what torch computes, for the parity tests of src/onnx")
    arguments = parser.parse_args()
    if arguments.export:
        save(torch.load(arguments.checkpoint, map_location="cpu", weights_only=False), arguments.export, arguments.golden)
        return

    torch.manual_seed(arguments.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    words = json.loads(arguments.words.read_text()) if arguments.words else wordnet()
    rng = random.Random(arguments.seed)
    sample, people = Sentences(rng, words), People(rng, read()[0])
    tokenizer = make_tokenizer([text for _ in range(20_000) for source in (sample, people) for text in source.sample()], arguments.vocabulary)
    context = multiprocessing.get_context("spawn")
    queue = context.Queue(maxsize=64)
    workers = []
    for number in range(arguments.workers):
        seed = 1_000_003 * (number + 1) + arguments.seed
        workers.append(context.Process(target=make_batches, args=(tokenizer.to_str(), words, seed, arguments.tokens, queue), daemon=True))
        workers[-1].start()
    config = LlamaConfig(vocab_size=tokenizer.get_vocab_size(), hidden_size=arguments.width, intermediate_size=3 * arguments.width,
                         num_hidden_layers=arguments.layers, num_attention_heads=4, num_key_value_heads=4, max_position_embeddings=2048,
                         tie_word_embeddings=True, bos_token_id=MISSION, eos_token_id=tokenizer.token_to_id("."), pad_token_id=PAD, attn_implementation="sdpa")
    model = LlamaForCausalLM(config).to(device)
    parameters = sum(p.numel() for p in model.parameters())
    print(f"{parameters} parameters, {config.vocab_size} tokens, on {device}, {arguments.workers} workers", flush=True)
    kept = [([MISSION, *tokenizer.encode(text).ids, PARSE], tokenizer.encode(written(canonical)).ids) for text, canonical in read()[1]]
    by_people = [batch_of(kept[start:start + 64]) for start in range(0, len(kept), 64)]
    judged = [queue.get() for _ in range(max(2, 200_000 // arguments.tokens))]

    steps = optimisers(model, arguments.rate)
    usual = [[group["lr"] for group in step.param_groups] for step in steps]
    began = told = time.monotonic()
    seen, count, running, waited = 0, 0, 0.0, 0.0
    model.train()
    while count < arguments.steps:
        asked = time.monotonic()
        ids, lengths = queue.get()
        waited += time.monotonic() - asked
        ids, lengths = (torch.from_numpy(each.astype(numpy.int64)).to(device, non_blocking=True) for each in (ids, lengths))
        # Warm-up, flat, and down to nothing over the last half.
        scale = min(1.0, (count + 1) / 300) * min(1.0, 0.02 + 2 * (1 - count / arguments.steps))
        for step, rates in zip(steps, usual):
            for group, rate in zip(step.param_groups, rates):
                group["lr"] = rate * scale
        loss = loss_of(model, ids, wanted_of(ids, lengths))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        for step in steps:
            step.step()
            step.zero_grad(set_to_none=True)
        count, seen = count + 1, seen + ids.numel()
        if count % 20 == 0:
            running = loss.item() if not running else 0.9 * running + 0.1 * loss.item()
        if time.monotonic() - told > 60:
            told = time.monotonic()
            keep(arguments.checkpoint, model, tokenizer, {"minutes": (told - began) / 60, "steps": count, "tokens": seen, "device": device, "seed": arguments.seed})
            print(f"{(told - began) / 60:5.1f} min, {count} steps, {seen / 1e6:.1f} M tokens, waited {waited:.0f} s: loss {running:.4f}, "
                  f"exact {exact(model, judged, device):.4f}, people's {exact(model, by_people, device):.4f}", flush=True)
    share = exact(model, judged, device)
    keep(arguments.checkpoint, model, tokenizer, {"minutes": (time.monotonic() - began) / 60, "steps": count, "tokens": seen, "exact": share, "device": device, "seed": arguments.seed})
    print(f"people's {exact(model, by_people, device):.4f}", flush=True)
    print(f"trained: {count} steps, {seen / 1e6:.1f} M tokens, loss {running:.4f}, exact {share:.4f}", flush=True)
    # They wait for room in the queue.
    for worker in workers:
        worker.kill()


def keep(path, model, tokenizer, about):
    """Writes a checkpoint."""
    path.parent.mkdir(parents=True, exist_ok=True)
    weights = {name: value.half() for name, value in model.state_dict().items() if name != "lm_head.weight"}
    torch.save({"weights": weights, "tokenizer": tokenizer.to_str(), "config": model.config.to_diff_dict(), "about": about}, path)


def save(kept, out, with_golden):
    """Writes a checkpoint as an ONNX model with its tokenizer."""
    from community_layout import export, share_tied

    config = LlamaConfig(**kept["config"], attn_implementation="eager")
    model = LlamaForCausalLM(config)
    model.load_state_dict({name: value.float() for name, value in kept["weights"].items()}, strict=False)
    model.tie_weights()
    (out / "onnx").mkdir(parents=True, exist_ok=True)
    (out / "tokenizer.json").write_text(kept["tokenizer"])
    (out / "config.json").write_text(json.dumps(config.to_diff_dict() | {"model_type": config.model_type}, indent=1) + "\n")
    (out / "tokenizer_config.json").write_text(json.dumps({"chat_template": TEMPLATE, "bos_token": SPECIAL[MISSION], "eos_token": "."}, indent=1) + "\n")
    export(model.eval(), out / "onnx" / "model.onnx")
    share_tied(out / "onnx" / "model.onnx")
    if with_golden:
        from tiny_models import golden

        (out / "golden.json").write_text(json.dumps(golden(model, Tokenizer.from_str(kept["tokenizer"]))))
    print(json.dumps(kept["about"]))


if __name__ == "__main__":
    main()
