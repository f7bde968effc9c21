"""The A* of BoxNet's appendix B.3 in plain Python, with the rules of BoxNet2D: what surefleet bench reach compares with.

It reads a task in a line of JSON and answers with the steps of its plan, the states that it expanded, and its processor time. Points are whole
micrometres, so that its verdicts are exact. What the listing leaves out is chosen as src/reach/src/paper_search.rs says. It also times a
batch of rewards, if the module for that is where its argument says, and has MuJoCo move an arm, or several
beside one another.
"""

import heapq
import importlib.util
import itertools
import json
import math
import os
import random
import shutil
import statistics
import sys
import time

CELL = 1_000_000
MOST_SUCCESSORS = 20
MOST_ARMS = 4


def turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def side(a, b, c):
    area = turn(a, b, c)
    return (area > 0) - (area < 0)


def touch(a, b, c, d):
    """Whether the lines from a to b and from c to d share a point."""
    for axis in (0, 1):
        if max(a[axis], b[axis]) < min(c[axis], d[axis]) or max(c[axis], d[axis]) < min(a[axis], b[axis]):
            return False
    p, q = side(a, b, c), side(a, b, d)
    if p == q != 0:
        return False
    r, s = side(c, d, a), side(c, d, b)
    return r == 0 or s == 0 or r != s


def distance_um(a, b):
    squared = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
    root = math.isqrt(squared)
    return root + (root * root < squared)


class Environment:
    def __init__(self, task):
        point = lambda metres: tuple(round(each * 1e6) for each in metres)
        self.columns, self.rows = task["columns"], task["rows"]
        self.bases = [point(each) for each in task["bases"]]
        self.targets = [point(each) for each in task["targets"]]
        self.start = tuple(map(point, task["arms"])), tuple(map(point, task["objects"]))
        quarter, half = CELL // 4, CELL // 2
        cells = {(quarter + half * x, quarter + half * y) for x in range(2 * self.columns) for y in range(2 * self.rows)}
        points = sorted(cells | set(self.start[0]) | set(self.start[1]) | set(self.targets))
        self.reach = [[each for each in points if self.check_reach(arm, each)] for arm in range(len(self.bases))]

    def check_reach(self, arm, point):
        base = self.bases[arm]
        on_table = 0 <= point[0] <= self.columns * CELL and 0 <= point[1] <= self.rows * CELL
        return on_table and abs(point[0] - base[0]) < CELL and abs(point[1] - base[1]) < CELL

    def simulate(self, state, actions):
        """The state after a joint step, or None if it breaks a rule; an action is (arm, point, whether it carries)."""
        arms, objects = list(state[0]), list(state[1])
        for arm, to, carries in actions:
            if not self.check_reach(arm, to):
                return None
            if carries:
                if state[0][arm] not in state[1]:
                    return None
                objects[state[1].index(state[0][arm])] = to
            arms[arm] = to
        for one, other in itertools.combinations(range(len(arms)), 2):
            if self.collide(one, other, state[0], arms):
                return None
        if len(set(objects)) < len(objects):
            return None
        return tuple(arms), tuple(objects)

    def collide(self, one, other, before, after):
        moves = [before[arm] != after[arm] for arm in (one, other)]
        if not any(moves):
            return False
        for mover, still, moved in ((one, other, moves[0]), (other, one, moves[1])):
            if moved:
                path, base = (before[mover], after[mover]), self.bases[still]
                if touch(*path, base, after[still]) or touch(*path, base, before[still]):
                    return True
        if all(moves) and touch(before[one], after[one], before[other], after[other]):
            return True
        return touch(self.bases[one], after[one], self.bases[other], after[other])


def quality(place, target):
    metres = distance_um(place, target) / 1e6
    return metres * metres


def heuristic(env, state):
    return math.sqrt(sum(quality(place, target) for place, target in zip(state[1], env.targets)))


def single_actions(env, state, arm):
    found = []
    for place, target in zip(state[1], env.targets):
        if place == target or not env.check_reach(arm, place):
            continue
        now = quality(place, target)
        closer = [each for each in env.reach[arm] if quality(each, target) < now]
        if state[0][arm] == place:
            found += [(arm, each, True) for each in closer]
        elif closer:
            found.append((arm, place, False))
        if not closer:
            free = [each for each in env.reach[arm] if each != state[0][arm] and each not in state[1]]
            found += [(arm, each, False) for each in sorted(free, key=lambda each: distance_um(env.bases[arm], each))[:1]]
    return list(dict.fromkeys(found))


def successors(env, state):
    actions = [single_actions(env, state, arm) for arm in range(len(env.bases))]
    active = [each for each in actions if each]
    results = []
    for size in range(1, min(MOST_ARMS, max(1, len(env.targets)), len(active)) + 1):
        for group in itertools.combinations(active, size):
            for combination in itertools.product(*group):
                after = env.simulate(state, combination)
                if after is not None:
                    carries = sum(action[2] for action in combination)
                    results.append(((heuristic(env, after), -carries, -len(combination)), after))
    results.sort(key=lambda result: result[0])
    return [after for _, after in results[:MOST_SUCCESSORS]]


def astar(env, most_iterations):
    """The steps of its plan, or None; and how many states it expanded."""
    numbers = itertools.count()
    steps, closed = {env.start: 0}, set()
    queue = [(heuristic(env, env.start), next(numbers), env.start, 0)]
    expanded = 0
    while queue and expanded < most_iterations:
        _, _, state, count = heapq.heappop(queue)
        if state in closed:
            continue
        closed.add(state)
        expanded += 1
        if list(state[1]) == env.targets:
            return count, expanded
        for after in successors(env, state):
            if after not in closed and count + 1 < steps.get(after, math.inf):
                steps[after] = count + 1
                heapq.heappush(queue, (count + 1 + heuristic(env, after), next(numbers), after, count + 1))
    return None, expanded


