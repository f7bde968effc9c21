"""Writes causal language models of transformers as ONNX graphs with a KV cache, in the layout that model makers use."""

import torch
from transformers import DynamicCache


class Flat(torch.nn.Module):
    """A causal model whose cache is a flat list of tensors, as ONNX has it."""

    def __init__(self, model, from_embeddings):
        super().__init__()
        self.model, self.from_embeddings = model, from_embeddings

    def forward(self, first, attention_mask, position_ids, *past):
        pairs = list(zip(past[::2], past[1::2]))
        cache = DynamicCache()
        for layer, (key, value) in enumerate(pairs):
            cache.update(key, value, layer)
        name = "inputs_embeds" if self.from_embeddings else "input_ids"
        out = self.model(**{name: first}, attention_mask=attention_mask, position_ids=position_ids, past_key_values=cache, use_cache=True)
        flat = [tensor for layer in out.past_key_values.layers for tensor in (layer.keys, layer.values)]
        return (out.logits, *flat)


def export(model, path, from_embeddings=False):
    """One graph: tokens or embeddings, mask, positions and past keys and values in; logits and present ones out."""
    config = model.config
    head = config.hidden_size // config.num_attention_heads
    layers = range(config.num_hidden_layers)
    batch, seq, old = 2, 3, 5
    first = torch.randn(batch, seq, config.hidden_size) if from_embeddings else torch.randint(3, 300, (batch, seq))
    past = [torch.randn(batch, config.num_key_value_heads, old, head) for _ in layers for _ in "kv"]
    first, past = (first.to(model.dtype) if from_embeddings else first), [each.to(model.dtype) for each in past]
    inputs = (first, torch.ones(batch, old + seq, dtype=torch.int64), torch.arange(old, old + seq).repeat(batch, 1), *past)
    names = ["inputs_embeds" if from_embeddings else "input_ids", "attention_mask", "position_ids"]
    kv = [f"{layer}.{part}" for layer in layers for part in ("key", "value")]
    axes = {name: {0: "batch", 1: "sequence"} for name in [names[0], "position_ids"]}
    axes |= {"attention_mask": {0: "batch", 1: "total"}, "logits": {0: "batch", 1: "sequence"}}
    axes |= {f"past_key_values.{each}": {0: "batch", 2: "past"} for each in kv} | {f"present.{each}": {0: "batch", 2: "total"} for each in kv}
    torch.onnx.export(Flat(model, from_embeddings), inputs, path, dynamo=False, opset_version=18, dynamic_axes=axes,
                      input_names=names + [f"past_key_values.{each}" for each in kv],
                      output_names=["logits"] + [f"present.{each}" for each in kv])


def share_tied(path):
    """Stores the embeddings once, if the model ties them to its last layer, which has them the other way round. What it
    computes stays the same, bit for bit."""
    import onnx
    from onnx import helper, numpy_helper

    model = onnx.load(path)
    graph = model.graph
    matrices = {each.name: numpy_helper.to_array(each) for each in graph.initializer if len(each.dims) == 2}
    for kept, value in matrices.items():
        turned = [other for other in matrices if other != kept and not other.endswith(".weight")]
        gone = next((one for one in turned if matrices[one].shape == value.T.shape and (matrices[one] == value.T).all()), None)
        if kept.endswith(".weight") and gone:
            first = next(place for place, node in enumerate(graph.node) if gone in node.input)
            graph.initializer.remove(next(each for each in graph.initializer if each.name == gone))
            graph.node.insert(first, helper.make_node("Transpose", [kept], [gone], name="tied", perm=[1, 0]))
            break
    onnx.save(model, path)


def export_vision(model, inputs, path):
    """One graph: pixel values [batch, pictures, 3, height, width], and a mask of pixels where the model takes one, in; features
    [batch x pictures, tokens, width] out. The size of a picture is fixed."""
    names = ["pixel_values", "pixel_attention_mask"][:len(inputs)]
    axes = {name: {0: "batch", 1: "pictures"} for name in names} | {"image_features": {0: "pictures_of_all"}}
    torch.onnx.export(model, inputs, path, dynamo=False, opset_version=18, dynamic_axes=axes, input_names=names, output_names=["image_features"])


def export_embedding(model, path):
    """One graph: ids in, their embeddings out."""
    axes = {name: {0: "batch", 1: "sequence"} for name in ("input_ids", "inputs_embeds")}
    torch.onnx.export(model, (torch.randint(3, 300, (2, 3)),), path, dynamo=False, opset_version=18, dynamic_axes=axes,
                      input_names=["input_ids"], output_names=["inputs_embeds"])
