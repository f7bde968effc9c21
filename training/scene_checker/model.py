"""A small vision-language model: a convolutional encoder whose 8 x 8 features stand where the picture's tokens are, and a Llama decoder."""

import torch
from torch import nn
from transformers import LlamaConfig, LlamaForCausalLM

from vision import Residual, conv

EDGE, TOKENS, WIDTH = 128, 64, 192


class Encoder(nn.Module):
    """[B, N, 3, 128, 128] to [B * N, 64, 192]; the attention mask is part of the layout, and every pixel counts."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            conv(3, 32, 2, 5), conv(32, 32), conv(32, 64, 2), Residual(64), conv(64, 128, 2), Residual(128), Residual(128),
            conv(128, WIDTH, 2), Residual(WIDTH), nn.Conv2d(WIDTH, WIDTH, 1))
        self.place = nn.Parameter(torch.zeros(1, TOKENS, WIDTH))
        self.norm = nn.LayerNorm(WIDTH)

    def forward(self, pixel_values):
        features = self.layers(pixel_values.flatten(0, 1)).flatten(2).transpose(1, 2)
        return self.norm(features + self.place)


class Slots(nn.Module):
    """What training also asks the encoder: of each item if it is seen, at the place or in the gripper; the place; if it is open."""

    def __init__(self, items, places):
        super().__init__()
        self.queries = nn.Parameter(torch.randn(items + 2, WIDTH) * 0.1)
        self.attend = nn.MultiheadAttention(WIDTH, 4, batch_first=True)
        self.of_item = nn.Linear(WIDTH, 3)
        self.of_place = nn.Linear(WIDTH, places + 1)
        self.of_open = nn.Linear(WIDTH, 2)

    def forward(self, features):
        queries = self.queries.expand(len(features), -1, -1)
        seen = self.attend(queries, features, features, need_weights=False)[0] + queries
        return self.of_item(seen[:, :-2]), self.of_place(seen[:, -2]), self.of_open(seen[:, -1])


def decoder(vocabulary, end, pad):
    return LlamaForCausalLM(LlamaConfig(
        vocab_size=vocabulary, hidden_size=WIDTH, intermediate_size=512, num_hidden_layers=4, num_attention_heads=6, num_key_value_heads=6,
        max_position_embeddings=1024, tie_word_embeddings=True, bos_token_id=pad, eos_token_id=end, pad_token_id=pad))
