"""Words and phrases of which grammar.py composes missions.

RULES is a small grammar. `(a|b|)` is a choice, `$name` another rule, `{slot}` a part that the others put in, and `[is/are]` a word that
agrees with the number of the slot {s}. The slots of orders: {b} a verb phrase in the base form, {g} the same with -ing, {s} and {pp} its
passive ("<p1>", "wiped"), {r} a robot. The slots of facts: {f} the whole clause, {s} its subject, {a} what is said of it ("open").
"""

from .facts import FACTS
from .orders import ORDERS
from .small_talk import SMALL_TALK
from .unanswerable import UNANSWERABLE

RULES = SMALL_TALK | ORDERS | FACTS | UNANSWERABLE
