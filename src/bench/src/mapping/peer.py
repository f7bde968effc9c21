"""Fuses depth pictures into a dense grid of voxels with numpy, on one thread, whenever it is asked.

Prints JSON lines: its version; and then an answer to each line that it reads:
  {"tour": {...}}  takes over pictures and poses: their number
  {"round": null}  fuses all into an empty map, then all again: the processor time of both in seconds
  {"write": FILE}  writes the distances and then the weights of the map, float32, x fastest: the number of voxels that are known

All voxels of a box around what the picture can change are projected together. Those that fall on a pixel, and are not hidden by more
than the truncation, are updated together. Arrays are of float32.
"""

import json
import os
import sys
import time

os.environ["OMP_NUM_THREADS"] = "1"  # numpy reads it when it is imported
# What the libraries print is no answer.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)

import numpy as np

number = np.float32


class Tour:
    """A dense map, and the pictures that are fused into it."""

    def __init__(self, order):
        self.size = order["size"]
        self.focal, self.principal = order["focal"], order["principal"]
        # Half a pixel more, so that a pixel begins at a whole number.
        self.project = np.array([[self.focal[0], 0, self.principal[0] + 0.5], [0, self.focal[1], self.principal[1] + 0.5], [0, 0, 1]])
        self.voxel, self.truncation = order["voxel"], order["truncation"]
        self.max_depth, self.most = order["max_depth"], order["max_weight"]
        self.low, self.shape = np.array(order["low"]), order["shape"]
        pictures = np.fromfile(order["pictures"], number).reshape(-1, self.size[0] * self.size[1])
        self.looks = [(depths, np.array(rows), np.array(at)) for depths, (rows, at) in zip(pictures, order["poses"], strict=True)]
        self.clear()

    def clear(self):
        self.distance = np.zeros(np.prod(self.shape), number)
        self.weight = np.zeros(np.prod(self.shape), number)

    def box(self, farthest, rotation, translation):
        """The first voxels, and the ends, of a box around what a camera sees up to a depth."""
        edges = [[(at - p) / f for at in (-0.6, size - 0.4)] for p, f, size in zip(self.principal, self.focal, self.size)]
        corners = np.array([[u * farthest, v * farthest, farthest] for u in edges[0] for v in edges[1]] + [[0, 0, 0]])
        corners = (corners - translation) @ rotation / self.voxel
        first, end = np.floor(corners.min(0)).astype(int), np.ceil(corners.max(0)).astype(int)
        return np.clip(first - self.low, 0, self.shape), np.clip(end - self.low, 0, self.shape)

    def fuse(self, depths, rotation, translation):
        """A picture; rotation and translation lead from the map to the camera."""
        truncation, max_depth = number(self.truncation), number(self.max_depth)
        measured = np.where(np.isfinite(depths) & (depths > 0), depths, number(-1e9))
        farthest = min(float(measured.max()), self.max_depth)
        if farthest <= 0:
            return
        first, end = self.box(farthest + self.truncation, rotation, translation)
        # Depth, and depth times column and row, are sums of a term for each axis of the map.
        terms = []
        for axis in range(3):
            centres = (np.arange(first[axis], end[axis]) + self.low[axis] + 0.5) * self.voxel
            term = rotation[:, axis, None] * centres + (axis == 2) * translation[:, None]
            terms.append((self.project @ term).astype(number))
        x, y, z = terms
        us, vs, z = ((z[row][:, None, None] + (y[row][:, None] + x[row])).ravel() for row in range(3))
        seen = np.flatnonzero((z > 0) & (us >= 0) & (vs >= 0) & (us < z * number(self.size[0])) & (vs < z * number(self.size[1])))
        z = z[seen]
        inverse = number(1) / z
        u, v = us[seen] * inverse, vs[seen] * inverse
        pixel = v.astype(np.int32)
        pixel *= self.size[0]
        pixel += u.astype(np.int32)
        depth = measured[pixel]
        ahead = np.minimum(depth, max_depth)
        ahead -= z
        near = np.flatnonzero(ahead > -truncation)
        ahead, seen, u, v, depth = ahead[near], seen[near], u[near], v[near], depth[near]
        # The length of the ray for each metre of depth.
        u -= number(self.principal[0] + 0.5)
        u *= number(1 / self.focal[0])
        v -= number(self.principal[1] + 0.5)
        v *= number(1 / self.focal[1])
        u *= u
        v *= v
        u += v
        u += number(1)
        ahead *= np.sqrt(u)
        gained = np.clip((ahead + truncation) * number(1 / (self.truncation - self.voxel)), number(0), number(1))
        gained[(depth > max_depth) & (ahead < truncation)] = 0
        at = self.places(first, end)[seen]
        distance, weight = self.distance[at], self.weight[at]
        total = weight + gained
        np.minimum(ahead, truncation, out=ahead)
        ahead -= distance
        ahead *= gained
        ahead /= np.maximum(total, number(1e-9))
        ahead += distance
        self.distance[at] = ahead
        self.weight[at] = np.minimum(total, number(self.most))

    def places(self, first, end):
        """Of all voxels of a box: their places in the map."""
        x, y, z = (np.arange(first[axis], end[axis], dtype=np.int32) for axis in range(3))
        columns, rows = self.shape[0], self.shape[1]
        return ((z[:, None, None] * rows + y[:, None]) * columns + x).ravel()

    def fuse_all(self):
        start = time.process_time()
        for look in self.looks:
            self.fuse(*look)
        return time.process_time() - start

    def round(self):
        self.clear()
        return [self.fuse_all(), self.fuse_all()]

    def write(self, path):
        np.concatenate([self.distance, self.weight]).tofile(path)
        return int(np.count_nonzero(self.weight))


def main():
    tour = None
    print(json.dumps(f"numpy {np.__version__}"), file=answers, flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        if "tour" in order:
            tour = Tour(order["tour"])
            answer = len(tour.looks)
        elif "write" in order:
            answer = tour.write(order["write"])
        else:
            answer = tour.round()
        print(json.dumps(answer), file=answers, flush=True)


main()
