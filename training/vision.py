"""What the trainings of small vision-language models share: parts of encoders, the tokenizer and its marks, and their files."""

import json

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from torch import nn

from community_layout import export, export_embedding, export_vision

SPECIAL = ["<|pad|>", "<|end|>", "<image>", "<|user|>", "<|robot|>"]
PAD, END, IMAGE, USER, ROBOT = range(5)
TEMPLATE = (
    "{% for message in messages %}{% if message['role'] == 'user' %}{{ '<|user|>' + message['content'] }}{% else %}"
    "{{ '<|robot|>' + message['content'] + '<|end|>' }}{% endif %}{% endfor %}{% if add_generation_prompt %}{{ '<|robot|>' }}{% endif %}"
)


def conv(inside, outside, stride=1, size=3):
    return nn.Sequential(nn.Conv2d(inside, outside, size, stride, size // 2, bias=False), nn.BatchNorm2d(outside), nn.ReLU(inplace=True))


class Residual(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first = conv(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x):
        return torch.relu(x + self.second(self.first(x)))


def make_tokenizer(rows, size=512):
    """Byte pairs of the questions and answers of these rows."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    texts = [text for row in rows for lesson in row["lessons"] for text in (lesson["question"], lesson["answer"])]
    trainer = trainers.BpeTrainer(vocab_size=size, special_tokens=SPECIAL, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False)
    tokenizer.train_from_iterator(texts, trainer)
    return tokenizer


def values(pictures):
    """[B, edge, edge, 3] bytes to [B, 1, 3, edge, edge], -1 to 1: what preprocessor_config.json says."""
    return (pictures.permute(0, 3, 1, 2).float() / 255 - 0.5)[:, None] / 0.5


def write(folder, name, content):
    (folder / name).write_text(json.dumps(content, indent=1) + "\n")


def export_model(folder, name, weights, encoder, words, tokenizer, edge):
    """The files of a trained model; its encoder and decoder take their weights by name."""
    part = lambda name: {key.removeprefix(f"{name}."): value for key, value in weights.items() if key.startswith(f"{name}.")}
    encoder.load_state_dict(part("encoder"))
    missing = words.load_state_dict(part("decoder"), strict=False)
    assert missing.missing_keys == ["lm_head.weight"] and not missing.unexpected_keys, missing
    words.tie_weights()
    encoder.eval(), words.eval()
    words.config._attn_implementation = "eager"
    (folder / "onnx").mkdir(parents=True, exist_ok=True)
    export_vision(encoder, (torch.zeros(1, 1, 3, edge, edge),), folder / "onnx/vision_encoder.onnx")
    export_embedding(words.get_input_embeddings(), folder / "onnx/embed_tokens.onnx")
    export(words, folder / "onnx/decoder_model_merged.onnx", from_embeddings=True)
    tokenizer.save(str(folder / "tokenizer.json"))
    text = words.config.to_diff_dict() | {"model_type": "llama"}
    write(folder, "config.json", {"model_type": name, "image_token_id": IMAGE, "eos_token_id": END, "pad_token_id": PAD, "text_config": text,
                                  "vision_config": {"image_size": edge, "hidden_size": words.config.hidden_size}})
    write(folder, "tokenizer_config.json", {"chat_template": TEMPLATE, "bos_token": "<|pad|>", "eos_token": "<|end|>"})
    write(folder, "preprocessor_config.json", {
        "image_processor_type": name.title().replace("_", "") + "ImageProcessor", "do_resize": True, "size": {"height": edge, "width": edge}, "resample": 2,
        "do_rescale": True, "rescale_factor": 1 / 255, "do_normalize": True, "image_mean": [0.5] * 3, "image_std": [0.5] * 3, "image_seq_len": encoder.place.shape[1]})
