"""Decodes with transformers and onnxruntime-genai on models that it makes.

    python peers.py FOLDER THREADS

Prints JSON lines: the peers with their versions; once they are made in FOLDER, in the community layout, the models; and then an answer
to each line that it reads, a text to write.
"""

import importlib.metadata
import json
import os
import pathlib
import sys
import time

folder, threads = pathlib.Path(sys.argv[1]), int(sys.argv[2])
os.environ["OMP_NUM_THREADS"] = str(threads)  # torch reads it when it is imported
# What the libraries print is no answer.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)

import onnxruntime_genai
import tokenizers
import torch
import transformers
from community_layout import export

torch.set_num_threads(threads)

POSITIONS = 4096
MODELS = {
    "1 M": dict(vocab_size=1093, hidden_size=128, intermediate_size=384, num_hidden_layers=4, num_attention_heads=4, num_key_value_heads=4),
    "40 M": dict(vocab_size=16000, hidden_size=512, intermediate_size=1408, num_hidden_layers=8, num_attention_heads=8, num_key_value_heads=4),
}


def genai_config(config):
    """What onnxruntime-genai wants to know of the graph. No token that comes up ends a text: all write the same number of them."""
    names = lambda kind: {f"{kind}_{part}_names": f"{kind.replace('past', 'past_key_values')}.%d.{part}" for part in ("key", "value")}
    decoder = {
        "session_options": {"intra_op_num_threads": threads},
        "filename": "onnx/model.onnx",
        "head_size": config.hidden_size // config.num_attention_heads,
        "hidden_size": config.hidden_size,
        "num_attention_heads": config.num_attention_heads,
        "num_hidden_layers": config.num_hidden_layers,
        "num_key_value_heads": config.num_key_value_heads,
        "inputs": {"input_ids": "input_ids", "attention_mask": "attention_mask", "position_ids": "position_ids", **names("past")},
        "outputs": {"logits": "logits", **names("present")},
    }
    model = {"type": "llama", "vocab_size": config.vocab_size, "context_length": POSITIONS, "bos_token_id": 0, "eos_token_id": [],
             "pad_token_id": 0, "decoder": decoder}
    return {"model": model, "search": {"do_sample": False, "max_length": POSITIONS, "past_present_share_buffer": False}}


def make(name, sizes):
    torch.manual_seed(7)
    config = transformers.LlamaConfig(**sizes, max_position_embeddings=POSITIONS, bos_token_id=None, eos_token_id=None)
    model = transformers.LlamaForCausalLM(config).eval()
    for parameter in model.parameters():
        if parameter.dim() > 1:  # by the fan-in, as trained ones are: greedy texts do not repeat one token
            torch.nn.init.normal_(parameter, std=parameter.shape[1] ** -0.5)
    target = folder / name
    (target / "onnx").mkdir(parents=True)
    export(model, target / "onnx" / "model.onnx")
    (target / "config.json").write_text(json.dumps({"model_type": "llama", "max_position_embeddings": POSITIONS}))
    tokenizers.Tokenizer(tokenizers.models.WordLevel({"unknown": 0}, unk_token="unknown")).save(str(target / "tokenizer.json"))
    (target / "genai_config.json").write_text(json.dumps(genai_config(config)))
    parameters = sum(parameter.numel() for parameter in model.parameters())
    return {"name": name, "folder": str(target), "parameters": parameters}, model


def with_transformers(model, prompt, count):
    """Its model and its cache in a bare loop, which is faster than its generate."""
    tokens, times = [], [time.perf_counter()]
    with torch.inference_mode():
        ids, cache = torch.tensor([prompt]), transformers.DynamicCache()
        for _ in range(count):
            out = model(input_ids=ids, past_key_values=cache, use_cache=True, logits_to_keep=1)
            ids = out.logits[:, -1].argmax(-1, keepdim=True)
            tokens.append(int(ids))
            times.append(time.perf_counter())
    return tokens, times


def with_genai(model, prompt, count):
    params = onnxruntime_genai.GeneratorParams(model)
    params.set_search_options(do_sample=False, max_length=len(prompt) + count)
    tokens, times = [], [time.perf_counter()]
    generator = onnxruntime_genai.Generator(model, params)
    generator.append_tokens(prompt)
    for _ in range(count):
        generator.generate_next_token()
        tokens.append(int(generator.get_next_tokens()[0]))
        times.append(time.perf_counter())
    return tokens, times


def answer(value):
    print(json.dumps(value), file=answers, flush=True)


def measure(order):
    decode, model = models[order["model"]][order["runtime"]]
    tokens, times = decode(model, order["prompt"], order["tokens"])
    return {"tokens": tokens, "prompt_ms": (times[1] - times[0]) * 1e3, "ms_per_token": (times[-1] - times[1]) * 1e3 / (len(tokens) - 1)}


answer([f"transformers {transformers.__version__}, torch {torch.__version__}",
        f"onnxruntime-genai {onnxruntime_genai.__version__}, onnxruntime {importlib.metadata.version('onnxruntime')}"])
made, models = [], {}
for name, sizes in MODELS.items():
    description, model = make(name, sizes)
    made.append(description)
    models[name] = {"transformers": (with_transformers, model), "onnxruntime-genai": (with_genai, onnxruntime_genai.Model(description["folder"]))}
answer(made)
for line in sys.stdin:
    answer(measure(json.loads(line)))
