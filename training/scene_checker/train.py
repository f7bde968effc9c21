"""Trains the small vision-language model that judges actions by pictures of the simulated household.

    cargo build --release -p surefleet-calibration --example trial_pictures
    python training/scene_checker/train.py --pictures target/release/examples/trial_pictures --minutes 15
    python training/scene_checker/export.py out/scene-checker.pt models/scene-checker

Pictures are drawn while it trains. Training, validation and tests have houses of their own.
"""

import argparse
import math
import os
import pathlib
import shutil
import sys
import time

import torch
from tokenizers import Tokenizer
from torch import nn

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from lessons import Lessons, prompt_of, read, render  # noqa: E402
from model import TOKENS, Encoder, Slots, decoder  # noqa: E402
from recipe import optimisers  # noqa: E402
from vision import END, PAD, USER, make_tokenizer, values  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Calibration and benchmarks draw their houses from 1,100,000 on, see surefleet_calibration.
TRAINING, TESTS = ("0", "1000000"), ("1000000", "1100000")
TEST_SEED = 10_000_000_000
CONDITIONS = {"held-out houses": [], "unseen textures": ["--new-textures"], "unseen light": ["--new-light"]}


class Whole(nn.Module):
    def __init__(self, vocabulary):
        super().__init__()
        self.encoder, self.decoder = Encoder(), decoder(vocabulary, END, PAD)

    def forward(self, features, ids):
        """Logits of what follows each token behind the picture, and of the first of them: [B, 1 + S, vocabulary]."""
        words = self.decoder.get_input_embeddings()(ids)
        user = self.decoder.get_input_embeddings()(torch.full_like(ids[:, :1], USER))
        hidden = self.decoder.model(inputs_embeds=torch.cat([user, features, words], 1)).last_hidden_state
        return self.decoder.lm_head(hidden[:, TOKENS:])


def loss_of(model, data, pictures, rows, each):
    features = model.encoder(values(data.pictures[pictures]))
    ids, wanted = data.ids[rows].long(), data.wanted[rows]
    longest = int(wanted.any(0).nonzero().max()) + 1
    ids, wanted = ids[:, :longest], wanted[:, :longest]
    logits = model(features.repeat_interleave(each, 0), ids)[:, :-1]
    losses = nn.functional.cross_entropy(logits.float().transpose(1, 2), ids, reduction="none") * wanted
    return (losses.sum(1) / wanted.sum(1) * data.weight[rows]).mean(), features


def slot_loss(slots, features, data, pictures):
    items, places, opened = slots(features)
    cross = nn.functional.cross_entropy
    of_items = cross(items.float().flatten(0, 1), data.items[pictures].flatten(), weight=torch.tensor([0.3, 1.0, 1.0], device=items.device))
    return of_items + cross(places.float(), data.places[pictures]) + cross(opened.float(), data.open[pictures])


@torch.no_grad()
def accuracy(model, data, rows_of, kind, tokenizer, device, change=None, batch=128):
    """Share of right answers among those that can be chosen, by kind; and by whether the action worked."""
    model.eval()
    right = {True: [], False: []}
    place = data.kinds.index(kind)
    for start in range(0, len(data), batch):
        pictures = torch.arange(start, min(start + batch, len(data)), device=device)
        shown = data.pictures[pictures]
        if change == "blank":
            shown = torch.full_like(shown, 127)
        elif change == "shuffled":
            shown = shown.roll(1, 0)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            features = model.encoder(values(shown))
        lessons = [rows_of[number]["lessons"][place] for number in pictures.tolist()]
        # Each answer is scored by its tokens, as the runtime does.
        count = max(len(lesson["answers"]) for lesson in lessons)
        totals = torch.full((len(lessons), count), -math.inf)
        for answer in range(count):
            texts = [lesson["answers"][min(answer, len(lesson["answers"]) - 1)] for lesson in lessons]
            ids, wanted = pack(tokenizer, lessons, texts, device)
            with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
                logits = model(features, ids)[:, :-1].float().log_softmax(-1)
            scores = (logits.gather(2, ids[..., None])[..., 0] * wanted).sum(1).cpu()
            there = torch.tensor([answer < len(lesson["answers"]) for lesson in lessons])
            totals[there, answer] = scores[there]
        for number, lesson, said in zip(pictures.tolist(), lessons, totals.argmax(1).tolist()):
            right[rows_of[number]["worked"]].append(lesson["answers"][said] == lesson["answer"])
    model.train()
    shares = {worked: sum(each) / max(len(each), 1) for worked, each in right.items()}
    return {"worked": shares[True], "failed": shares[False], "balanced": (shares[True] + shares[False]) / 2}


