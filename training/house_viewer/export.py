"""Exports a checkpoint of train.py in the layout of the community, with its card.

    python training/house_viewer/export.py out/house-viewer.pt models/house-viewer
"""

import math
import pathlib
import sys

import torch
from tokenizers import Tokenizer

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from model import EDGE, TOKENS, WIDTH, Encoder, decoder  # noqa: E402
from vision import END, PAD, export_model  # noqa: E402

KINDS = {
    "answer": "questions whose answer the picture shows, four options",
    "shows": "whether it shows the answer, balanced",
    "there": "whether a thing is in a cell, balanced",
    "worth": "whether to search here, balanced",
    "way": "left, middle or right",
}


def main(checkpoint, folder):
    kept = torch.load(checkpoint)
    tokenizer = Tokenizer.from_str(kept["tokenizer"])
    weights = {f"{part}.{name}": value for part in ("encoder", "decoder") for name, value in kept["weights"][part].items()}
    export_model(folder, "house_viewer", weights, Encoder(), decoder(tokenizer.get_vocab_size(), END, PAD), tokenizer, EDGE)
    card(kept["about"], tokenizer, folder)


def card(about, tokenizer, folder):
    """What was trained, on what, and how well it does: from what the training measured."""
    size = sum(path.stat().st_size for path in (folder / "onnx").iterdir()) / 1e6
    encoder, words = about["parameters"]
    columns = [about["results"], about["controls"]["blank"], about["controls"]["shuffled"]]
    rows = "\n".join(f"| {words} | " + " | ".join(f"{column.get(kind, math.nan):.3f}" for column in columns) + " |" for kind, words in KINDS.items())
    cells = about["cells"]
    commands = "\n".join(f"  - `{command}`" for command in about["commands"])
    (folder / "README.md").write_text(f"""# house-viewer

Looks at what a robot's camera sees in a simulated house: lists things with their places, answers questions, and says where it would search on. It is the
model that sees in `surefleet bench mm-eqa --sight models/house-viewer`. It knows pictures of the renderer that trained it, and **nothing of camera
pictures**. Trained from scratch; no other model or data went into it.

- Architecture: a convolutional encoder of {encoder} parameters ({EDGE} x {EDGE} pixels to {TOKENS} tokens) before a Llama decoder of {words}
  ({tokenizer.get_vocab_size()} tokens, width {WIDTH}), float32, {size:.1f} MB in three files.
- Data: {about["pictures"]} pictures of `house_lessons` (surefleet-simulator), 16 of each house, of seeds from 100,000. A third of the houses are of the training
  split. Two thirds are shuffled: they have the classes of both splits, each drawn by itself. So the model has seen the things of the test split, but
  not beside those that they are together with. It was taught in which kind of room each class belongs, those of the test split too.
- First the encoder learnt what each of 64 cells shows ({about["views"][0]} views, {about["steps"][0]} steps, {about["minutes"][0]:g} minutes). Then the decoder learnt the lessons before an
  encoder that stayed as it was ({about["views"][1]} views, {about["steps"][1]} steps, {about["minutes"][1]:g} minutes). {about["machine"]}, {about["date"]}, seed {about["seed"]}.
- Commands, each of which went on with what the one before had made (`FILE`), and stopped by the clock, so that another machine gives another model:
{commands}

Right answers on {about["tests"]} pictures of houses of the test split, of seeds that training never used. "Balanced" is the mean of the shares for yes and for no.
The last two columns are controls, on the first 400 of these pictures: with a gray picture, and with
another of these pictures.

| lessons | right | gray picture | another picture |
|---|---|---|---|
{rows}

Lists, of 200 pictures, in at most 64 tokens: {about["lists"]["precision"]:.3f} of the things that it lists are there, at most one cell away; {about["lists"]["recall"]:.3f} of the largest things that are there (at
most eight a picture, of at least 24 pixels) are listed.
Cells: of those that a thing fills most, {cells["class"]:.3f} get its class and {cells["colour"]:.3f} its colour; {cells["room"]:.3f} of the cells with floor get the right room.

It knows the classes of `src/houses/catalogue.yaml` and the words of `surefleet_exploration::ViewWording`. Calibration checks how sure it is; the model itself does not.
""")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
