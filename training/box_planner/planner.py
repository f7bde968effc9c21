"""The box planner as a model: made, kept in a checkpoint, asked for answers, and judged over whole trials by `surefleet_reward`."""

import dataclasses
import math
import random

import torch
from lessons import JUDGED_SEED, SHAPES, draw
from surefleet_reward import rewards_of_turns
from tokenizers import Tokenizer
from transformers import DynamicCache, LlamaConfig, LlamaForCausalLM
from vocabulary import ANSWER, ASK, END, PAD, Words

# The longest answers that search gives on small boards have about 50 tokens.
MOST_TOKENS = 96
# A trial may take so many steps more than the plan by search has.
SPARE_TURNS = 3
# Rows that the reading of a batch of prompts or of answers is cut into.
ROWS = 64


def make_model(words, width, layers):
    config = LlamaConfig(vocab_size=words.tokenizer.get_vocab_size(), hidden_size=width, intermediate_size=3 * width, num_hidden_layers=layers,
                         num_attention_heads=4, num_key_value_heads=4, max_position_embeddings=2048, tie_word_embeddings=True,
                         bos_token_id=ASK, eos_token_id=END, pad_token_id=PAD, attn_implementation="sdpa")
    return LlamaForCausalLM(config)


def keep(path, model, words, about, more=None):
    """Writes a checkpoint; a run that is cut off leaves the one before whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    weights = {name: value for name, value in model.state_dict().items() if name != "lm_head.weight"}
    begun = path.with_suffix(".part")
    torch.save({"weights": weights, "tokenizer": words.tokenizer.to_str(), "config": model.config.to_diff_dict(), "about": about, "more": more}, begun)
    begun.rename(path)


def load(path, attention="sdpa"):
    """The model of a checkpoint, its words, and the checkpoint."""
    kept = torch.load(path, map_location="cpu", weights_only=False)
    model = LlamaForCausalLM(LlamaConfig(**kept["config"], attn_implementation=attention))
    model.load_state_dict(kept["weights"], strict=False)
    model.tie_weights()
    return model, Words(Tokenizer.from_str(kept["tokenizer"])), kept


@dataclasses.dataclass
class Answer:
    prompt: list
    ids: list
    # Of each token, when it was drawn.
    log_probabilities: list
    text: str


@torch.no_grad()
def answers(model, words, prompts, temperature, generator):
    """An answer to each prompt, drawn token by token; likeliest tokens at temperature 0. Prompts of one length are answered together."""
    model.eval()
    lengths = {}
    for place, prompt in enumerate(prompts):
        lengths.setdefault(len(prompt), []).append(place)
    found = [None] * len(prompts)
    for places in (part[start:start + 2 * ROWS] for part in lengths.values() for start in range(0, len(part), 2 * ROWS)):
        together = _answers(model, torch.tensor([prompts[place] for place in places]), temperature, generator)
        for place, (ids, log_probabilities) in zip(places, together):
            found[place] = Answer(prompts[place], ids, log_probabilities, words.text(ids))
    return found


def _answers(model, ids, temperature, generator):
    rows, cache = list(range(len(ids))), DynamicCache()
    written = [([], []) for _ in rows]
    for count in range(MOST_TOKENS):
        logits = model(input_ids=ids, past_key_values=cache, use_cache=True, logits_to_keep=1).logits[:, -1].float()
        known = torch.log_softmax(logits, -1)
        if temperature:
            chosen = torch.multinomial(torch.softmax(logits / temperature, -1), 1, generator=generator)
        else:
            chosen = logits.argmax(-1, keepdim=True)
        for row, token, log_probability in zip(rows, chosen[:, 0].tolist(), known.gather(1, chosen)[:, 0].tolist()):
            if not written[row][0] or written[row][0][-1] != END:
                written[row][0].append(token)
                written[row][1].append(log_probability)
        going = [place for place, row in enumerate(rows) if written[row][0][-1] != END]
        if not going:
            break
        # Rows that have ended cost time, and to take them out costs some, too.
        if len(going) <= 0.75 * len(rows):
            rows, chosen = [rows[place] for place in going], chosen[going]
            cache.batch_select_indices(torch.tensor(going))
        ids = chosen
    return written


@dataclasses.dataclass
class Trial:
    task: object
    golden: int
    turns: list
    reward: float = 0.0

    @property
    def is_done(self):
        # No other trial earns so much: surefleet_boxnet, PlanReward::total.
        return self.reward > 0.15


def trials(model, words, tasks, golden, temperature, generator):
    """A trial of each task: answers, each to what is observed after those before it, until the trial ends."""
    all_of_them = [Trial(task, steps, []) for task, steps in zip(tasks, golden)]
    open_ones = list(all_of_them)
    while open_ones:
        told = [trial.task.observation([turn.text for turn in trial.turns]) for trial in open_ones]
        for trial, answer in zip(open_ones, answers(model, words, words.prompts(told), temperature, generator)):
            trial.turns.append(answer)
        open_ones = [trial for trial in open_ones if len(trial.turns) < trial.golden + SPARE_TURNS and not trial.task.is_over([turn.text for turn in trial.turns])]
    rewards = rewards_of_turns(tasks, [[turn.text for turn in trial.turns] for trial in all_of_them], golden)
    for trial, reward in zip(all_of_them, rewards):
        trial.reward = reward
    return all_of_them


def solvable(count, seed, wandered=0.0, among=SHAPES):
    """Tasks that search solves, and the steps of its plans."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        seed += 1
        task = draw(rng, seed, wandered, among)
        if plan := task.plan():
            found.append((task, plan[0]))
    return [task for task, _ in found], [steps for _, steps in found]


def judged(model, words, count, among=SHAPES, each=4, temperature=1.0, seed=JUDGED_SEED):
    """Mean reward and share of trials that do their task, with half of their 95 % intervals, over fixed tasks; several trials a task count as one."""
    tasks, golden = solvable(count, seed, among=among)
    ran = trials(model, words, tasks * each, golden * each, temperature, torch.Generator().manual_seed(seed))
    figures = []
    for value in (lambda trial: trial.reward, lambda trial: float(trial.is_done)):
        means = [sum(value(trial) for trial in ran[place::count]) / each for place in range(count)]
        mean = sum(means) / count
        figures.append((mean, 1.96 * math.sqrt(sum((one - mean) ** 2 for one in means) / max(1, count - 1) / count)))
    return figures


def told(figures):
    """Figures of `judged` in words."""
    (reward, wide), (done, broad) = figures
    return f"reward {reward:.3f} ± {wide:.3f}, done {done:.3f} ± {broad:.3f}"