def pack(tokenizer, lessons, answers, device):
    prompts = [tokenizer.encode(prompt_of(lesson)).ids for lesson in lessons]
    texts = [tokenizer.encode(text).ids for text in answers]
    longest = max(len(prompt) + len(text) for prompt, text in zip(prompts, texts))
    ids = torch.full((len(lessons), longest), PAD, dtype=torch.long)
    wanted = torch.zeros((len(lessons), longest), dtype=torch.bool)
    for place, (prompt, text) in enumerate(zip(prompts, texts)):
        ids[place, :len(prompt) + len(text)] = torch.tensor(prompt + text)
        wanted[place, len(prompt):len(prompt) + len(text)] = True
    return ids.to(device), wanted.to(device)


def settings(words):
    """Of a command line, what does not name places of one machine."""
    pairs = list(zip(words[::2], words[1::2]))
    return [word for pair in pairs if pair[0] not in ("--pictures", "--folder", "--checkpoint", "--resume") for word in pair]


def keep(path, model, tokenizer, about):
    path.parent.mkdir(parents=True, exist_ok=True)
    state = {name: value.float().cpu() for name, value in model.state_dict().items() if name != "decoder.lm_head.weight"}
    torch.save({"weights": state, "tokenizer": tokenizer.to_str(), "about": about}, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=pathlib.Path, default=ROOT / "target/release/examples/trial_pictures", help="the program that draws them")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "out/scene-checker", help="for pictures; emptied first")
    parser.add_argument("--checkpoint", type=pathlib.Path, default=ROOT / "out/scene-checker.pt")
    parser.add_argument("--minutes", type=float, default=15.0, help="of training; drawing the first pictures and tests not counted")
    parser.add_argument("--chunks", type=int, default=12, help="sets of pictures that are drawn while it trains")
    parser.add_argument("--chunk", type=int, default=20_000, help="pictures of each")
    parser.add_argument("--tests", type=int, default=3_000, help="pictures of each test")
    parser.add_argument("--batch", type=int, default=256, help="pictures of each step")
    parser.add_argument("--each", type=int, default=4, help="lessons of each picture in a step")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resume", type=pathlib.Path, help="a checkpoint to go on from, with its tokenizer")
    arguments = parser.parse_args()

    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(arguments.seed)
    torch.set_float32_matmul_precision("high")
    shutil.rmtree(arguments.folder, ignore_errors=True)
    arguments.folder.mkdir(parents=True)
    began = time.monotonic()
    say = lambda text: print(f"{(time.monotonic() - began) / 60:5.1f} min  {text}", flush=True)

    def draw(number):
        houses = ["--first-house", TRAINING[0], "--end-of-houses", TRAINING[1]]
        return render(arguments.pictures, arguments.folder / f"chunk-{number}", arguments.chunk, number * arguments.chunk, *houses)

    drawing, drawn = draw(0), 0
    tests = {}
    for place, (name, more) in enumerate(CONDITIONS.items()):
        folder = arguments.folder / f"test-{place}"
        houses = ["--first-house", TESTS[0], "--end-of-houses", TESTS[1], "--facts", "1"]
        assert render(arguments.pictures, folder, arguments.tests, TEST_SEED + place * arguments.tests, *houses, *more).wait() == 0
        tests[name] = read(folder)
    assert drawing.wait() == 0
    pictures, rows = read(arguments.folder / "chunk-0")
    before = torch.load(arguments.resume) if arguments.resume else None
    tokenizer = Tokenizer.from_str(before["tokenizer"]) if before else make_tokenizer(rows[:4000])
    chunks = [Lessons(pictures, rows, tokenizer, device)]
    shutil.rmtree(arguments.folder / "chunk-0")
    drawn = 1
    drawing = draw(1) if arguments.chunks > 1 else None
    tests = {name: (Lessons(*test, tokenizer, device), test[1]) for name, test in tests.items()}
    model = Whole(tokenizer.get_vocab_size())
    if before:
        model.load_state_dict(before["weights"], strict=False)
    model.to(device)
    model.encoder.to(memory_format=torch.channels_last)
    slots = Slots(len(rows[0]["item_px"]), 9).to(device)
    sizes = [sum(p.numel() for p in part.parameters()) for part in (model.encoder, model.decoder)]
    say(f"{sizes} parameters, {tokenizer.get_vocab_size()} tokens, on {device}; the first {arguments.chunk} pictures are there")

    steps = optimisers(model, arguments.rate)
    steps.append(torch.optim.AdamW(slots.parameters(), lr=arguments.rate))
    usual = [[group["lr"] for group in step.param_groups] for step in steps]
    started = told = time.monotonic()
    count, views, running = 0, 0, None
    while (done := (time.monotonic() - started) / (60 * arguments.minutes)) < 1 or count == 0:
        if drawing is not None and drawing.poll() is not None:
            assert drawing.returncode == 0
            folder = arguments.folder / f"chunk-{drawn}"
            drawn += 1
            drawing = draw(drawn) if drawn < arguments.chunks else None
            chunks.append(Lessons(*read(folder), tokenizer, device))
            shutil.rmtree(folder)
        scale = min(1.0, (count + 1) / 300) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(done, 1))))
        for step, rates in zip(steps, usual):
            for group, rate in zip(step.param_groups, rates):
                group["lr"] = rate * scale
        data = chunks[torch.randint(len(chunks), ()).item()]
        chosen = torch.randint(len(data), (arguments.batch,), device=device)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            loss, features = loss_of(model, data, chosen, data.pick(chosen, arguments.each), arguments.each)
            aside = slot_loss(slots, features, data, chosen)
        (loss + aside).backward()
        torch.nn.utils.clip_grad_norm_([*model.parameters(), *slots.parameters()], 1.0)
        for step in steps:
            step.step()
            step.zero_grad(set_to_none=True)
        count, views = count + 1, views + arguments.batch
        if count % 50 == 0:
            both = torch.tensor([loss.item(), aside.item()])
            running = both if running is None else 0.8 * running + 0.2 * both
        if time.monotonic() - told > 60 and running is not None:
            told = time.monotonic()
            test, test_rows = tests["held-out houses"]
            shares = accuracy(model, test, test_rows, "ssc", tokenizer, device)
            keep(arguments.checkpoint, model, tokenizer, None)
            say(f"{count} steps, {len(chunks)} chunks, loss {running[0]:.4f}, slots {running[1]:.4f}, ssc {shares}")

    minutes = (time.monotonic() - started) / 60
    results = {}
    for name, (test, test_rows) in tests.items():
        results[name] = {kind: accuracy(model, test, test_rows, kind, tokenizer, device) for kind in ("ssc", "sra", "nap", "fact")}
        say(f"{name}: {results[name]}")
    test, test_rows = tests["held-out houses"]
    controls = {change: accuracy(model, test, test_rows, "ssc", tokenizer, device, change) for change in ("blank", "shuffled")}
    say(f"controls: {controls}")
    about = {"minutes": minutes, "steps": count, "views": views, "pictures": sum(map(len, chunks)), "results": results, "controls": controls,
             "tests": arguments.tests, "parameters": sizes, "seed": arguments.seed, "date": time.strftime("%Y-%m-%d"),
             "machine": torch.cuda.get_device_name() if device == "cuda" else f"{os.cpu_count()} CPU cores",
             "command": " ".join(["python training/scene_checker/train.py", *settings(sys.argv[1:])]), "before": before and before["about"]}
    keep(arguments.checkpoint, model, tokenizer, about)
    # A short training has no mean of its losses yet.
    last = loss.item() if running is None else running[0].item()
    print(f"trained: {count} steps, loss {last:.4f}, ssc {results['held-out houses']['ssc']['balanced']:.4f}", flush=True)


if __name__ == "__main__":
    main()
