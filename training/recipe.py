"""What the trainings of small models share."""

import torch


def optimisers(model, rate):
    """Muon for the matrices inside, AdamW for embeddings and norms."""
    inner = [p for name, p in model.named_parameters() if p.dim() == 2 and "embed" not in name and "lm_head" not in name]
    known = {id(p) for p in inner}
    others = [p for p in model.parameters() if id(p) not in known]
    return [torch.optim.Muon(inner, lr=rate * 10, weight_decay=0.01), torch.optim.AdamW(others, lr=rate * 2, betas=(0.9, 0.98), weight_decay=0.0)]
