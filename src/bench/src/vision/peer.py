"""Runs the stages of a tiny vision-language model in transformers and PyTorch, one thread, a round whenever it is asked.

    python peer.py KIND

Prints JSON lines: its version; and then an answer to each line that it reads, a picture's size and how often each stage is to run: the
median of each stage in milliseconds, or for 0 calls the tokens of the prompt and of what it writes.
"""

import json
import os
import statistics
import sys
import time

os.environ["OMP_NUM_THREADS"] = "1"  # torch reads it when it is imported
# What the libraries print is no answer.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)

import torch
import transformers
from tiny_vision_models import build, case, parts, picture, prepared

torch.set_num_threads(1)


def median_ms(repeat, work):
    """Of so many calls, after one that nobody times; and what the last call gave."""
    result, times = work(), []
    for _ in range(repeat):
        start = time.perf_counter()
        result = work()
        times.append(1e3 * (time.perf_counter() - start))
    return statistics.median(times), result


@torch.no_grad()
def stages(kind, built, size, repeat):
    """Each stage with its time, on what the stage before it gave."""
    model, processor, tokenizer = built
    pixels = picture(*size)
    images = processor.image_processor if kind == "idefics3" else processor
    yield "preprocess", median_ms(repeat, lambda: images(pixels, return_tensors="np"))[0]
    frames, ids = prepared(kind, processor, tokenizer, pixels, [])
    look, embed, language = parts(kind, model)
    duration, features = median_ms(repeat, lambda: look(*frames).flatten(0, 1))
    yield "encode", duration

    def prefill():
        row = embed(torch.tensor([ids]))
        row[0, torch.tensor(ids) == tokenizer.token_to_id("<image>")] = features
        return language(inputs_embeds=row, past_key_values=transformers.DynamicCache(), use_cache=True, logits_to_keep=1)

    duration, read = median_ms(repeat, prefill)
    yield "prefill", duration
    token, cache = read.logits[:, -1].argmax(-1, keepdim=True), read.past_key_values

    def step():
        language(inputs_embeds=embed(token), past_key_values=cache, use_cache=True)
        cache.crop(-1)  # for the next repetition

    yield "decode", median_ms(repeat, step)[0]


def answer(value):
    print(json.dumps(value), file=answers, flush=True)


kind = sys.argv[1]
built = build(kind)
answer(f"transformers {transformers.__version__}, torch {torch.__version__}")
for line in sys.stdin:
    order = json.loads(line)
    if order["calls"]:
        answer([duration for _, duration in stages(kind, built, order["picture"], order["calls"])])
    else:
        known = case(kind, built, *order["picture"], [])
        answer({"prompt": known["ids"], "answer": [step["token"] for step in known["steps"]]})
