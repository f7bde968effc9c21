"""Exports a checkpoint of train.py in the layout of the community, with its card.

    python training/scene_checker/export.py out/scene-checker.pt models/scene-checker
"""

import pathlib
import sys

import torch
from tokenizers import Tokenizer

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from model import EDGE, TOKENS, WIDTH, Encoder, decoder  # noqa: E402
from vision import END, PAD, export_model  # noqa: E402


def main(checkpoint, folder):
    kept = torch.load(checkpoint)
    tokenizer = Tokenizer.from_str(kept["tokenizer"])
    export_model(folder, "scene_checker", kept["weights"], Encoder(), decoder(tokenizer.get_vocab_size(), END, PAD), tokenizer, EDGE)
    card(kept["about"], tokenizer, folder)


def card(about, tokenizer, folder):
    """What was trained, on what, and how well it does: from what the training measured."""
    share = lambda result, kind: f"{result[kind]['balanced']:.4f}"
    rows = "\n".join(f"| {name} | {share(result, 'ssc')} | {result['ssc']['worked']:.4f} | {result['ssc']['failed']:.4f} | {share(result, 'sra')} | {share(result, 'nap')} |"
                     for name, result in about["results"].items())
    size = sum(path.stat().st_size for path in (folder / "onnx").iterdir()) / 1e6
    encoder, words = about["parameters"]
    blank, shuffled = (about["controls"][name]["balanced"] for name in ("blank", "shuffled"))
    (folder / "README.md").write_text(f"""# scene-checker

Looks at a picture of the simulated household and says whether a robot's action worked. It is the default model of `surefleet`'s failure detection, for
tests. It knows pictures of the renderer that trained it, and **nothing of camera pictures**.
Trained from scratch; no other model or data went into it.

- Architecture: a convolutional encoder of {encoder} parameters ({EDGE} x {EDGE} pixels to {TOKENS} tokens) before a Llama decoder of {words}
  ({tokenizer.get_vocab_size()} tokens, width {WIDTH}), float32, {size:.1f} MB in three files.
- Data: {about["pictures"]} pictures of `trial_pictures` (surefleet-calibration), houses 0 to 999,999, half of the actions gone wrong in the ways of
  `surefleet_simulator::Mishap`. For each picture: the questions of the three strategies in their short wording, three facts, a description of the scene, and
  how sure one can be of it. Each was seen {about["views"] / about["pictures"]:.1f} times, {about["steps"]} steps, seed {about["seed"]}. The encoder also learned to name
  place and items (with a head that is not exported).
- Training time: {about["minutes"]:.1f} minutes on {about["machine"]} ({about["date"]}).
- Command: `{about["command"]}`; it stops by the clock, so another machine gives another model.

Right answers to whether an action worked, {about["tests"]} pictures each of houses 1,000,000 to 1,099,999, which training never saw. "Balanced" is the mean of the
shares among actions that worked and among those that did not.

| pictures | ssc, balanced | ssc, worked | ssc, failed | sra, balanced | nap, balanced |
|---|---|---|---|---|---|
{rows}

In this table sra gets the right description before its question. In `surefleet bench failure-detection` the model describes the scene itself.
Controls on held-out houses, ssc, balanced: {blank:.4f} with a gray picture, {shuffled:.4f} with another trial's picture. So the model answers by the picture.

It knows the twelve items and nine places of the household, and the short wording. The table shows the cost of light and textures that it was not trained on.
Calibration checks its certainty; the model itself does not.
""")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
