"""Missions in many words, with the sentence of the mission grammar that each means.

What `surefleet scenarios --wording training` writes is a small part of how people talk. Here deliveries and requirements are worded in
hundreds of ways, verbs are now and then words that do not exist (so that a verb which was never seen is read by its place), and some
missions are vague on purpose: what they mean is drawn anew each time, so that a model learns how likely each meaning is.

The sentence forms that `surefleet` holds out of training (src/mission/src/sentence_forms.rs, every fourth) are not used here.
"""

import re

VERBS = ("deliver move put carry place set drop leave haul shift relocate transport return lay stow store convey lug send pass "
         "rush drag guide escort march forward hand lift dump position arrange install deposit slide push").split()
FETCHES = "pick up|take|get|grab|collect|find|retrieve|pick|seize|gather|go get|look for|hunt down|obtain|locate|search for|hold on to".split("|")
LEAVES = "put place leave set carry deliver take drop move stow lay store return deposit position rest".split()
PASTS = "put placed moved delivered carried taken brought set left stored stowed laid returned deposited kept".split()
WISHES = ("I want|I need|I would like|I'd like|we want|we need|we would like|I wish to have|I wish to see|I'd love to see|I want to see|I want to find|"
          "we would like to have|my wish is|please have|let's have|have|let me find|I expect|we expect").split("|")
ENSURES = ("make sure that|make sure|see to it that|ensure that|ensure|take care that|check that|it is important that|I want that|"
           "it would be nice if|the goal is that|arrange that").split("|")
OUGHTS = ("should go|should be|must be|must go|has to be|has to go|needs to be|needs to go|ought to be|is to be|is to go|should land|should rest|"
          "should stand|is wanted|is needed|goes|lives|must stand|shall be|shall go|has its place|wants to be|is expected|is supposed to be|"
          "will have to be|is meant to be|could go|had better be|is best kept|is at home|must finish|should finish|stays").split("|")
GETS = ("should get|must get|is missing|wants|lacks|should have|must have|gets|is to get|is to have|receives|should receive|is waiting for|calls for|"
        "requires|could use|is short of|must hold|should hold|asks for|deserves|takes").split("|")
LEADS = ("also|in addition|additionally|besides|moreover|furthermore|please|kindly|could you|can you|would you|I want you to|I need you to|"
         "you should|you must|the robots should|and|but|oh and|well|now|hey|ok|so|robots").split("|")
SHORT = "mustn't|shouldn't|can't|won't|isn't to|isn't allowed to|doesn't get to|couldn't|aren't to|aren't allowed to|don't get to".split("|")
MODALS = "should|must|may|can|shall|will|could|is to|has to|ought to|might".split("|")
NEVERS = "never|not|never ever|not ever|at no time|under no circumstances|by no means|on no account".split("|")
VOWELS, CONSONANTS = "aeiou", "bcdfghjklmnprstvwz"

DO = {
    "grab": ("grab|pick up|take|lift|seize|pick|lift up|get hold of|grasp", "grabbing|picking up|taking|lifting|seizing|grasping"),
    "approach": ("approach|go near|get close to|come near|go to|move near|walk up to|get near", "approaching|going near|getting close to|coming near|going to|moving near"),
    "open": ("open|open up|unlock", "opening|opening up"),
    "put_down": ("put anything|place anything|leave anything|set anything|put things|drop anything|put something|lay anything",
                 "putting anything|placing anything|leaving anything|putting things|setting anything|dropping anything"),
}

# To keep away from a thing is two deeds never to be done; the other verbs are skills themselves.
SKILLS = {"approach": ["go_to", "grab"]}


