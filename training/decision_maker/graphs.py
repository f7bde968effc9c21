"""The decision maker as files: the graph it begins as, its own in the community layout, and its card."""

import json
import os
import pathlib
import sys
import time

import onnx
import onnxruntime
import torch
from onnx import numpy_helper
from prompts import MISSION, TEMPLATE

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from community_layout import export  # noqa: E402


def weights_of(folder, model):
    """The weights of an exported graph: constants keep their names, matrices are found by what reads them."""
    graph = onnx.load(folder / "onnx/model.onnx").graph
    constants = {each.name: torch.tensor(numpy_helper.to_array(each)) for each in graph.initializer}
    found = {name.removeprefix("model."): tensor for name, tensor in constants.items()}
    for node in graph.node:
        if node.op_type == "MatMul" and node.input[1] in constants:
            # /model/model/layers.0/self_attn/q_proj/MatMul reads the transposed matrix.
            name = node.name.removeprefix("/model/").removesuffix("/MatMul").replace("/", ".")
            found[f"{name}.weight"] = constants[node.input[1]].T.contiguous()
    return {name: found[name] for name in model.state_dict()}


def save(model, tokenizer, config, out):
    (out / "onnx").mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(out / "tokenizer.json"))
    (out / "config.json").write_text(json.dumps(config.to_diff_dict() | {"model_type": config.model_type}, indent=1) + "\n")
    (out / "tokenizer_config.json").write_text(json.dumps({"chat_template": TEMPLATE, "bos_token": MISSION, "eos_token": "."}, indent=1) + "\n")
    model.config._attn_implementation = "eager"
    export(model, out / "onnx/model.onnx")


@torch.no_grad()
def parity(model, prompts, rows, out):
    """The greatest difference of an option's logit between the model and its export, which is asked as a planner asks: word by word."""
    session = onnxruntime.InferenceSession(out / "onnx/model.onnx")
    heads, width = model.config.num_key_value_heads, model.config.hidden_size // model.config.num_attention_heads
    past_names = [each.name for each in session.get_inputs() if each.name.startswith("past")]
    greatest = 0.0
    for ids, ends, _, _ in (step for row in rows for step in prompts.steps(row)):
        past = {name: torch.zeros(1, heads, 0, width).numpy() for name in past_names}
        start, found = 0, []
        for end in ends:
            piece = torch.tensor([ids[start:end + 1]])
            feed = {"input_ids": piece.numpy(), "attention_mask": torch.ones(1, end + 1, dtype=torch.long).numpy(),
                    "position_ids": torch.arange(start, end + 1)[None].numpy()}
            logits, *present = session.run(None, feed | past)
            past, start = dict(zip(past_names, present)), end + 1
            found.append(torch.tensor(logits[0, -1, prompts.option_ids]))
        right = model(input_ids=torch.tensor([ids])).logits[0, ends][:, prompts.option_ids]
        greatest = max(greatest, (torch.stack(found) - right).abs().max().item())
    assert greatest < 1e-2, f"the export's logits are off by {greatest}"
    return greatest


def card(arguments, training_seed, config, parameters, report, total, difference):
    """What was trained, on what, and how well it does: written by the run itself."""
    rows = "\n".join(f"| {row['robots']} | {row['wording']} | {row['success']:.2f} | {row['acceptable']:.4f} | {row['like_teacher']:.3f} | {row['tokens_median']:.0f} | "
                     f"{row['decision_ms_median']:.1f} ms | {', '.join(f'{kind} {count}' for kind, count in row['failures'].items())} |" for row in report["results"])
    (arguments.out / "README.md").write_text(f"""# decision-maker

Continues a planner's prompt with the text of the option that the robot should take. This is the multiple choice of S-ATLAS, by a model small enough
to ship. It began as `{arguments.begin.name}`; no other model or data went into it.

- Architecture: Llama, {config.num_hidden_layers} layers of width {config.hidden_size}, {parameters} parameters, {config.vocab_size} tokens, float32. Every option is one token, and so is every phrase
  of the prompts. So `strategy: text:total` reads a decision in one pass.
- Its template for conversations leaves out the parts that all prompts share (rules, skills, the list of options) and the history, which the present world makes
  unnecessary. It repeats a robot's line of the world beside the robot's choice.
- Data: missions of `surefleet scenarios --decisions --wording training`, seeds from {training_seed}. {total['tokens'] / 1e6:.1f} million tokens, {total['steps']} steps, seed {arguments.seed}.
- Training time: {total['minutes']:.0f} minutes on {f"{os.cpu_count()} CPU cores"} ({time.strftime("%Y-%m-%d")}).
- Command: {" then ".join(f"`{part}`" for part in total["commands"])}; it stops by the clock, so another machine gives another model.
- The export's logits differ from the model's by {difference:.0e} at most.

Missions achieved when nobody is asked, and single decisions along the teacher's way
(`{report['command']}`, {report['results'][0]['missions']} missions each; `held-out` are sentence forms that it never saw):

| robots | sentence forms | missions achieved | decisions acceptable | like the teacher's | tokens read | time | missions lost by |
|---|---|---|---|---|---|---|---|
{rows}

After an acceptable decision the mission can still be finished in time. The model knows one household, teams of 1, 3, 10 and 15 robots, and
English. It plans by itself, and worse than the grounded scorer, for which search plans.
""")
