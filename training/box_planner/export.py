"""Writes a checkpoint of the box planner as an ONNX model in the community layout, and holds the export against it.

    python training/box_planner/export.py out/box-planner/grpo.pt models/box-planner
"""

import argparse
import json
import pathlib
import sys

import onnxruntime
import torch
from planner import load, solvable
from vocabulary import ASK, END, SPECIAL, TEMPLATE

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from community_layout import export, share_tied  # noqa: E402


@torch.no_grad()
def parity(model, words, out):
    """The greatest difference of a logit between the model and its export, over prompts with the answers that search gives."""
    session = onnxruntime.InferenceSession(out / "onnx/model.onnx")
    heads, width = model.config.num_key_value_heads, model.config.hidden_size // model.config.num_attention_heads
    past = {each.name: torch.zeros(1, heads, 0, width).numpy() for each in session.get_inputs() if each.name.startswith("past")}
    greatest = 0.0
    for task in solvable(5, 7)[0]:
        told, answer = task.lessons()[0]
        ids = torch.tensor([words.prompts([told])[0] + words.answers([answer])[0]])
        feed = {"input_ids": ids.numpy(), "attention_mask": torch.ones_like(ids).numpy(), "position_ids": torch.arange(ids.shape[1])[None].numpy()}
        logits = torch.tensor(session.run(["logits"], feed | past)[0])
        greatest = max(greatest, (logits - model(input_ids=ids).logits).abs().max().item())
    assert greatest < 1e-2, f"the export's logits are off by {greatest}"
    return greatest


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    arguments = parser.parse_args()
    model, words, kept = load(arguments.checkpoint, "eager")
    model.eval()
    (arguments.out / "onnx").mkdir(parents=True, exist_ok=True)
    words.tokenizer.save(str(arguments.out / "tokenizer.json"), pretty=False)
    config = model.config.to_diff_dict() | {"model_type": model.config.model_type}
    (arguments.out / "config.json").write_text(json.dumps(config, indent=1) + "\n")
    chat = {"chat_template": TEMPLATE, "bos_token": SPECIAL[ASK], "eos_token": SPECIAL[END]}
    (arguments.out / "tokenizer_config.json").write_text(json.dumps(chat, indent=1) + "\n")
    export(model, arguments.out / "onnx/model.onnx")
    share_tied(arguments.out / "onnx/model.onnx")
    print(json.dumps(kept["about"] | {"parameters": sum(p.numel() for p in model.parameters()), "parity": parity(model, words, arguments.out)}))


if __name__ == "__main__":
    main()
