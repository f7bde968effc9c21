"""What a domain file of the household's shape names: items by label and sort, containers, surfaces (docs/domain-language.md)."""

import pathlib

import yaml


class Household:
    """`labels` are the types that items are of at once, `sorts` the types above these; both: names of their items -> (words, plurals)."""

    def __init__(self, path):
        domain = yaml.safe_load(pathlib.Path(path).read_text())
        types = {each["name"]: each for each in domain["types"]}
        self.items, self.places, self.labels, self.sorts = {}, {}, {}, {}
        members = {}
        for group in domain["objects"]:
            line = list(line_of(types, group["type"]))
            for number, each in enumerate(group.get("each", [group]), 1):
                words = ["the " + word for word in each.get("words", [])]
                if "item" in line:
                    label = types[line[0]]["words"][0]
                    self.items[each["name"]] = [f"{label} {number}" if len(group["each"]) > 1 else f"the {label}", *words]
                    members.setdefault(line[0], []).append(each["name"])
                    members.setdefault(line[1], []).append(each["name"])
                else:
                    label = each.get("label", each["name"].replace("_", " "))
                    at = each.get("at") or next(types[name]["at"] for name in line if "at" in types[name])
                    self.places[each["name"]] = ([label if label[-1].isdigit() else f"the {label}", *words], at)
        for name, names in members.items():
            of = self.sorts if any(types[other].get("is") == name for other in types) else self.labels
            of[tuple(names)] = (types[name]["words"], types[name]["plurals"])
        of_kind = lambda kind: [each["name"] for group in domain["objects"] if kind in line_of(types, group["type"]) for each in group.get("each", [group])]
        self.containers, self.surfaces = of_kind("container"), of_kind("surface")


def line_of(types, name):
    """A type and those above it."""
    while name:
        yield name
        name = types[name].get("is")
