"""What a domain file of the household's shape names: its items and surfaces (docs/domain-language.md)."""

import pathlib

import yaml


class Household:
    """Names of the items and of the surfaces, as the domain has them in order."""

    def __init__(self, path):
        domain = yaml.safe_load(pathlib.Path(path).read_text())
        types = {each["name"]: each for each in domain["types"]}
        of_kind = lambda kind: [each["name"] for group in domain["objects"] if kind in line_of(types, group["type"]) for each in group.get("each", [group])]
        self.items, self.surfaces = of_kind("item"), of_kind("surface")


def line_of(types, name):
    """A type and those above it."""
    while name:
        yield name
        name = types[name].get("is")
