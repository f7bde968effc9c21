"""Makes tiny, randomly initialised vision-language models in the community layout, and what transformers computes with them.

Two: `idefics3`, the architecture of SmolVLM, with everything scaled down (tiles of 64 pixels, 4 tokens each); and `plain`, a small
convolutional encoder for one picture of 32 pixels before a Llama. golden.json holds for each test picture the pixel values of
transformers' PIL processor, the prompt's ids, the features, the logits of the prefill and of greedy steps, all of torch in float32; resized.json, what Pillow makes of
sizes and filters that these do not have.
Pictures come from a formula (`picture`), which the tests compute again.

    python training/tiny_vision_models.py src/onnx/tests/models
"""

import hashlib
import json
import pathlib
import sys
from unittest import mock

import numpy as np
import torch
from community_layout import export, export_embedding, export_vision
from PIL import Image
from tiny_models import TEMPLATE, TEXTS, Embed, rounded, train_tokenizer
from transformers import (Idefics3Config, Idefics3ForConditionalGeneration, Idefics3Processor, LlamaConfig,
                          LlamaForCausalLM, PreTrainedTokenizerFast)
from transformers.models.idefics3.image_processing_pil_idefics3 import Idefics3ImageProcessorPil
from transformers.models.vit.image_processing_pil_vit import ViTImageProcessorPil

VOCABULARY, WIDTH = 340, 32
TEXT = dict(vocab_size=VOCABULARY, hidden_size=WIDTH, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4,
            num_key_value_heads=2, max_position_embeddings=512, rms_norm_eps=1e-5, rope_theta=10_000.0)
VISION = dict(hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4, image_size=64, patch_size=16)
# What SmolVLM-256M-Instruct has.
SMOLVLM_TEMPLATE = (
    "<|im_start|>{% for message in messages %}{{message['role'] | capitalize}}{% if message['content'][0]['type'] == 'image' %}{{':'}}"
    "{% else %}{{': '}}{% endif %}{% for line in message['content'] %}{% if line['type'] == 'text' %}{{line['text']}}"
    "{% elif line['type'] == 'image' %}{{ '<image>' }}{% endif %}{% endfor %}<end_of_utterance>\n{% endfor %}"
    "{% if add_generation_prompt %}{{ 'Assistant:' }}{% endif %}"
)
MARKS = ["<image>", "<fake_token_around_image>", "<global-img>", *(f"<row_{row}_col_{column}>" for row in range(1, 5) for column in range(1, 5))]
# Columns and rows: landscape, portrait, odd, smaller than a tile, square, and a strip.
SIZES = {"idefics3": [(120, 64), (48, 80), (101, 67), (333, 251), (5, 3), (64, 64), (300, 40)], "plain": [(32, 32), (50, 41), (9, 77)]}
SAID = [{"question": "Is robot 1 at the fridge?", "answer": "no"}]
QUESTION = "Which apple is green?"
STEPS = 8
# Two functions of which the exporter makes floats where Idefics3 places patches, in words that it knows.
AS_EXPORTED = {"bucketize": lambda values, boundaries, right: (values[..., None] >= boundaries).sum(-1),
               "full": lambda size, fill_value, device: torch.zeros(size, dtype=torch.int64) + fill_value}


