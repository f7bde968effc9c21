"""Makes tiny, randomly initialised language models in the community layout, and what transformers computes with them.

Two architectures: Llama with grouped-query attention (what SmolLM is), and Qwen2 (biases, tied embeddings, other RoPE base); each as
one graph on token ids, and the first also as embed_tokens + decoder_model_merged on embeddings. The golden files hold prompts and the
logits of torch in float32: prefill, each decode step, and a prefix that is kept while what follows it changes; generated.json, what
transformers' generate writes.

    python training/tiny_models.py src/onnx/tests/models
"""

import json
import pathlib
import sys

import torch
from community_layout import export, export_embedding
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import (LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast, Qwen2Config,
                          Qwen2ForCausalLM)

SIZES = dict(vocab_size=320, hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4,
             num_key_value_heads=2, max_position_embeddings=256, bos_token_id=0, eos_token_id=1, pad_token_id=2)
MODELS = {
    "llama": lambda: LlamaForCausalLM(LlamaConfig(**SIZES, rope_theta=10_000.0)),
    "qwen2": lambda: Qwen2ForCausalLM(Qwen2Config(**SIZES, rope_theta=1_000_000.0, tie_word_embeddings=True)),
}
TEMPLATE = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
)
# As model makers write them: methods of Python's strings, a namespace, a refusal.
STRICT_TEMPLATE = """{%- set ns = namespace(turns=0) -%}
{%- for message in messages -%}
    {%- if message.role not in ['system', 'user', 'assistant'] -%}{{ raise_exception('no such role: ' + message.role) }}{%- endif -%}
    {%- if message.role == 'user' -%}{%- set ns.turns = ns.turns + 1 -%}{%- endif -%}
    {{ bos_token if loop.first else '' }}<|im_start|>{{ message['role'] }}
{{ message['content'].strip() | trim }}<|im_end|>
{% endfor -%}
{%- if add_generation_prompt -%}<|im_start|>assistant
{% endif -%}{# turns: {{ ns.turns }} #}"""
CHATS = [
    [{"role": "user", "content": "  Open the fridge.  "}],
    [{"role": "system", "content": "You are robot 1."}, {"role": "user", "content": "What next?\n"},
     {"role": "assistant", "content": "go to the fridge"}, {"role": "user", "content": "And then?"}],
]
TEXTS = ["Robot 1 goes to the fridge and opens it.", "Put the green apple in the sink, then idle.",
         "Which decision is right? A) grab apple 1 B) remain idle", "naïve café 机器人 🤖"]


class Embed(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.table = model.get_input_embeddings()

    def forward(self, input_ids):
        return self.table(input_ids)


def golden(model, tokenizer):
    """Prompts with what torch makes of them: logits [tokens, vocabulary] of a prefill, then of 8 greedy steps."""
    cases = []
    with torch.no_grad():
        for text in TEXTS:
            ids = tokenizer.encode(text).ids
            tokens = list(ids)
            prefill = model(input_ids=torch.tensor([tokens])).logits[0]
            steps = []
            for _ in range(8):
                last = model(input_ids=torch.tensor([tokens])).logits[0, -1]
                steps.append({"token": int(last.argmax()), "logits": rounded(last)})
                tokens.append(int(last.argmax()))
            cases.append({"text": text, "ids": ids, "prefill_last": rounded(prefill[-1]), "prefill_first": rounded(prefill[0]),
                          "log_probability": float(torch.log_softmax(prefill.double(), -1)[range(len(ids) - 1), ids[1:]].sum()),
                          "steps": steps})
    return cases


def generated(model, tokenizer):
    """What transformers' generate writes after each prompt, greedily; no token is so close to another that rounding could change it."""
    cases = []
    for text in TEXTS:
        ids = tokenizer.encode(text).ids
        prompt = torch.tensor([ids])
        out = model.generate(prompt, attention_mask=torch.ones_like(prompt), do_sample=False, max_new_tokens=100, pad_token_id=2,
                             eos_token_id=[1, 4], output_logits=True, return_dict_in_generate=True)
        tokens = out.sequences[0, len(ids):].tolist()
        leads = [float(likeliest[0] - likeliest[1]) for likeliest in (logits[0].topk(2).values for logits in out.logits)]
        assert min(leads) > 5e-4, "choose another seed"
        cases.append({"ids": ids, "tokens": tokens, "text": tokenizer.decode(tokens, skip_special_tokens=True)})
    return cases


def rounded(row):
    return [round(float(value), 7) for value in row]


def chats(tokenizer, template):
    """What transformers renders."""
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token="<|begin|>", eos_token="<|end|>")
    render = lambda messages: fast.apply_chat_template(messages, chat_template=template, tokenize=False, add_generation_prompt=True)
    return [{"messages": messages, "text": render(messages), "ids": tokenizer.encode(render(messages)).ids} for messages in CHATS]


def train_tokenizer(texts=TEXTS, special=("<|begin|>", "<|end|>", "<|pad|>", "<|im_start|>", "<|im_end|>"), size=SIZES["vocab_size"]):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(vocab_size=size, special_tokens=list(special), initial_alphabet=pre_tokenizers.ByteLevel.alphabet())
    tokenizer.train_from_iterator(texts * 4, trainer)
    return tokenizer


def main(folder):
    for name, make in MODELS.items():
        torch.manual_seed(7)
        model = make().eval()
        for parameter in model.parameters():  # far from the tiny default: logits that a wrong cache would change visibly
            torch.nn.init.normal_(parameter, std=0.2) if parameter.dim() > 1 else torch.nn.init.normal_(parameter, mean=1.0, std=0.1)
        target = folder / name
        (target / "onnx").mkdir(parents=True, exist_ok=True)
        tokenizer, template = train_tokenizer(), STRICT_TEMPLATE if name == "qwen2" else TEMPLATE
        tokenizer.save(str(target / "tokenizer.json"))
        (target / "config.json").write_text(json.dumps(model.config.to_diff_dict() | {"model_type": model.config.model_type}, indent=1))
        (target / "tokenizer_config.json").write_text(json.dumps({"chat_template": template, "bos_token": "<|begin|>", "eos_token": {"content": "<|end|>"}}, indent=1))
        (target / "chats.json").write_text(json.dumps(chats(tokenizer, template), indent=1))
        export(model, target / "onnx" / "model.onnx", from_embeddings=False)
        if name == "llama":
            export(model, target / "onnx" / "decoder_model_merged.onnx", from_embeddings=True)
            export_embedding(Embed(model), target / "onnx" / "embed_tokens.onnx")
        (target / "golden.json").write_text(json.dumps(golden(model, tokenizer)))
        (target / "generated.json").write_text(json.dumps(generated(model, tokenizer)))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
