"""Times the stages of a vision-language model in transformers and PyTorch, one thread on a processor, for comparison with surefleet's.

The models are those of tiny_vision_models.py, made again from the same seed: `idefics3` or `plain`. A line of JSON for each stage of each
picture, with the median of the repetitions in milliseconds; `prefill` reads the picture and the question, `decode` one token more.

    python training/vision_peer.py src/onnx/tests/models/idefics3 640x480 480x640 --repeat 20
"""

import argparse
import json
import pathlib
import statistics
import time

import torch
from tiny_vision_models import build, parts, picture, prepared
from transformers import DynamicCache


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
        return language(inputs_embeds=row, past_key_values=DynamicCache(), use_cache=True, logits_to_keep=1)

    duration, read = median_ms(repeat, prefill)
    yield "prefill", duration
    token, cache = read.logits[:, -1].argmax(-1, keepdim=True), read.past_key_values

    def step():
        language(inputs_embeds=embed(token), past_key_values=cache, use_cache=True)
        cache.crop(-1)  # for the next repetition

    yield "decode", median_ms(repeat, step)[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=pathlib.Path, help="a folder that tiny_vision_models.py wrote, for the kind that its name says")
    parser.add_argument("sizes", nargs="+", help="pictures, as columns x rows: 640x480")
    parser.add_argument("--repeat", type=int, default=20)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    kind = arguments.model.resolve().name
    built = build(kind)
    for size in arguments.sizes:
        width, height = map(int, size.split("x"))
        for stage, duration in stages(kind, built, (width, height), arguments.repeat):
            print(json.dumps({"model": kind, "picture": size, "stage": stage, "ms": round(duration, 3)}))


if __name__ == "__main__":
    main()