def take_module(path):
    """The module of rewards, under the name that Python looks for; None if it was not built."""
    if not os.path.exists(path):
        return None
    here = os.path.dirname(os.path.abspath(__file__))
    shutil.copy(path, os.path.join(here, "surefleet_reward.abi3.so"))
    return importlib.import_module("surefleet_reward")


def reward(module, order):
    """The processor time of a batch, the median of some, and the least reward in it."""
    tasks = [module.Task(text) for text in order["tasks"]]
    times = []
    for _ in range(9):
        begin = time.process_time()
        rewards = module.rewards(tasks, order["answers"], order["golden"])
        times.append(time.process_time() - begin)
    return statistics.median(times), min(rewards)


def chain(links, holds):
    """An arm as nested bodies: for each link's turn about x and shifts along z and x a joint and the frame after it, which holds what `holds` gives."""
    bodies, ends = "", ""
    for n, (about_x, along_z, along_x) in enumerate(links, 1):
        # The joint turns about its frame's z; the next frame follows on the turned one.
        turned = f"{math.cos(about_x / 2)} {math.sin(about_x / 2)} 0 0"
        bodies += '<body><joint axis="0 0 1"/><geom size="0.01" mass="1" contype="0" conaffinity="0"/>'
        bodies += f'<body pos="{along_x} 0 {along_z}" quat="{turned}">{holds(n)}'
        ends += "</body></body>"
    return bodies + ends


def flanges(order):
    """MuJoCo's forward kinematics of an arm: the flange's rotation matrix by rows, and its position, for each set of angles."""
    import mujoco

    links = order["links"]
    arm = chain(links, lambda n: '<geom size="0.01" mass="1"/>' + '<site name="flange"/>' * (n == len(links)))
    model = mujoco.MjModel.from_xml_string(f"<mujoco><worldbody>{arm}</worldbody></mujoco>")
    data, found = mujoco.MjData(model), []
    for angles in order["joints"]:
        data.qpos[:] = angles
        mujoco.mj_kinematics(model, data)
        found.append([*data.site("flange").xmat.tolist(), *data.site("flange").xpos.tolist()])
    return found


def touches(order):
    """For each scene, in how many of some random timings of all its ways MuJoCo has an arm touch another one, or an object that it does not handle.
    Half the margin is added to everything."""
    import mujoco
    import numpy

    spare = order["margin_m"] / 2

    def arm(n, base, count):
        def capsule(link):
            ends, size = " ".join(map(str, [*link["from"], *link["to"]])), link["radius_m"] + spare
            # Its own parts do not count.
            others = (1 << count) - 1 - (1 << n)
            return f'<geom type="capsule" fromto="{ends}" size="{size}" mass="1" contype="{1 << n}" conaffinity="{others}"/>'

        holds = lambda frame: "".join(capsule(link) for link in order["capsules"] if link["frame"] == frame)
        pose = f'pos="{base["x"]} {base["y"]} 0" quat="{math.cos(base["yaw"] / 2)} 0 0 {math.sin(base["yaw"] / 2)}"'
        return f"<body {pose}>{holds(0)}{chain(order['links'], holds)}</body>"

    def cube(thing, count):
        half = thing["side_m"] / 2
        others = sum(1 << n for n in range(count) if n not in thing["handled_by"])
        size = " ".join([str(half + spare)] * 3)
        return f'<geom type="box" pos="{thing["x"]} {thing["y"]} {half}" size="{size}" contype="0" conaffinity="{others}"/>'

    rng, found = random.Random(order["seed"]), []
    moments = numpy.linspace(0, 1, order["moments"])

    def course():
        """How much of a path is done at each moment, from 0 to 1, now faster and now slower."""
        times, parts = (sorted(rng.random() for _ in range(3)) for _ in range(2))
        return numpy.interp(moments, [0, *times, 1], [0, *parts, 1])

    def along(way, done):
        """The angles at each moment of an arm that has done so much of its way."""
        way, parts = numpy.array(way), numpy.linspace(0, 1, len(way))
        return numpy.stack([numpy.interp(done, parts, angles) for angles in way.T], axis=1)

    for scene in order["scenes"]:
        arms = len(scene["bases"])
        bodies = [arm(n, base, arms) for n, base in enumerate(scene["bases"])]
        bodies += [cube(thing, arms) for thing in scene["objects"]]
        model = mujoco.MjModel.from_xml_string(f"<mujoco><worldbody>{''.join(bodies)}</worldbody></mujoco>")
        data, count = mujoco.MjData(model), 0
        for _ in range(order["timings"]):
            angles = numpy.concatenate([along(way, course()) for way in scene["ways"]], axis=1)
            for row in angles:
                data.qpos[:] = row
                mujoco.mj_fwdPosition(model, data)
                if data.ncon > 0:
                    count += 1
                    break
        found.append(count)
    return found


def main():
    module = take_module(sys.argv[1])
    has_mujoco = importlib.util.find_spec("mujoco") is not None
    ready = {"version": "Python " + sys.version.split()[0], "rewards": module is not None, "mujoco": has_mujoco}
    print(json.dumps(ready), flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        if "answers" in order:
            print(json.dumps(reward(module, order)), flush=True)
            continue
        if "joints" in order:
            print(json.dumps(flanges(order)), flush=True)
            continue
        if "scenes" in order:
            print(json.dumps(touches(order)), flush=True)
            continue
        begin = time.process_time()
        steps, expanded = astar(Environment(order["task"]), order["iterations"])
        print(json.dumps({"steps": steps, "expanded": expanded, "seconds": time.process_time() - begin}), flush=True)


main()
