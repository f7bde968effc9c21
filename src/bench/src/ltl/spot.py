"""Builds Spot's automaton of a conjunction of so many responses; prints milliseconds and megabytes."""

import resource
import sys
import time

import spot

count = int(sys.argv[1])
formula = spot.formula(" & ".join(f"G(a{i} -> F b{i})" for i in range(count)))
begin = time.perf_counter()
spot.to_finite(spot.from_ltlf(formula).translate("deterministic", "sbacc", "buchi"))
milliseconds = (time.perf_counter() - begin) * 1e3
print(milliseconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
