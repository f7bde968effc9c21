"""What the trainings of small models share."""

import torch
from torch.optim import _muon


def orthogonal(gradient, coefficients, steps, eps):
    """What PyTorch's Muon makes of a gradient, in its own precision: PyTorch goes over to bfloat16, which takes CPUs without
    instructions for it longer than all the rest of a step."""
    a, b, c = coefficients
    matrix = gradient.T if gradient.size(0) > gradient.size(1) else gradient
    matrix = matrix / matrix.norm().clamp(min=eps)
    for _ in range(steps):
        gram = matrix @ matrix.T
        matrix = torch.addmm(matrix, torch.addmm(gram, gram, gram, beta=b, alpha=c), matrix, beta=a)
    return matrix.T if gradient.size(0) > gradient.size(1) else matrix


def optimisers(model, rate):
    """Muon for the matrices inside, AdamW for embeddings and norms."""
    if not torch.cuda.is_available():
        assert hasattr(_muon, "_zeropower_via_newtonschulz"), "PyTorch has another Muon than the pinned one"
        _muon._zeropower_via_newtonschulz = orthogonal
    inner = [p for name, p in model.named_parameters() if p.dim() == 2 and "embed" not in name and "lm_head" not in name]
    known = {id(p) for p in inner}
    others = [p for p in model.parameters() if id(p) not in known]
    return [torch.optim.Muon(inner, lr=rate * 10, weight_decay=0.01), torch.optim.AdamW(others, lr=rate * 2, betas=(0.9, 0.98), weight_decay=0.0)]


def chunked(pairs, tokens, rng):
    """Pairs of token lists in chunks of about so many tokens each, of like length, in random order."""
    pairs = sorted(pairs, key=lambda pair: len(pair[0]) + len(pair[1]))
    chunks = [[]]
    for pair in pairs:
        if chunks[-1] and (len(chunks[-1]) + 1) * (len(pair[0]) + len(pair[1])) > tokens:
            chunks.append([])
        chunks[-1].append(pair)
    rng.shuffle(chunks)
    return chunks
