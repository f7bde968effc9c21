"""What the box planner reads and writes, as tokens: digits one by one, and one token for each phrase that tasks and formats of `boxnet` repeat."""

import jinja2
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers

SPECIAL = ["<|pad|>", "<|ask|>", "<|answer|>", "<|end|>"]
PAD, ASK, ANSWER, END = range(4)
# Of a prompt only the last observation is kept: rules and forms are the same in all, and the present state makes the history
# unnecessary. A robot's end follows its name as in an answer, so that a learner can copy it.
TEMPLATE = r"""
{%- set told = messages[-1]['content'].split('<observation>\n')[-1].split('\n</observation>')[0] -%}
{{- '<|ask|>' -}}
{%- for line in told.split('\n') -%}
{%- if ': base ' in line -%}
{{- line.split(': base ')[0] + '": "' + line.split(', arm ')[-1] + line.split(': base ')[-1].split(', arm ')[0] -}}
{%- elif 'positions:' not in line -%}
{{- line.replace(': ', '') -}}
{%- endif -%}
{%- endfor -%}
{{- '<|answer|>' -}}
""".strip()
# A cell's points and the joints of the grid are phrases, on maps of up to 6 x 6 cells; all other coordinates are read digit by digit.
QUARTERS = [f"{cell}.{part}" for cell in range(6) for part in (25, 75)]
POINTS = [f"[{x}, {y}]" for values in (QUARTERS, range(7)) for x in values for y in values]
PHRASES = ["<think>", "</think>\n```json\n{\"", "</think>\n```json\n{", "}\n```", " -> ", ", True\"", ", False\"", ", \"", ", ", " to ", "."]
NAMES = [f"Robot {number}{rest}" for rest in ('": "', " takes ") for number in range(26)] + [f"Object {number}{rest}" for rest in ("", " target") for number in range(16)]


def make_tokenizer(has_points=True):
    """Bytes, and the phrases above. Blanks outside of phrases are dropped in reading; no answer needs one."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE(vocab={text: number for number, text in enumerate(SPECIAL + alphabet)}, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(" +"), "removed"), pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens(SPECIAL)
    tokenizer.add_tokens([AddedToken(text, normalized=False) for text in (POINTS if has_points else []) + PHRASES + NAMES])
    return tokenizer


class Words:
    """Encodes prompts and answers, and decodes answers."""

    def __init__(self, tokenizer):
        self.tokenizer = tokenizer
        self.template = jinja2.Environment(trim_blocks=True, lstrip_blocks=True).from_string(TEMPLATE)

    def prompts(self, texts):
        rendered = [self.template.render(messages=[{"role": "user", "content": text}]) for text in texts]
        return [each.ids for each in self.tokenizer.encode_batch(rendered, add_special_tokens=False)]

    def answers(self, texts):
        encoded = self.tokenizer.encode_batch(texts, add_special_tokens=False)
        for each, text in zip(encoded, texts):
            # Blanks between sentences of the reasoning are not written: the reader does not miss them.
            assert self.text(each.ids).replace(" ", "") == text.replace(" ", ""), text
        return [[*each.ids, END] for each in encoded]

    def text(self, ids):
        return self.tokenizer.decode(ids, skip_special_tokens=True)
