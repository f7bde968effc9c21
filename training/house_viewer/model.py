"""A small vision-language model: a convolutional encoder whose 8 x 8 features stand where the picture's tokens are, and a Llama decoder."""

import torch
from torch import nn
from transformers import LlamaConfig, LlamaForCausalLM

from vision import Residual, conv

EDGE, TOKENS, WIDTH = 128, 64, 192


class Encoder(nn.Module):
    """[B, N, 3, 128, 128] to [B * N, 64, 192]."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            conv(3, 24, 2, 5), conv(24, 48, 2), Residual(48), conv(48, 96, 2), Residual(96), Residual(96),
            conv(96, WIDTH, 2), Residual(WIDTH), Residual(WIDTH), nn.Conv2d(WIDTH, WIDTH, 1))
        self.place = nn.Parameter(torch.zeros(1, TOKENS, WIDTH))
        self.norm = nn.LayerNorm(WIDTH)

    def forward(self, pixel_values):
        features = self.layers(pixel_values.flatten(0, 1)).flatten(2).transpose(1, 2)
        return self.norm(features + self.place)


class Cells(nn.Module):
    """What training also asks the encoder of each cell: the classes that it shows, the colour and the state of the first, and the room."""

    def __init__(self, sizes):
        super().__init__()
        self.sizes = [sizes["classes"], sizes["colours"] + 1, sizes["states"] + 1, sizes["rooms"] + 1]
        self.all = nn.Linear(WIDTH, sum(self.sizes))

    def forward(self, features):
        return self.all(features).float().split(self.sizes, -1)


def decoder(vocabulary, end, pad):
    return LlamaForCausalLM(LlamaConfig(
        vocab_size=vocabulary, hidden_size=WIDTH, intermediate_size=384, num_hidden_layers=3, num_attention_heads=6, num_key_value_heads=6,
        max_position_embeddings=512, tie_word_embeddings=True, bos_token_id=pad, eos_token_id=end, pad_token_id=pad))
