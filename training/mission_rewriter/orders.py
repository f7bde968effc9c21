"""Statements that ask for something: (text, canonical statements, whether it is a plain order)."""

import lexicon
from deeds import Act, Deeds
from grammar import AGREEMENT
from inflection import inflected
from things import NAMED, Noun


class Orders(Deeds):
    """What is to be done."""

    def slots_of(self, act, number=""):
        slots = {f"b{number}": lambda: act.say("b"), f"g{number}": lambda: act.say("g"), f"pv{number}": lambda: act.say("pv"), f"have{number}": lambda: "have " + act.say("pv"),
                 f"b{number}s": lambda: act.say("bs"), "to_b": lambda: self.one(["", "", "to "]) + act.say("b")}
        if act.has_passive():
            slots |= {f"s{number}": act.thing.text, f"pp{number}": act.passive}
        return slots

    def order(self, act):
        """An order in words."""
        roll = self.random()
        slots = self.slots_of(act)
        if act.has_passive() and act.thing.canon:
            if roll < 0.22:
                return self.say("order_p", slots, act.thing.plural)
            if act.kind == "skill" and roll < 0.3:
                first, rest = inflected(act.verb, "g")
                return self.say("needs_g", {"s": act.thing.text, "g0": f"{first} {act.mark} {rest} {act.tail}"}, act.thing.plural)
        if roll > 0.9:
            return self.say("order_g", slots)
        if roll > 0.86 and act.thing is not None and act.thing.single and act.second is None and act.thing.text not in ("it", "them"):
            topic, it = act.thing.text, self.pronoun(act.thing)
            about = Act(act.kind, act.verb, it, act.tail, act.canon, act.mark)
            return self.say("topic", {"x": topic, "b": lambda: about.say("b")})
        return self.say("order_plain", slots)

    def tidy_order(self, act):
        """An order that may stand inside a longer sentence."""
        slots = self.slots_of(act)
        if act.has_passive() and act.thing.canon and self.chance(0.15):
            return AGREEMENT.sub(r"\2" if act.thing.plural else r"\1", self.one(["{s} should be {pp}", "{s} must be {pp}", "{s} [has/have] to be {pp}", "{s} [needs/need] to be {pp}", "i want {s} {pp}", "i need {s} {pp}"])
                                 .replace("{s}", act.thing.text).replace("{pp}", act.passive()))
        if self.chance(0.75):
            return self.one(["", "", "", "please ", "you should ", "you must ", "i want you to ", "just ", "could you "]) + slots["b"]()
        return self.say("order_b", slots).rstrip(" ?")

    def simple(self, before=None):
        """A delivery, a skill, or another plain order."""
        act = self.act(before)
        if act.kind == "bring" and act.second is None and act.thing.text not in ("it", "them") and not act.place.text.endswith("there") and self.chance(0.3):
            return self.wish(act.thing, act.place), [act.canon], act
        if act.kind == "out" and self.chance(0.12) and act.thing.text not in ("it", "them"):
            place, thing = act.place.text, act.thing
            text = AGREEMENT.sub(r"\2" if thing.plural else r"\1", self.one([
                f"{thing.text} must leave {place}", f"{thing.text} [has/have] to get {self.one(['off', 'out of'])} {place}", f"{thing.text} [has/have] to come {self.one(['off', 'out of'])} {place}", f"i want {thing.text} {self.one(['off', 'out of', 'away from'])} {place}",
                f"i do n't want {thing.text} {self.where(place)} any more", f"{thing.text} should go away from {place}", f"get {thing.text} away from {place}", f"{thing.text} [is/are] to come {self.one(['off', 'out of'])} {place}", f"{thing.text} {self.one(['off', 'out of'])} {place} , please"]))
            return text, [act.canon], act
        return self.order(act), [act.canon], act

    def wish(self, thing, place):
        """A delivery worded by where the thing should be."""
        at = self.where(place.text)
        to = f"{self.one(['to', 'to', 'to', 'over to', 'into', 'onto'])} {place.text}"
        return self.say("wish", {"t": thing.text, "p": place.text, "in": at, "to": to, "into": f"{self.one(['on', 'in', 'to', 'onto', 'into'])} {place.text}", "it": "them" if thing.plural else "it"}, thing.plural)

    def deliveries(self):
        """Several deliveries in one sentence that leaves words out."""
        count = 2 if self.chance(0.7) else 3
        pairs = [(self.single("t"), self.single("p" if self.chance(0.85) else "h")) for _ in range(count)]
        canons = [f"bring {thing.canon} to {place.canon}" for thing, place in pairs]
        style = self.random()
        join = self.one([" , ", " ; ", " , ", " and ", " , and ", " / ", " - ", " . "])
        if style < 0.34:
            verb = self.one(lexicon.PUTS[:24]) if self.chance(0.5) else self.one(lexicon.CARRIES[:10])
            ways = ["on", "in", "onto", "into"] if verb in lexicon.PUTS else ["to", "to", "over to", "into"]
            clauses = [f"{thing.text} {self.one(ways)} {place.text}" for thing, place in pairs]
            act = Act("bring", verb, None, (" , ".join(clauses[:-1]) + self.one([" and ", " , ", " , and ", " ; "]) + clauses[-1]), "x")
            return self.order(act) if self.chance(0.6) else act.say("b"), canons, None
        if style < 0.52:
            sign = self.one(["to", "to", "on", "->", ":", "in", "goes to", "into", "=", "should go to", "belongs in", "must be on", "onto", "=>", "goes on", "must go to"])
            clauses = [f"{thing.text} {sign} {place.text}" for thing, place in pairs]
            return join.join(clauses), canons, None
        if style < 0.62:
            sign = self.one([":", "gets", "needs", "<-", "should get", "is missing", "wants", "must have"])
            clauses = [f"{place.text} {sign} {thing.text}" for thing, place in pairs]
            return join.join(clauses), canons, None
        if style < 0.76:
            things, places = self.plain_list([thing for thing, _ in pairs]), self.plain_list([place for _, place in pairs])
            text = self.say("respectively", {"x": things, "y": places})
            return text, canons, None
        if style < 0.86 and count == 2:
            (one, here), (two, there) = pairs
            verb = self.one(["goes", "should go", "must go", "belongs", "is to go", "needs to go", "has to go"])
            start = self.say("these_two", {"x": one.text, "y": two.text})
            return f"{start} the former {verb} to {here.text} {self.one([',', 'and', ', and', ';'])} the latter {self.one(['', verb])} to {there.text}", canons, None
        # The same place for what follows.
        thing, place = pairs[0]
        others = [other for other, _ in pairs[1:]]
        canons = [f"bring {each.canon} to {place.canon}" for each in (thing, *others)]
        text = self.order(self.bring(thing, place)) if self.chance(0.7) else self.wish(thing, place)
        for other in others:
            text += self.one([" . ", " , ", " ; ", " . "]) + self.say("too", {"x": other.text})
        return text, canons, None

    def plain_list(self, nouns):
        texts = [noun.text for noun in nouns]
        return " , ".join(texts[:-1]) + " and " + texts[-1]

    def skills_alike(self):
        """A skill done to one thing and then to more of them."""
        letter = self.one("pt")
        nouns = [self.single(letter) for _ in range(2 if self.chance(0.7) else 3)]
        act = self.deed(nouns[0])
        canons = [f"{act.mark} {noun.canon}" for noun in nouns]
        if self.chance(0.3):
            start = self.one(["first ", "", "", "start by : ", "first "])
            then = [f"{self.one([' , then', ' and then', ' , and then', ' , after that', ' ; then', ' , next', ' , afterwards', ' . then'])} {noun.text}" for noun in nouns[1:]]
            return f"{start}{self.order_plainly(act) if start in ('', 'first ') else act.say('b')}{' first' if not start and self.chance(0.6) else ''}{''.join(then)}", ["first " + " , then ".join(canons)], None
        text = self.order(act)
        for noun in nouns[1:]:
            text += self.one([" . ", " , ", " ; ", " . "]) + self.say("too", {"x": noun.text})
        return text, canons, None

    def corrected(self):
        """Something said wrong, then right."""
        roll = self.random()
        sorry = self.say("no_sorry")
        if roll < 0.3:
            wrong, right, place = self.single("t"), self.single("t"), self.single("p")
            act = self.bring(Noun(f"{wrong.text} {sorry} {right.text}", right.canon, False), place)
            return self.order_plainly(act), [act.canon], None
        if roll < 0.55:
            thing, wrong, right = self.single("t"), self.single("p"), self.single("p")
            act = self.bring(thing, Noun(f"{wrong.text} {sorry} {self.one(['', '', 'to ', 'on '])}{right.text}", right.canon))
            return self.order_plainly(act), [act.canon], None
        if roll < 0.7:
            wrong, right = self.single("p"), self.single("p")
            act = self.deed(Noun(f"{wrong.text} {sorry} {right.text}", right.canon, False, "p"))
            return self.order_plainly(act), [act.canon], None
        if roll < 0.85:
            letter = self.one("tp")
            wrong, right = self.single(letter), self.single(letter)
            thing, place = (right, self.single("p")) if letter == "t" else (self.single("t"), right)
            said = self.bring(*((wrong, place) if letter == "t" else (thing, wrong)))
            text = self.order_plainly(said) + self.one([" . ", " ... ", " , ", " - ", " . "]) + self.say("rather") + " " + right.text
            return text, [f"bring {thing.canon} to {place.canon}"], None
        if roll < 0.93:
            letter = self.one("tp")
            wrong, right = self.single(letter), self.single(letter)
            thing, place = (right, self.single("p")) if letter == "t" else (self.single("t"), right)
            act = self.bring(thing, place, True)
            text = self.say("contrast", {"b": lambda: act.say("b"), "x": wrong.text})
            return text, [f"bring {thing.canon} to {place.canon}"], None
        wrong, right = self.act(), self.act()
        if roll < 0.95:
            return f"{self.one(['instead of', 'rather than'])} {wrong.say('g')} , {self.order_plainly(right)}", [right.canon], None
        return f"{self.order_plainly(wrong)} {self.one(['.', '...', '-', ',', ';'])} {self.say('no_sorry_whole')} {right.say('b')}", [right.canon], None

    def order_plainly(self, act):
        return self.one(["", "", "", "please ", "could you ", "i want you to ", "can you ", "you should "]) + act.say("b")

    def introduced(self):
        """A remark on how things are, then what to do about it."""
        fact = self.fact("sa", "tttp", denied=0.0, simple=True)
        act = self.about(fact)
        while act.thing is None or act.thing.canon != fact.subject.canon or act.place is not None and fact.kind == "at" and act.place.canon == fact.place.canon:
            fact = self.fact("sa", "tttp", denied=0.0, simple=True)
            act = self.about(fact)
        text = f"{self.clause(fact)}{self.one([' .', ' ;', ' ,', ' , so', ' and', ' , please', ' . please', ' ...', ' -', ' !', ' again .', ' . could you', ' , can you', ' , therefore'])} {act.say('b')}"
        if fact.kind == "at" and self.chance(0.3):
            text = f"{self.one(['there is', 'you will find', 'i left', 'somebody left', 'i can see', 'there lies', 'we found', 'we still have', 'you can find', 'look for'])} {fact.subject.text} {fact.said} {self.one(['.', ';', ',', ', please', '. please', ', so'])} {act.say('b')}"
        return text, [act.canon], None

    def left_out(self):
        """A delivery of all of a sort, then what stays behind."""
        name, out, place = self.mark("t"), self.single("t"), self.single("p")
        whole = Noun(f"{self.one(['all the <many>', 'all <many>', 'the <many>', 'all of the <many>'])} {name}", f"all {name}", True, "t", False)
        if self.chance(0.3):
            whole = self.everything()
            if whole.canon.startswith("everything at"):
                place = self.single("p")
        act = self.bring(whole, place) if self.chance(0.7) else self.deed(whole)
        if self.chance(0.25):
            out = self.listed([out, self.single("t")])
            out.text = out.text.removeprefix("both ")
        return f"{self.order_plainly(act)} {self.say('left_out', {'x': out.text})}", [act.canon.replace(whole.canon, f"{whole.canon} except {out.canon}", 1)], None

    def shared(self):
        """What several robots do, each its own."""
        robots = [self.single("r") for _ in range(2 if self.chance(0.75) else 3)]
        canons, texts = [], []
        style = self.random()
        join = self.one([" , ", " ; ", " and ", " , and ", " while ", " . "])
        for robot in robots:
            act = self.go(self.single("p")) if style < 0.25 else self.act()
            canons.append(f"{robot.canon} must {act.canon}")
            if style < 0.25:
                texts.append(f"{robot.text} {self.one(['to', 'goes to', 'to', 'should go to', '->', ':'])} {act.place.text}")
            elif style < 0.5:
                texts.append(f"{robot.text} {act.say('bs')}")
            elif style < 0.75:
                texts.append(f"{robot.text} {self.one([':', 'should', 'must', 'has to', 'is to', '-', 'will'])} {act.say('b')}")
            else:
                texts.append(f"{robot.text} {self.one(['to', 'should', 'must'])} {act.say('b')}")
        return join.join(texts), canons, None

    def robot(self):
        return self.single("r", 0.3)

    def who(self):
        """Robots that must do something."""
        roll = self.random()
        if roll < 0.72:
            return self.robot()
        if roll < 0.82:
            return self.listed([self.single("r"), self.single("r")], "or" if self.chance(0.5) else "and")
        name = self.mark("r")
        det, canon = self.one([("a <one>", "a"), ("one of the <many>", "one of the"), ("any <one>", "a"), ("one <one>", "a"), ("all <many>", "all"), ("every <one>", "every"), ("each <one>", "all"), ("all the <many>", "all"), ("all of the <many>", "all"), ("the <many>", "all"), ("the <many>", "all"), ("both <many>", "all")])
        return Noun(f"{det} {name}", f"{canon} {name}", canon == "all" and "<many>" in det, "r", False)

    def robot_must(self):
        who = self.who()
        kinds = ((30, "bring"), (45, "skill"), (12, "go"), (8, "take")) if not who.canon.startswith(("all", "every")) else ((60, "skill"), (40, "go"))
        act = self.act(None, kinds) if who.single or who.canon.startswith(("all", "every")) else self.within_scope(NAMED, self.act, None, kinds)
        if who.plural:
            canon = f"{who.canon} must {act.canon}"
            return self.say("all_must", {**self.slots_of(act), "r": who.text}), [canon], None
        if act.kind == "go" and self.chance(0.5):
            return self.say("send", {"r": who.text, "to": f"{self.one(['to', 'over to', 'to'])} {act.place.text}", "in": self.where(act.place.text)}), [f"{who.canon} must {act.canon}"], None
        if act.has_passive() and act.thing.canon and self.chance(0.18):
            return self.say("must_p", {**self.slots_of(act), "r": who.text}, act.thing.plural), [f"{who.canon} must {act.canon}"], None
        if self.chance(0.18) and who.single:
            more = self.act(act, ((40, "skill"), (40, "bring"), (10, "go")))
            text = f"{who.text} {self.one(['should', 'must', 'has to', 'is to', 'needs to', 'shall'])} {act.say('b')} {self.one(['and', ', and', 'and also', 'and'])} {more.say('b')}"
            return text, [f"{who.canon} must {act.canon}", f"{who.canon} must {more.canon}"], None
        return self.say("must", {**self.slots_of(act), "r": who.text}), [f"{who.canon} must {act.canon}"], None

    def all_robots(self):
        act = self.act(None, ((50, "skill"), (50, "go")))
        return self.say("all_must", {**self.slots_of(act), "r": lambda: self.say("all_robots")}), [f"all robots must {act.canon}"], None