def picture(width, height):
    """Bytes [height, width, 3] with coarse and fine structure."""
    y, x, channel = np.meshgrid(np.arange(height), np.arange(width), np.arange(3), indexing="ij")
    return ((x * (3 + channel) + y * (5 - channel) * 2 + x * y // (7 + channel) + (x ^ y) * channel) % 256).astype(np.uint8)


class Plain(torch.nn.Module):
    """A convolutional encoder before a Llama."""

    def __init__(self):
        super().__init__()
        self.eyes, self.language = Convolutions(), LlamaForCausalLM(LlamaConfig(**TEXT))


class Convolutions(torch.nn.Module):
    """One picture [1, 1, 3, 32, 32] to [1, 16 tokens, width]."""

    def __init__(self):
        super().__init__()
        self.layers = torch.nn.Sequential(torch.nn.Conv2d(3, 16, 4, 4), torch.nn.GELU(), torch.nn.Conv2d(16, WIDTH, 2, 2))

    def forward(self, pixel_values):
        return self.layers(pixel_values.flatten(0, 1)).flatten(2).transpose(1, 2)


class Eyes(torch.nn.Module):
    """The vision side of an Idefics3, without its search for padding pictures: [B, N, 3, H, W] and a mask to [N, tokens, width]."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, pixel_values, pixel_attention_mask):
        # A patch counts where any of its pixels does; transformers unfolds the mask, which no exporter takes.
        size, (height, width) = self.model.vision_model.patch_size, pixel_attention_mask.shape[2:]
        patches = pixel_attention_mask.reshape(-1, height // size, size, width // size, size).float().amax((2, 4)) > 0
        seen = self.model.vision_model(pixel_values=pixel_values.flatten(0, 1), patch_attention_mask=patches)
        return self.model.connector(seen.last_hidden_state)


def build(kind):
    """The model, the same at every call, and what prepares pictures for it."""
    torch.manual_seed(11)
    special = ["<|begin|>", "<end_of_utterance>", "<|pad|>", "<|im_start|>", "<|im_end|>", *MARKS[:None if kind == "idefics3" else 1]]
    tokenizer = train_tokenizer([*TEXTS, QUESTION, SAID[0]["question"]], special, VOCABULARY)
    if kind == "idefics3":
        config = Idefics3Config(text_config=dict(TEXT, model_type="llama", pad_token_id=2), vision_config=VISION, scale_factor=2,
                                image_token_id=tokenizer.token_to_id("<image>"), pad_token_id=2)
        model = Idefics3ForConditionalGeneration(config)
        images = Idefics3ImageProcessorPil(size={"longest_edge": 256}, max_image_size={"longest_edge": 64}, resample=1)
        fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token="<|im_start|>", eos_token="<end_of_utterance>", pad_token="<|pad|>")
        processor = Idefics3Processor(images, fast, image_seq_len=4, chat_template=SMOLVLM_TEMPLATE)
    else:
        model = Plain()
        processor = ViTImageProcessorPil(size={"height": 32, "width": 32}, resample=3, image_mean=[0.48, 0.46, 0.41], image_std=[0.27, 0.26, 0.28])
    for name, parameter in model.named_parameters():  # far from the tiny default: logits that a wrong cache would change visibly
        if parameter.dim() > 1:
            torch.nn.init.normal_(parameter, std=0.2)
        else:
            torch.nn.init.normal_(parameter, mean=0.0 if name.endswith("bias") else 1.0, std=0.1)
    return model.eval(), processor, tokenizer


def parts(kind, model):
    """What looks, what embeds tokens, and what decodes."""
    if kind == "plain":
        return model.eyes, model.language.get_input_embeddings(), model.language
    language = LlamaForCausalLM(model.config.text_config)
    language.model, language.lm_head = model.model.text_model, model.lm_head
    return Eyes(model.model), model.get_input_embeddings(), language.eval()


def conversation(kind, said):
    """Messages as the template wants them: the picture first in the first question."""
    turns = [(role, text) for each in said for role, text in (("user", each["question"]), ("assistant", each["answer"]))] + [("user", QUESTION)]
    if kind == "plain":
        return [{"role": role, "content": ("" if place else "<image>") + text} for place, (role, text) in enumerate(turns)]
    return [{"role": role, "content": [{"type": "image"}] * (not place) + [{"type": "text", "text": text}]} for place, (role, text) in enumerate(turns)]


def prepared(kind, processor, tokenizer, pixels, said, split=True):
    """What the encoder takes, pixel values [1, N, 3, H, W] and perhaps their mask; and the prompt's ids."""
    fast = processor.tokenizer if kind == "idefics3" else PreTrainedTokenizerFast(tokenizer_object=tokenizer)
    template = SMOLVLM_TEMPLATE if kind == "idefics3" else TEMPLATE
    text = fast.apply_chat_template(conversation(kind, said), chat_template=template, tokenize=False, add_generation_prompt=True)
    if kind == "plain":
        values = torch.from_numpy(np.stack(processor(pixels, return_tensors="np")["pixel_values"]))[None]
        return (values,), tokenizer.encode(text.replace("<image>", "<image>" * 16)).ids
    out = processor(images=[Image.fromarray(pixels)], text=text, return_tensors="pt", do_image_splitting=split)
    return (out["pixel_values"], out["pixel_attention_mask"].bool()), out["input_ids"][0].tolist()


@torch.no_grad()
def case(kind, built, width, height, said, split=True):
    model, processor, tokenizer = built
    frames, ids = prepared(kind, processor, tokenizer, picture(width, height), said, split)
    look, embed, language = parts(kind, model)
    features = look(*frames).flatten(0, 1)
    image = tokenizer.token_to_id("<image>")
    row = embed(torch.tensor([ids]))
    row[0, torch.tensor(ids) == image] = features
    if kind == "idefics3":  # The pieces are the whole.
        whole = model(input_ids=torch.tensor([ids]), pixel_values=frames[0], pixel_attention_mask=frames[1]).logits[0, -1]
        assert (whole - language(inputs_embeds=row).logits[0, -1]).abs().max() < 1e-5
    steps = []
    for _ in range(STEPS):
        last = language(inputs_embeds=row).logits[0, -1]
        steps.append({"token": int(last.argmax()), "logits": rounded(last)})
        row = torch.cat([row, embed(torch.tensor([[steps[-1]["token"]]]))], 1)
    flat = frames[0].numpy().astype("<f4").ravel()
    return {"width": width, "height": height, "split": split, "said": said, "question": QUESTION, "ids": ids, "shape": list(frames[0].shape),
            "pixels": digest(flat.tobytes()), "samples": [float(each) for each in flat[:: flat.size // 16]],
            "features": [rounded(each) for each in features], "steps": steps}


def resized():
    """What Pillow makes of pictures, as hashes of bytes [3, height, width]: larger, smaller, much lower than wide, and each with each filter."""
    sizes = [((31, 17), (64, 40)), ((333, 251), (32, 32)), ((64, 48), (64, 20)), ((20, 60), (30, 59)), ((40, 40), (36, 31)), ((40, 40), (36, 32)),
             ((7, 200), (5, 3)), ((1, 1), (9, 4))]
    cases = []
    for (width, height), to in sizes:
        for resample in (1, 2, 3):
            raw = np.array(Image.fromarray(picture(width, height)).resize(to, resample=resample)).transpose(2, 0, 1).tobytes()
            cases.append({"from": [width, height], "to": to, "resample": resample, "bytes": digest(raw)})
    return cases


def digest(raw):
    """As surefleet_fleet::Digest has it: the length goes in first."""
    return hashlib.sha256(len(raw).to_bytes(8, "little") + raw).hexdigest()


def graphs(kind, model, seen, folder, suffix):
    """The three graphs of a model, by what its encoder takes."""
    look, _, language = parts(kind, model)
    with mock.patch.multiple(torch, **AS_EXPORTED):
        export_vision(look, tuple(seen), folder / f"vision_encoder{suffix}.onnx")
    export(language, folder / f"decoder_model_merged{suffix}.onnx", from_embeddings=True)
    export_embedding(Embed(language), folder / f"embed_tokens{suffix}.onnx")


def main(folder):
    for kind in SIZES:
        built = model, processor, tokenizer = build(kind)
        target = folder / kind
        (target / "onnx").mkdir(parents=True, exist_ok=True)
        tokenizer.save(str(target / "tokenizer.json"))
        processor.save_pretrained(target)
        tokens = {"bos_token": "<|im_start|>", "eos_token": "<end_of_utterance>"}
        if kind == "idefics3":
            config = model.config.to_diff_dict()
        else:
            tokens["chat_template"] = TEMPLATE
            config = {"image_token_id": tokenizer.token_to_id("<image>"), "text_config": model.language.config.to_diff_dict()}
        (target / "tokenizer_config.json").write_text(json.dumps(tokens, indent=1) + "\n")
        (target / "config.json").write_text(json.dumps(config | {"model_type": kind}, indent=1) + "\n")
        seen, _ = prepared(kind, processor, tokenizer, picture(120, 64), [])
        graphs(kind, model, seen, target / "onnx", "")
        cases = [case(kind, built, *size, []) for size in SIZES[kind]] + [case(kind, built, *SIZES[kind][0], SAID)]
        if kind == "idefics3":
            cases += [case(kind, built, *size, [], split=False) for size in ((120, 64), (5, 3))]
        (target / "golden.json").write_text(json.dumps(cases))
        if kind == "plain":
            (target / "resized.json").write_text(json.dumps(resized(), indent=1) + "\n")
            graphs(kind, model.half(), [each.half() for each in seen], target / "onnx", "_fp16")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
