"""Runs the stages of a tiny vision-language model in transformers and PyTorch, one thread, a round whenever it is asked.

    python peer.py KIND

Prints JSON lines: its version; and then an answer to each line that it reads, a picture's size and how often each stage is to run: the
median of each stage in milliseconds, or for 0 calls the tokens of the prompt and of what it writes.
"""

import json
import os
import sys

os.environ["OMP_NUM_THREADS"] = "1"  # torch reads it when it is imported
# What the libraries print is no answer.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)

import torch
import transformers
from tiny_vision_models import build, case
from vision_peer import stages

torch.set_num_threads(1)


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
