"""What nobody can tell for sure."""

import lexicon
from deeds import Act, Fact
from rules import Rules
from things import Noun


class Unclear(Rules):
    """Statements without an answer."""

    def unknown_noun(self):
        return f"{self.one(['the', 'the', 'the', 'a', 'my', 'that', 'all', 'our', 'every', 'this', 'two', 'any'])} {self.adjective() + ' ' if self.chance(0.3) else ''}{self.noun()}{self.one(['', '', 's'])}"

    def vague_thing(self):
        """A thing that cannot be told from others, or that is no thing of the site."""
        roll = self.random()
        name = self.mark("t")
        if roll < 0.3:
            return Noun(self.unknown_noun(), "?", False)
        if roll < 0.55:
            det = self.say("pick_one")
            text = f"{det} {name}" if self.chance(0.85) else f"the <one> {name} {self.say('near')}"
        elif roll < 0.7:
            text = f"the <{self.one(['one', 'many'])}> {name} {self.say('near')}"
        elif roll < 0.9:
            text = f"{self.say('amount')} {name}"
        else:
            text = self.say("odd_thing", {"t": self.single("t").text, "u": lambda: self.single("t").text, "m": name, "odd": self.unknown_noun})
        return Noun(text, "?", False)

    def unclear_act(self):
        """A deed of which one part cannot be understood."""
        roll = self.random()
        if roll < 0.22:
            act = self.bring(self.vague_thing(), self.single("p"))
        elif roll < 0.32:
            act = self.bring(self.single("t"), Noun(self.unknown_noun(), "?"))
        elif roll < 0.42:
            act = self.bring(self.single("t") if self.chance(0.6) else self.sort("t"), self.single("p"), True)
            act.tail = self.say("vague_place")
        elif roll < 0.5:
            act = self.bring(self.single("t"), self.single("p"), True)
            act.tail = f"{self.say('beside')} {act.place.text if self.chance(0.6) else self.single('t').text}"
            if self.chance(0.25):
                act.tail = f"between {act.place.text} and {self.single('p').text}"
        elif roll < 0.72:
            verb = self.one(lexicon.STRANGE_VERBS) if self.chance(0.4) else self.one(self.verbs) if self.chance(0.6) else self.one(lexicon.SKILLS_OF_ONE)
            if verb in self.skill_marks or verb in lexicon.PUTS or verb in lexicon.CARRIES or verb in lexicon.TAKES:
                return self.unclear_act()
            act = Act("skill", verb, self.target(), "", "?")
            if self.chance(0.3) and verb not in ("lower", "hoist", "tow", "raise", "tip", "pour", "empty", "drain", "pump", "drive", "guide", "lead"):
                act.tail = f"{self.one(['to', 'into', 'to', 'in', 'on', 'with', 'for', 'at', 'onto', 'from'])} {self.single(self.one('pptr')).text}"
        elif roll < 0.78:
            act = self.deed(self.vague_thing())
        elif roll < 0.82:
            act = self.deed(Noun(self.unknown_noun(), "?"))
        elif roll < 0.9:
            act = self.act()
            (act.second or act).tail += f" {self.say(self.one(['clock', 'manner']))}"
        else:
            act = self.act()
            (act.second or act).tail += f" {self.say('hidden_condition')}"
        if not act.tail and act.kind == "bring":
            return self.unclear_act()
        act.canon = None
        return act

    def unclear_fact(self):
        fact = self.fact("sa", denied=0.15)
        roll = self.random()
        if roll < 0.5:
            fact = Fact(fact.subject, self.adjective(), fact.denied, None, "state")
        elif roll < 0.75:
            fact.subject = Noun(self.unknown_noun(), "?", False)
        else:
            fact = Fact(fact.subject, f"{self.one(['on', 'in', 'at', 'near', 'next to', 'behind'])} {self.unknown_noun()}", fact.denied, None, "at")
        return fact

    def unclear(self):
        """A statement that nobody can answer."""
        roll = self.random()
        act = self.unclear_act()
        slots = self.slots_of(act)
        if roll < 0.4:
            if act.kind == "bring" and act.second is None and act.thing.canon == "?" and act.place.canon != "?" and act.tail.endswith(act.place.text) and self.chance(0.35):
                text = self.wish(act.thing, act.place)
            elif act.kind == "bring" and act.place.canon == "?" and self.chance(0.4):
                text = self.wish(act.thing, act.place)
            elif self.chance(0.1):
                text = self.clause(self.fact())
            else:
                text = self.order(act)
        elif roll < 0.47:
            text = self.say("ban", slots)
        elif roll < 0.52:
            who = self.robot().text
            text = self.say(self.one(["must", "ban_robot", "only"]), {**slots, "r": who, "b0": slots["b"]})
        elif roll < 0.6:
            fact = self.unclear_fact()
            good = self.act()
            rule = self.one(["if_order", "after_fact", "not_before", "not_while", "while_fact"])
            text = self.say(rule, {**self.slots_of(good), **self.order_slots(good), "f": lambda: self.clause(fact)})
        elif roll < 0.66:
            fact = self.unclear_fact()
            text = self.say(self.one(["in_the_end", "always", "never_fact", "in_the_end_plain"]), self.fact_slots(fact), fact.subject.plural)
        elif roll < 0.7:
            good, fact = self.act(), self.fact(simple=True)
            text = self.say("if_order", {**self.order_slots(good), "f": lambda: self.clause(fact)}) + " " + self.say("else_branch", {"b2": self.act().say("b")})
        elif roll < 0.76:
            good = self.act()
            text = f"{self.order_plainly(good)} {self.one(['', '', ','])} {self.say(self.one(['clock', 'manner', 'hidden_condition', 'hidden_condition']))}"
        elif roll < 0.82:
            thing, place = self.single("t"), self.single("p")
            text = self.say("question", {"t": thing.text, "p": place.text, "in": self.where(place.text), "to": f"to {place.text}", "r": lambda: self.single("r").text, "a": lambda: self.state()[0]})
        elif roll < 0.89:
            good = self.act()
            text = self.say("to_people", self.slots_of(good))
        elif roll < 0.94:
            text = self.two_candidates()
        elif roll < 0.97:
            text = self.contradiction()
        else:
            text = self.out_of_form()
        return text, None, None

    def two_candidates(self):
        """A pronoun that may mean either of two things or, at the start of a mission, nothing; or no place where there should be one."""
        place = self.single("p")
        verb = self.one(("wash", "wipe", "open", "label", "scan", "check", "tag", "weigh", "dry", "inspect"))
        slots = {"x": self.single("t").text, "y": self.single("t").text, "p": place.text, "q": self.single("p").text, "in": self.where(place.text), "deed": f"{verb} {self.skill(verb)}",
                 "o": lambda: self.order_plainly(self.bring(Noun(self.one(("it", "that one", "them", "the latter")), "?"), place))}
        return self.say("refers_to_nothing" if self.opens and self.chance(0.4) else "no_place" if self.chance(0.3) else "refers_to_either", slots)

    def contradiction(self):
        place, act = self.single("p"), self.deed(self.single(self.one("pt")))
        return self.say("contradiction", {"t": self.single("t").text, "p": place.text, "q": lambda: self.single("p").text, "in": self.where(place.text), "a": self.state()[0], "b": lambda: act.say("b")})

    def out_of_form(self):
        """Clear to people, but beyond what the canonical forms can say."""
        fact, other = self.fact(simple=True), self.fact("sa", simple=True)
        delivery, deed = self.bring(self.single("t"), self.single("p")), self.deed(self.single("p"))
        slots = {"f": lambda: self.clause(fact), "f2": lambda: self.clause(other), "bring": lambda: delivery.say("b"), "t": delivery.thing.text, "in": self.where(delivery.place.text), "b": lambda: deed.say("b"), "g": lambda: deed.say("g"),
                 "r": self.single("r").text, "r2": lambda: self.single("r").text, "u": lambda: self.single("t").text, "n": lambda: self.mark("t"), "m": lambda: self.mark("r"), "k": lambda: self.one(("two", "three", "2", "four", "5"))}
        return self.say(self.one(("beyond_time", "beyond_amount", "beyond_robots")), slots)