class Writer:
    """Words missions of a Household; `rng` is a random.Random."""

    def __init__(self, house, rng):
        self.rng = rng
        self.items, self.labels, self.types, self.places = house.items, house.labels, house.sorts, house.places
        self.surfaces, self.containers = house.surfaces, house.containers
        self.order = list(self.items)

    # Random parts.

    def one(self, options):
        return self.rng.choice(options)

    def chance(self, p):
        return self.rng.random() < p

    def nonsense(self):
        return "".join(self.one(CONSONANTS) + self.one(VOWELS) for _ in range(self.rng.randint(1, 3))) + self.one(CONSONANTS)

    def verb(self, known):
        return self.nonsense() if self.chance(0.15) else self.one(known)

    # A mission to be worded: deliveries are (items, places), rules (robot or None, verb, objects).

    def mission(self, most):
        free = list(self.order)
        self.rng.shuffle(free)
        deliveries, last = [], None
        for _ in range(self.rng.randint(1, most)):
            if not free:
                break
            items = [free.pop()]
            if free and self.chance(0.25):
                mates = next(label for label in self.labels if items[0] in label)
                mates = [name for name in mates if name in free]
                other = self.one(mates) if mates and self.chance(0.7) else self.one(free)
                free.remove(other)
                items.append(other)
            elif self.chance(0.02):
                kind = next(names for names in self.types if items[0] in names)
                if all(name in free or name in items for name in kind):
                    items = list(kind)
                    free = [name for name in free if name not in kind]
            if last and self.chance(0.35):
                places = last
            else:
                places = self.rng.sample(self.surfaces, 1 if self.chance(0.75) else self.rng.choice([2, 2, 2, 3]))
            last = places
            deliveries.append((sorted(items, key=self.order.index), sorted(places, key=self.surfaces.index)))
        return deliveries

    def rule(self, robots):
        robot = None if self.chance(0.5) else self.rng.randint(1, robots)
        verb = self.one(["grab", "grab", "approach", "approach", "open", "put_down"])
        if verb == "open":
            objects = self.rng.sample(self.containers, 1 if self.chance(0.7) else 2)
            objects.sort(key=self.containers.index)
        elif verb == "put_down":
            objects = self.rng.sample(self.surfaces, 1 if self.chance(0.8) else 2)
            objects.sort(key=self.surfaces.index)
        else:
            roll = self.rng.random()
            if roll < 0.6:
                objects = [self.one(self.order)]
            elif roll < 0.9:
                objects = list(self.one(list(self.labels)))
            elif roll < 0.95:
                objects = list(self.one(list(self.types)))
            else:
                objects = sorted(self.rng.sample(self.order, 2), key=self.order.index)
        return robot, verb, objects

    @staticmethod
    def parse(deliveries, rules):
        clauses = [f"F G located ( {' or '.join(items)} , {' or '.join(places)} )" for items, places in deliveries]
        for robot, verb, objects in rules:
            clauses += [f"G ! {skill} ( {f'robot_{robot}' if robot else 'robot'} , {' or '.join(objects)} )" for skill in SKILLS.get(verb, [verb])]
        return " & ".join(clauses) + " ."

    # Words.

    def item(self, name):
        phrases = self.items[name]
        if self.chance(0.02):
            return name
        return self.one(phrases[1:]) if self.chance(0.35) else phrases[0]

    def place(self, name):
        phrases, _ = self.places[name]
        return self.one(phrases[1:]) if self.chance(0.35) else phrases[0]

    def any_of(self, items, listed):
        """One mention that any of the items fulfils."""
        groups = self.labels.get(tuple(items)) or self.types.get(tuple(items))
        if len(items) > 1 and groups and (listed or len(items) > 2 or self.chance(0.7)):
            one, several = self.one(groups[0]), self.one(groups[1])
            return self.one([f"the {one}", f"{'an' if one[0] in VOWELS else 'a'} {one}", f"any {one}", f"one of the {several}", f"one {one}",
                             f"any of the {several}", f"either {one}", f"some {one}"])
        words = [self.item(name) for name in items]
        return ("either " if len(words) == 2 and self.chance(0.3) else "") + " or ".join(words)

    def listed(self, parts, word):
        if len(parts) < 3:
            return f" {word} ".join(parts)
        return ", ".join(parts[:-1]) + self.one([", ", " "]) + f"{word} {parts[-1]}"

    def ways(self, places, same_as_before):
        """Where to, in three manners: "to the table", "on the table", "the table"."""
        if same_as_before and self.chance(0.3):
            there = self.one(["there", "there", "to the same place", "in the same place", "there too"])
            return there, there, None
        words = [self.place(name) for name in places]
        towards = self.one(["to", "to", "to", "over to", "towards"])
        ons = [("onto" if on == "on" else "into") if self.chance(0.2) else on for on in (self.places[name][1] for name in places)]
        pairs = [f"{on} {word}" for on, word in zip(ons, words)]
        either = "either " if len(words) == 2 and self.chance(0.2) else ""
        on = " or ".join(pairs) if self.chance(0.6) else f"{ons[0]} {either}{' or '.join(words)}"
        return f"{towards} {either}{' or '.join(words)}", on, words[0] if len(words) == 1 else " or ".join(words)

    def delivery(self, group, before):
        """A clause for deliveries that share their destinations."""
        places = group[0][1]
        to, on, place = self.ways(places, before == places)
        several = len(group) > 1
        singles = [items[0] for items, _ in group]
        label = next((groups for names, groups in [*self.labels.items(), *self.types.items()] if sorted(names) == sorted(singles)), None)
        if several and all(len(items) == 1 for items, _ in group) and label and self.chance(0.6):
            plural = self.one(label[1])
            group.sort(key=lambda delivery: self.order.index(delivery[0][0]))  # who says "both apples" names no order
            items = self.one([f"both {plural}", f"the two {plural}", f"all {plural}", f"all the {plural}", f"the {plural}", f"both the {plural}",
                              f"both of the {plural}", f"all of the {plural}"] if len(group) == 2 else [f"all {plural}", f"all the {plural}", f"the {plural}", f"every {self.one(label[0])}"])
        else:
            items = self.listed([self.any_of(items, several) for items, _ in group], self.one(["and", "and", "as well as", "plus", "and also"]))
        it, way = ("them" if several else "it"), (to if self.chance(0.5) else on)
        plural = lambda words: re.sub(r"^(has|needs|is|goes|lives|wants|stays)\b", lambda m: {"has": "have", "needs": "need", "is": "are", "goes": "go",
                                      "lives": "live", "wants": "want", "stays": "stay"}[m[1]], words) if several else words
        roll = self.rng.random()
        if roll < 0.36:
            return f"{self.verb(VERBS)} {items} {way}", True
        if roll < 0.50:
            return f"{self.verb(FETCHES)} {items}{self.one([' ', ', '])}and {self.one(['', '', '', 'then '])}{self.verb(LEAVES)} {it} {way}", True
        if roll < 0.62:
            ought = self.nonsense() + "s" if self.chance(0.1) else self.one(OUGHTS)
            past = " " + self.one(PASTS) if ought.endswith(" be") and self.chance(0.4) else ""
            return f"{items} {plural(ought)}{past} {way}", True
        if roll < 0.70:
            return f"{self.one(WISHES)} {items} {self.one(['', '', 'to be ', 'moved ', 'placed ', 'to go '])}{way}", True
        if roll < 0.76:
            be = self.one(["is", "ends up", "gets", "arrives", "lands", "stands"])
            be = {"is": "are", "ends up": "end up", "gets": "get", "arrives": "arrive", "lands": "land", "stands": "stand"}[be] if several else be
            return f"{self.one(ENSURES)} {items} {be} {way}", True
        if place and roll < 0.84:
            return f"{to}, {self.verb(VERBS + ['bring'])} {items}", False
        if place and roll < 0.90:
            gets = self.nonsense() + "s" if self.chance(0.15) else self.one(GETS)
            return f"{place} {gets} {items}", False
        if place and roll < 0.93:
            return f"{self.verb(VERBS + ['bring'])} {self.one(['the following', 'these', 'these items', 'the following items', 'the following things'])} {way}: {items}", False
        if place and roll < 0.96:
            verb = "are" if several else "is"
            return self.one([f"the right place for {items} is {place}", f"{place} is the place for {items}", f"the destination of {items} is {place}",
                             f"{place} is where {items} should be", f"{place} is where {items} {verb} wanted", f"{items}: {to}", f"{items} -> {place}"]), True
        return f"{items} {way}", True

    def robot(self, number):
        words = "one two three four five six seven eight nine ten".split()
        if number <= 10 and self.chance(0.1):
            return f"robot {words[number - 1]}"
        return f"robot_{number}" if self.chance(0.1) else f"robot {number}"

    def each_of(self, objects, verb):
        if verb == "put_down":
            on = self.places[objects[0]][1]
            return f"{on} " + self.listed([self.place(name) for name in objects], "or")
        if verb == "open":
            if objects == self.containers[1:] and self.chance(0.7):
                return self.one(["any drawer", "the drawers", "either drawer", "a drawer", "any of the drawers"])
            return self.listed([self.place(name) for name in objects], "or")
        groups = self.labels.get(tuple(objects)) or self.types.get(tuple(objects))
        if groups and len(objects) > 1:
            one, several = self.one(groups[0]), self.one(groups[1])
            return self.one([f"any {one}", f"the {several}", f"any of the {several}", several, f"{'an' if one[0] in VOWELS else 'a'} {one}"])
        return self.listed([self.item(name) for name in objects], "or")

    def requirement(self, rule):
        robot, verb, objects = rule
        base, doing = (self.one(forms.split("|")) for forms in DO[verb])
        what = self.each_of(objects, verb)
        who = self.robot(robot) if robot else self.one(["no robot", "nobody", "no one", "none of the robots"])
        if robot:
            modal, never = self.one(MODALS), self.one(NEVERS)
            while (modal, never) == ("may", "never"):
                modal, never = self.one(MODALS), self.one(NEVERS)
            forms = [f"{who} {modal} {never} {base} {what}"] * 4
            forms += [f"{who} {self.one(SHORT)} {base} {what}",
                      f"{self.one(['I', 'we', 'you'])} don't {self.one(['want', 'need'])} {who} to {base} {what}"]
            forms += [f"{who} {self.one(['should avoid', 'has to avoid', 'avoids', 'is to avoid', 'should refrain from', 'must refrain from', 'must keep from', 'must stop'])} {doing} {what}",
                      f"{who} {self.one(['is not allowed to', 'is forbidden to', 'is not permitted to', 'cannot', 'has no permission to', 'is never to', 'never gets to', 'must be kept from ever trying to', 'does not'])} {base} {what}",
                      f"{self.one(['never let', 'do not let', 'do not allow', 'never allow'])} {who} {self.one(['', 'to '])}{base} {what}",
                      f"{self.one(['keep', 'stop', 'prevent'])} {who} from {doing} {what}",
                      f"{doing} {what} is {self.one(['forbidden', 'not allowed', 'off limits', 'prohibited'])} for {who}"]
        else:
            forms = [f"never {base} {what}", f"do not {base} {what}", f"do not ever {base} {what}", f"avoid {doing} {what}", f"refrain from {doing} {what}",
                     f"{who} {self.one(['may', 'can', 'must', 'shall', 'is to', 'is allowed to', 'will', 'gets to'])} {base} {what}",
                     f"{self.one(['all robots', 'the robots', 'robots', 'the team', 'every robot', 'everybody'])} {self.one(['must', 'should', 'shall', 'may', 'can'])} {self.one(['never', 'not', 'never ever'])} {base} {what}",
                     f"{self.one(['all robots', 'the robots', 'robots', 'everybody'])} {self.one(['should', 'have to', 'need to'])} avoid {doing} {what}",
                     f"{doing} {what} is {self.one(['forbidden', 'not allowed', 'off limits', 'prohibited', 'a bad idea'])}",
                     f"under no circumstances {base} {what}", f"it is {self.one(['forbidden', 'not allowed'])} to {base} {what}", f"no {doing} {what}"]
            forms += [f"{self.one(['the robots', 'robots', 'they', 'all of them', 'the team', 'you'])} {self.one(SHORT)} {base} {what}"] * 2
            forms += [f"{self.one(['I', 'we', 'you'])} don't {self.one(['want', 'need'])} {self.one(['anybody', 'any robot', 'the robots', 'you', 'them'])} to {base} {what}",
                      f"{self.one(['we', 'robots', 'you', 'they'])} don't {base} {what}{self.one(['', ' here', ' in this house'])}"]
            if verb == "open":
                forms += [f"{what} must stay {self.one(['closed', 'shut'])}", f"keep {what} {self.one(['closed', 'shut'])}", f"leave {what} {self.one(['closed', 'shut'])}"]
            if verb == "approach":
                forms += [f"{self.one(['stay', 'keep'])} away from {what}"] * 2
            if verb == "put_down":
                forms += [f"nothing may be {self.one(['put', 'placed', 'left'])} {what}"]
        return self.one(forms)

    def write(self, deliveries, rules):
        """The mission in words; `deliveries` are then in the order in which the words mean them."""
        text, before, rest, may_go_on = "", None, list(deliveries), True
        said = []
        while rest:
            most = 1
            listable = lambda delivery: len(delivery[0]) == 1 or tuple(delivery[0]) in self.labels or tuple(delivery[0]) in self.types
            while most < min(4, len(rest)) and rest[most][1] == rest[0][1] and listable(rest[most]) and listable(rest[0]):
                most += 1
            count = self.rng.randint(1, most)
            group = rest[:count]
            clause, may_go_on_after = self.delivery(group, before)
            said += group
            text = self.join(text, clause, may_go_on)
            before, rest, may_go_on = rest[0][1], rest[count:], may_go_on_after
        for rule in rules:
            text = self.join(text, self.requirement(rule), True)
        deliveries[:] = said
        return text + ("" if self.chance(0.1) else self.one([".", ".", ".", "!", " please.", ". Thanks!"]))

    def join(self, text, clause, may_go_on):
        if clause.split(" ", 1)[0] in VERBS and self.chance(0.03):
            clause = self.one(["don't forget to ", "never forget to ", "do not forget to ", "don't fail to "]) + clause
        if self.chance(0.15):
            clause = self.one(LEADS) + self.one([" ", ", "]) + clause
        capital = clause[0].upper() + clause[1:] if self.chance(0.8) else clause
        if not text:
            return capital
        roll = self.rng.random()
        if roll < 0.15:
            return f"{text}; {clause}"
        if roll < 0.35 and may_go_on:
            return f"{text}{self.one([', and ', ' and ', ', ', ', but '])}{clause}"
        if roll < 0.42:
            return f"{text}\n{self.one(['- ', '', '* '])}{capital}"
        return f"{text}. {capital}"

    # Vague on purpose.

    def vague(self):
        """A clause that leaves open what it means, and one of its meanings: deliveries."""
        kind = self.rng.randint(0, 5)
        where = lambda: [self.one(self.surfaces)]
        if kind == 0:  # no destination
            items = [self.one(self.order)] if self.chance(0.5) else list(self.one(list(self.labels)))
            words = self.any_of(items, False)
            text = self.one([f"put {words} away", f"tidy up {words}", f"clear away {words}", f"store {words} somewhere", f"find a better place for {words}",
                             f"get {words} out of the way", f"{words} is in the way", f"move {words}", f"put {words} where it should be", f"take care of {words}"])
            return text, [(items, where())]
        if kind == 1:  # a sort of things that the house has no word for
            sort, members = self.one([("fruit", ["apple", "tomato"]), ("vegetables", ["potato", "tomato"]), ("breakfast", ["bread", "apple"]),
                                      ("dishes", ["kettle", "knife"]), ("cutlery", ["knife"]), ("snacks", ["apple", "bread"]), ("groceries", ["apple", "tomato", "bread", "potato"])])
            of = [[name for name in self.order if name.rsplit("_", 1)[0] == label] for label in members]
            roll = self.rng.random()
            if roll < 0.45:
                meant = [[name] for name in of[0]]
            elif roll < 0.75:
                meant = [[name] for names in of for name in names]
            else:
                meant = [of[0]]
            to, on, _ = self.ways(place := where(), False)
            if self.chance(0.5):
                return f"{self.one(['put', 'tidy', 'clear'])} the {sort} away", [(items, place) for items in meant]
            return f"{self.one(['put', 'move', 'carry'])} the {sort} {self.one([to, on])}", [(items, place) for items in meant]
        if kind == 2:  # a destination that may be several
            items = [self.one(self.order)]
            words, places = self.one([("where we eat", ["table", "table", "counter"]), ("next to the cooker", ["counter", "stove"]), ("within reach", ["counter", "table", "shelf"]),
                                      ("somewhere high", ["shelf", "shelf", "microwave_top"]), ("somewhere warm", ["stove", "microwave_top"]), ("where I can wash it", ["sink", "sink", "counter"]),
                                      ("to its place", self.surfaces), ("somewhere else", self.surfaces), ("into the kitchen", self.surfaces)])
            return f"{self.one(VERBS)} {self.item(items[0])} {words}", [(items, [self.one([place for place in places if place in self.surfaces])])]
        if kind == 3:  # nobody knows which thing
            text = self.one(["it", "that", "this", "the thing", "something", "the other one"])
            to, on, _ = self.ways(place := where(), False)
            return f"{self.one(VERBS)} {text} {self.one([to, on])}", [([self.one(self.order)], place)]
        if kind == 4:  # one, or all of them?
            names = self.one(list(self.labels))
            plural = self.one(self.labels[names][1])
            to, on, _ = self.ways(place := where(), False)
            text = f"{self.one(VERBS)} {self.one(['some', 'a few', 'one or two', ''])} {plural} {self.one([to, on])}".replace("  ", " ")
            return text, [(list(names), place)] if self.chance(0.5) else [([name], place) for name in names]
        items = list(self.one(list(self.labels)))  # which of them?
        one = self.one(self.labels[tuple(items)][0])
        to, on, _ = self.ways(place := where(), False)
        text = f"{self.one(VERBS)} {self.one(['the other', 'the fresh', 'the good', 'the clean', 'the big', 'my', 'that'])} {one} {self.one([to, on])}"
        return text, [([self.one(items)], place)]

    def sample(self, most):
        """A text and the sentence that it means."""
        robots = self.one([1, 2, 3, 5, 10, 15, 15, 20, 30])
        rules = [self.rule(robots) for _ in range(self.one([0, 0, 0, 0, 1, 1, 1, 1, 2, 3]))]
        if self.chance(0.1):
            clause, meant = self.vague()
            taken = {name for items, _ in meant for name in items}
            others = [each for each in self.mission(3) if not taken & set(each[0])] if self.chance(0.5) else []
            vague = clause[0].upper() + clause[1:] + "."
            if others and self.chance(0.5):
                before = self.write(others, [])
                parts = [before + ("" if before[-1] in ".!" else "."), vague, *([self.write([], rules)] if rules else [])]
                return " ".join(parts), self.parse(others + meant, rules)
            parts = [vague, *([self.write(others, rules)] if others or rules else [])]
            return " ".join(parts), self.parse(meant + others, rules)
        deliveries = self.mission(most)
        text = self.write(deliveries, rules)
        return text, self.parse(deliveries, rules)
