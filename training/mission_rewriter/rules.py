"""Statements about what may and must be, when, how often, and in which order."""

import lexicon
from deeds import ACTS, FRIENDLY_MANNER, Act
from orders import Orders
from things import NAMED, PLAIN, Noun


class Rules(Orders):
    """What must not be, what depends on something else, and what comes first."""

    def banned_act(self):
        """A deed that must not be done: an Act, and its canonical form after "never", or None where only "no robot may" can say it."""
        kind = self.weighted(((34, "skill"), (20, "take"), (18, "go"), (22, "put"), (6, "out")))
        if kind == "skill":
            return self.deed(banned=True)
        if kind == "take":
            return self.take(self.forbidden("t" if self.chance(0.9) else "h"))
        if kind == "go":
            return self.go(banned=True)
        if kind == "put":
            thing = self.forbidden("t" if self.chance(0.93) else "h") if self.chance(0.7) else Noun("anything", "anything", False, "t", False)
            act = self.bring(thing, self.single("p" if self.chance(0.8) else "h", 0.1))
            while act.second or act.tail.startswith("from ") or any(way in act.tail for way in FRIENDLY_MANNER):
                act = self.bring(thing, act.place)
            act.canon = f"put {thing.canon} on {act.place.canon}"
            return act
        thing = self.forbidden("t") if self.chance(0.6) else Noun("anything", "anything", False, "t", False)
        return self.remove(thing)

    def ban(self):
        act = self.banned_act()
        nobody = f"no robot may {act.canon}" if act.kind == "out" else f"never {act.canon}"
        slots = self.slots_of(act)
        roll = self.random()
        if act.kind == "take" and roll < 0.4:
            if self.chance(0.3) and " or " in act.thing.canon and act.thing.canon.startswith("<"):
                act.thing.text = act.thing.text.replace(" or ", " and ")
            return self.say("ban_take", {"t": act.thing.text}, act.thing.plural), [nobody], None
        if act.kind == "go" and act.place.letter != "t" and roll < 0.5:
            return self.say("ban_go", {"p": act.place.text}), [nobody], None
        if act.kind in ("take", "skill") and act.thing is not None and act.thing.canon and act.thing.canon.startswith("<") and act.thing.canon.count(" or ") == 1 and "," not in act.thing.canon and self.chance(0.3):
            one, two = act.thing.canon.split(" or ")
            pair = Act(act.kind, act.verb, Noun(f"neither {one} nor {two}", ""), act.tail, "", act.mark)
            return self.one([pair.say("b"), f"please {pair.say('b')}", f"neither {one} nor {two} {self.one(['may', 'must', 'should', 'is to', 'can'])} be {act.passive()}", f"you must {pair.say('b')}"]), [nobody], None
        if act.kind == "bring" and roll < 0.4:
            at = self.where(act.place.text)
            if act.thing.text == "anything":
                return self.say("ban_anything", {"p": act.place.text, "in": at}), [nobody], None
            if act.thing.single:
                return self.say("ban_put", {"t": act.thing.text, "t0": act.thing.text, "p": act.place.text, "in": at}, act.thing.plural), [nobody], None
        if roll > 0.88:
            return self.say("no_robot", slots), [f"no robot may {act.canon}"], None
        if act.has_passive() and act.thing.text != "anything" and act.thing.canon and roll > 0.78:
            return self.say("ban_p", slots, act.thing.plural and act.thing.single), [nobody], None
        return self.say("ban", slots), [nobody], None

    def robot_ban(self):
        act = self.banned_act()
        slots = self.slots_of(act)
        if self.chance(0.25):
            name = self.mark("r")
            return self.say("no_sort", {**slots, "m": name}), [f"no {name} may {act.canon}"], None
        who = self.robot()
        if self.chance(0.1):
            who = self.listed([who, self.single("r")])
            return f"{who.text} {self.one(['must never', 'must not', 'may not', 'should never', 'are not allowed to', 'shall not', 'are forbidden to'])} {act.say('b')}", [f"{who.canon} must never {act.canon}"], None
        canon = [f"{who.canon} must never {act.canon}"]
        if act.kind == "go" and act.place.letter != "t" and self.chance(0.45):
            return self.say("ban_robot_go", {"r": who.text, "r0": who.text, "p": act.place.text, "in_p": self.where(act.place.text)}), canon, None
        return self.say("ban_robot", {**slots, "r": who.text, "b0": slots["b"]}), canon, None

    def only(self):
        act = self.banned_act()
        who = self.robot()
        if self.chance(0.12):
            who = self.listed([who, self.single("r")], "or")
            who.text = who.text.removeprefix("either ")
        elif self.chance(0.2):
            name = self.mark("r")
            who = Noun(f"{self.one(['<many>', 'the <many>'])} {name}", name, True, "r", False)
            text = self.one(["only", "only", "just", "none but", "nobody but", "no one but", "no one except", "no robots other than", "no robots except"])
            return f"{text} {who.text} {self.one(['may', 'can', 'should', 'must', 'are allowed to', 'are to', 'are permitted to'])} {act.say('b')}", [f"only {name} may {act.canon}"], None
        canon = [f"only {who.canon} may {act.canon}"]
        if act.has_passive() and act.thing.text != "anything" and act.thing.single and self.chance(0.25):
            return self.say("only_p", {**self.slots_of(act), "r": who.text}, act.thing.plural), canon, None
        return self.say("only", {**self.slots_of(act), "r": who.text}), canon, None

    def without(self):
        """An order and a ban in one sentence."""
        act, banned = self.act(), self.banned_act()
        while banned.kind == "out":
            banned = self.banned_act()
        text = self.say("without", {"o": lambda: self.order_plainly(act), "b1": lambda: act.say("b"), "b": lambda: banned.say("b"), "g": lambda: banned.say("g")})
        return text, [act.canon, f"never {banned.canon}"], None

    def fact_slots(self, fact):
        return {"f": lambda: self.clause(fact, False), "s": fact.subject.text, "a": lambda: self.predicate(fact)}

    def in_the_end(self):
        fact = self.fact("sssssra", denied=0.12)
        while fact.kind == "verb" or fact.kind == "at" and not fact.denied and fact.subject.letter != "r":
            fact = self.fact("sssra", denied=0.2)
        plain = fact.kind == "state" and "<d" not in fact.said and self.chance(0.5)
        rule = "in_the_end_not" if fact.denied else "in_the_end_plain" if plain else "in_the_end"
        return self.say(rule, {**self.fact_slots(fact), "a": fact.said}, fact.subject.plural), [f"in the end {fact.canon}"], None

    def some_point(self):
        fact = self.fact("sssaar", simple=True, denied=0.0)
        while fact.kind == "verb" or fact.kind == "at" and fact.subject.letter != "r":
            fact = self.fact("sssaar", simple=True, denied=0.0)
        return self.say("some_point", self.fact_slots(fact), fact.subject.plural), [f"at some point {fact.canon}"], None

    def always(self):
        fact = self.fact("sssssaar", denied=0.0)
        while fact.kind == "verb":
            fact = self.fact("sssssaar", denied=0.0)
        if self.chance(0.55):
            rule = "always_there" if fact.kind == "at" else "always"
            return self.say(rule, self.fact_slots(fact), fact.subject.plural), [f"it must always be that {fact.canon}"], None
        while fact.kind == "verb" or not fact.subject.single:
            fact = self.fact("sssaar", denied=0.0, simple=True)
        return self.say("never_fact", self.fact_slots(fact), fact.subject.plural), [f"it must never be that {fact.canon}"], None

    def never_both(self):
        first, second = self.fact(denied=0.0, simple=True), self.fact(denied=0.1, simple=True)
        while second.subject.canon == first.subject.canon:
            second = self.fact(denied=0.1, simple=True)
        canon = [f"it must never be that {first.canon} while {second.canon}"]
        if self.chance(0.3):
            letter = self.one("ptr")
            one, two = self.single(letter), self.single(letter)
            word, state, _ = self.state()
            text = self.say("not_both", {"x": one.text, "y": two.text, "a": word})
            return text, [f"it must never be that {one.canon} and {two.canon} are {state}"], None
        return self.say("never_both", {"f1": lambda: self.clause(first, False), "f2": lambda: self.clause(second, False)}), canon, None

    def whenever(self):
        when, fact = self.fact(denied=0.15, simple=True), self.fact("sssa", denied=0.3)
        be = f"{fact.subject.canon} must {'not ' if fact.denied else ''}be "
        be += f"at {fact.place.canon}" if fact.kind == "at" else fact.canon.split()[-1]
        slots = {"f1": lambda: self.clause(when), "s": fact.subject.text, "a": fact.said}
        return self.say("whenever_not" if fact.denied else "whenever_be", slots, fact.subject.plural), [f"whenever {when.canon} , {be}"], None

    def about(self, fact):
        """A deed that follows from a fact, often on what the fact speaks of."""
        if fact.subject.single and not isinstance(fact.said, tuple) and self.chance(0.45):
            it = Noun(self.one(["it", "it", fact.subject.text]) if not fact.subject.plural else "them", fact.subject.canon, fact.subject.plural, fact.subject.letter)
            if fact.kind == "at" and fact.subject.letter in "th":
                return self.bring(it, self.single("p"))
            if fact.kind == "state" and fact.subject.letter != "r":
                return self.bring(it, self.single("p")) if fact.subject.letter == "t" and self.chance(0.5) else self.deed(it)
        return self.within_scope(PLAIN, self.act)

    def condition(self):
        fact = self.fact(denied=0.2)
        act = self.about(fact)
        if fact.kind == "state" and fact.subject.single and self.chance(0.2) and not fact.denied:
            if self.chance(0.4):
                slots = {**self.order_slots(act), "f": lambda: self.clause(fact)}
                return self.say("unless", slots), [f"if {fact.canon.replace(' is ', ' is not ', 1)} , {act.canon}"], None
            return self.say("should_be", {**self.fact_slots(fact), **self.order_slots(act)}), [f"if {fact.canon} , {act.canon}"], None
        return self.say("if_order", {**self.order_slots(act), "f": lambda: self.clause(fact)}), [f"if {fact.canon} , {act.canon}"], None

    def order_slots(self, act):
        return {"o": lambda: self.tidy_order(act), "b": lambda: act.say("b"), "g": lambda: act.say("g")}

    def after_fact(self):
        fact = self.fact(denied=0.1)
        act = self.about(fact)
        return self.say("after_fact", {**self.order_slots(act), "f": lambda: self.clause(fact, False)}), [f"after {fact.canon} , {act.canon}"], None

    def timed_ban(self):
        fact, act = self.fact(denied=0.15), self.banned_act()
        before = self.chance(0.45)
        word = "before" if before else "while"
        slots = {**self.slots_of(act), "f": lambda: self.clause(fact, not before)}
        if self.chance(0.22):
            who = self.robot()
            return self.say("robot_not_before" if before else "robot_not_while", {**slots, "r": who.text}), [f"{who.canon} must never {act.canon} {word} {fact.canon}"], None
        canon = f"no robot may {act.canon} {word} {fact.canon}" if act.kind == "out" else f"never {act.canon} {word} {fact.canon}"
        if act.has_passive() and act.thing.single and self.chance(0.2):
            return self.say("not_before_p" if before else "not_while_p", slots, act.thing.plural), [canon], None
        return self.say("not_before" if before else "not_while", slots), [canon], None

    def while_fact(self):
        fact = self.fact(denied=0.1)
        act = self.within_scope(PLAIN, self.act, None, ((60, "skill"), (20, "take"), (20, "go")))
        return self.say("while_fact", {**self.order_slots(act), "f": lambda: self.clause(fact)}), [f"{act.canon} while {fact.canon}"], None

    def either(self):
        kinds = ((1, "bring"),) if self.chance(0.4) else ((60, "skill"), (20, "take"), (20, "go"))
        one, two = (self.within_scope(PLAIN, self.act, None, kinds) for _ in range(2))
        while " or " in one.canon + two.canon:
            one, two = (self.within_scope(PLAIN, self.act, None, kinds) for _ in range(2))
        return self.say("either", {**self.slots_of(one, "1"), **self.slots_of(two, "2")}), [f"{one.canon} or {two.canon}"], None

    def times(self):
        """How often: the canonical count and words for it."""
        number = self.one([2, 2, 2, 3, 3, 4, 5])
        words = dict(enumerate(["", "once", "two", "three", "four", "five"]))
        if number == 2:
            return "twice", self.one(["twice", "twice", "two times", "2 times", "2 x", "two times"])
        return f"{number} times", self.one([f"{words[number]} times", f"{number} times", f"{number} x", f"{words[number]} times"])

    def counted(self):
        act = self.within_scope(NAMED, self.act, None, ((70, "skill"), (15, "take"), (15, "go")))
        while " or " in act.canon:
            act = self.within_scope(NAMED, self.act, None, ((70, "skill"), (15, "take"), (15, "go")))
        canon, words = self.times()
        roll = self.random()
        if roll < 0.3:
            return self.say("times", {**self.order_slots(act), "n": words}), [f"{act.canon} {canon}"], None
        if roll < 0.4:
            words, canon = self.one(["once", "one time", "1 time"]), "once"
        if roll < 0.65:
            if act.has_passive() and act.thing.canon and self.chance(0.25):
                return self.say("at_most_p", {**self.slots_of(act), "n": words}, act.thing.plural), [f"{act.canon} at most {canon}"], None
            if self.chance(0.2):
                who = self.robot()
                return self.say("robot_at_most", {**self.slots_of(act), "r": who.text, "n": words}), [f"{who.canon} must {act.canon} at most {canon}"], None
            return self.say("at_most", {**self.slots_of(act), "n": words}), [f"{act.canon} at most {canon}"], None
        act = self.act()
        while " a <" in act.canon or "one of the" in act.canon:     # the same one all the time?
            act = self.act()
        number = 2 + int(self.random() * 40) if self.chance(0.7) else self.one([5, 10, 20, 50, 100])
        said = lexicon.NUMBERS[number - 2] if number <= 10 and self.chance(0.4) else str(number)
        return self.say("within", {**self.order_slots(act), "k": said}), [f"{act.canon} within {number} steps"], None

    def crowd(self):
        place = self.single("p")
        at = self.where(place.text)
        if self.chance(0.6):
            return self.say("crowd_one", {"p": place.text, "in": at}), [f"at most one robot may be at {place.canon}"], None
        number = self.one([2, 2, 2, 3, 4, 5])
        said = self.one([str(number), lexicon.NUMBERS[number - 2]])
        return self.say("crowd", {"p": place.text, "in": at, "n": said}), [f"at most {number} robots may be at {place.canon}"], None

    def sequence(self):
        """Deeds in their order, one sentence after another or joined."""
        count = self.weighted(((60, 2), (28, 3), (12, 4)))
        acts = []
        while len(acts) < count:
            act = self.within_scope(PLAIN, self.act, acts[-1] if acts else None, ACTS, True)
            if " or " not in act.canon:
                acts.append(act)
        canons = [act.canon for act in acts]
        texts = [self.order_plainly(acts[0]) if self.chance(0.75) else self.order(acts[0])]
        texts += [act.say("b") if self.chance(0.8) else self.tidy_order(act) for act in acts[1:]]
        if self.chance(0.12):
            fact = self.fact("s", denied=0.0)
            canons.append(f"in the end {fact.canon}")
            texts.append(f"{self.one(['make sure', 'see to it that', 'ensure that'])} {self.clause(fact)} {self.say('done0') if self.chance(0.5) else ''}")
        robot = self.robot() if self.chance(0.08) and all("robot" not in text for text in texts) else None
        if robot:
            texts = [f"{robot.text} {self.one(['should', 'must', 'has to'])} {acts[0].say('b')}", *(act.say("b") for act in acts[1:]), *texts[count:]]
            canons = [f"{robot.canon} must {canon}" if index < count else canon for index, canon in enumerate(canons)]
        style = self.random()
        if style > 0.93 and not robot:
            text = self.plain_list([Noun(each, "") for each in texts]) + self.one([" , in that order", " in this order", " , in this order please", " - in exactly this order", " , one after the other in that order", " , strictly in that order", " in the given order"])
        elif style < 0.12 and not robot:
            numbers = ["one", "two", "three", "four", "five"] if self.chance(0.4) else list("12345")
            sign = self.one([":", "-", ",", ""])
            word = self.one(["step", "step", "stage", "phase"])
            text = self.one([" . ", " ; ", " , "]).join(f"{word} {numbers[index]} {sign} {each}" for index, each in enumerate(texts))
        else:
            text = texts[0]
            if self.chance(0.6) or robot or not self.opens:       # so that nobody takes it for the end of what came before
                first = "first" if robot else self.say("first")
                text = f"{first} {acts[0].say('b') if first.endswith((' to', ' is')) else text}"
            for index, each in enumerate(texts[1:], 1):
                word = self.say("last") if index == len(texts) - 1 and index > 1 else self.say("then")
                text += f"{self.one([' , ', ' . ', ' . ', ' ; ', ' , and ', ' and '])}{word} {each}".replace("and and", "and")
        return text, ["first " + " , then ".join(canons)], None

    def before_after(self):
        """Two deeds of which one must come before the other."""
        earlier_first = self.chance(0.55)
        said_first = self.within_scope(PLAIN, self.act)
        while " or " in said_first.canon:
            said_first = self.within_scope(PLAIN, self.act)
        said_second = self.within_scope(PLAIN, self.act, said_first)
        while " or " in said_second.canon:
            said_second = self.within_scope(PLAIN, self.act)
        early, late = (said_first, said_second) if earlier_first else (said_second, said_first)
        if early.has_passive() and early.thing.canon and earlier_first and self.chance(0.35):
            return self.passively_before(early, late), [f"{early.canon} before you {late.canon}"], None
        text = self.say("a_before_b" if earlier_first else "b_after_a", {**self.slots_of(early, "1"), **self.slots_of(late, "2"), "pp1": lambda: early.say("pv")})
        return text, [f"{early.canon} before you {late.canon}"], None

    def passively_before(self, early, late):
        """What must have been done to a thing before something else is done."""
        plural = early.thing.plural
        slots = {"s1": early.thing.text, "pp1": early.passive, "be1": "are" if plural else "is", "has1": "have" if plural else "has", "b2": lambda: late.say("b"), "g2": lambda: late.say("g")}
        if late.has_passive() and late.thing.canon and self.chance(0.6):
            return self.say("before_p", {**slots, "s2": late.thing.text, "pp2": late.passive, "be2": "are" if late.thing.plural else "is"})
        return self.say("before_half_p", slots)

    def relay(self):
        """One robot after another."""
        one, two = self.single("r"), self.single("r")
        first = self.within_scope(NAMED, self.act)
        second = self.within_scope(NAMED, self.act)
        text = self.say("relay", {"r1": one.text, "r2": two.text, "b1": lambda: first.say("b"), "b2": lambda: second.say("b"), "b1s": lambda: first.say("bs"), "b2s": lambda: second.say("bs"), "pv1": lambda: first.say("pv"), "g1": lambda: first.say("g"), "g2": lambda: second.say("g")})
        return text, [f"first {one.canon} must {first.canon} , then {two.canon} must {second.canon}"], None
