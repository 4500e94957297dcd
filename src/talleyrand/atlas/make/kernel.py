"""The inner loop of the solver, compiled: cells change hands until borders are as they should be."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

FORBIDDEN, REQUIRED, FREE = 0, 1, 2


@njit(cache=True)
def _penalty(length: float, shores: float, rule: int, shore_rule: int, least: float, most: float) -> float:
    """What a border of this length, meeting the sea in so many places, costs beyond its length."""
    cost = 0.0
    if rule == 0:
        if length > 0:
            cost += 30.0 + 1.5 * length
    elif rule == 1:
        if length < least:
            cost += 30.0 * (1 - length / least) + (40.0 if length <= 0 else 0.0)
        if length > most:
            cost += 2.0 * (length - most)
    if shore_rule == 0:
        if shores > 0:
            cost += 25.0 + 5.0 * shores
    elif shore_rule == 1 and shores <= 0:
        cost += 40.0
    return cost


@njit(cache=True)
def _holds_together(cell, label, labels, start, near, mark, stamp, stack):  # type: ignore[no-untyped-def]
    """Whether the neighbours of a cell that have its label stay joined when it leaves."""
    first = -1
    count = 0
    for t in range(start[cell], start[cell + 1]):
        if labels[near[t]] == label:
            count += 1
            first = near[t]
    if count <= 1:
        return count == 1
    mark[cell] = stamp
    mark[first] = stamp
    stack[0] = first
    size = 1
    while size > 0:
        size -= 1
        here = stack[size]
        for t in range(start[here], start[here + 1]):
            other = near[t]
            if labels[other] == label and mark[other] != stamp:
                mark[other] = stamp
                stack[size] = other
                size += 1
    whole = True
    for t in range(start[cell], start[cell + 1]):
        if labels[near[t]] == label and mark[near[t]] != stamp:
            whole = False
    return whole


@njit(cache=True)
def _short(area: float, least: float) -> float:
    missing = max(0.0, least - area)
    return missing * missing / least


@njit(cache=True)
def anneal(  # type: ignore[no-untyped-def]
    labels, start, near, length, price, shore, kind, area, pull, locked,
    rule, shore_rule, least, most, least_area, mixed, tries, hot, cold, seed,
):  # fmt: skip
    """Change ``labels`` in place: a border cell goes to a neighbour's label where that is cheaper, or by chance.

    The cells' graph is ``start``, ``near`` with ``length`` (of the border), ``price`` (the same, less along guides)
    and ``shore`` (1 where it reaches the sea). ``kind`` of a cell must stay what it is unless ``mixed``. ``pull`` is
    the cost of each label for each cell by area. ``rule`` and ``shore_rule`` say of each pair of labels whether they
    touch, and touch at the sea. A label never falls apart.
    """
    np.random.seed(seed)
    cells, names = len(labels), len(least_area)
    lengths = np.zeros((names, names))
    shores = np.zeros((names, names))
    areas = np.zeros(names)
    for i in range(cells):
        areas[labels[i]] += area[i]
        for t in range(start[i], start[i + 1]):
            if labels[near[t]] != labels[i]:
                lengths[labels[i], labels[near[t]]] += length[t]
                shores[labels[i], labels[near[t]]] += shore[t]
    mark = np.zeros(cells, np.int64)
    stack = np.zeros(cells + 1, np.int64)
    touched = np.zeros(64, np.int64)
    part_length = np.zeros(64)
    part_price = np.zeros(64)
    part_shore = np.zeros(64)
    stamp = 0
    for turn in range(tries):
        i = np.random.randint(cells)
        if locked[i] or start[i] == start[i + 1]:
            continue
        p = labels[i]
        j = near[start[i] + np.random.randint(start[i + 1] - start[i])]
        q = labels[j]
        if q == p or (kind[i] != kind[j] and not mixed):
            continue
        size = 0
        for t in range(start[i], start[i + 1]):
            r = labels[near[t]]
            k = -1
            for s in range(size):
                if touched[s] == r:
                    k = s
            if k < 0:
                if size == 64:
                    break
                k = size
                touched[k] = r
                part_length[k] = 0.0
                part_price[k] = 0.0
                part_shore[k] = 0.0
                size += 1
            part_length[k] += length[t]
            part_price[k] += price[t]
            part_shore[k] += shore[t]
        lp = lq = cp = cq = wp = wq = 0.0
        for s in range(size):
            if touched[s] == p:
                lp, cp, wp = part_length[s], part_shore[s], part_price[s]
            elif touched[s] == q:
                lq, cq, wq = part_length[s], part_shore[s], part_price[s]
        cost = 0.35 * (wp - wq)
        cost += _penalty(
            lengths[p, q] - lq + lp, shores[p, q] - cq + cp, rule[p, q], shore_rule[p, q], least[p, q], most[p, q]
        ) - _penalty(lengths[p, q], shores[p, q], rule[p, q], shore_rule[p, q], least[p, q], most[p, q])
        for s in range(size):
            r = touched[s]
            if r in (p, q):
                continue
            for one, sign in ((p, -1.0), (q, 1.0)):
                cost += _penalty(
                    lengths[one, r] + sign * part_length[s], shores[one, r] + sign * part_shore[s],
                    rule[one, r], shore_rule[one, r], least[one, r], most[one, r],
                ) - _penalty(
                    lengths[one, r], shores[one, r], rule[one, r], shore_rule[one, r], least[one, r], most[one, r]
                )  # fmt: skip
        a = area[i]
        cost += (pull[i, q] - pull[i, p]) * a
        cost += 0.02 * (_short(areas[p] - a, least_area[p]) - _short(areas[p], least_area[p]))
        cost += 0.02 * (_short(areas[q] + a, least_area[q]) - _short(areas[q], least_area[q]))
        if cost > 0:
            heat = hot * (cold / hot) ** (turn / tries)
            if np.random.random() >= math.exp(-cost / heat):
                continue
        stamp += 1
        if not _holds_together(i, p, labels, start, near, mark, stamp, stack):
            continue
        for s in range(size):
            r = touched[s]
            if r != p:
                lengths[p, r] = lengths[r, p] = max(0.0, lengths[p, r] - part_length[s])
                shores[p, r] = shores[r, p] = shores[p, r] - part_shore[s]
                if lengths[p, r] < 1e-6:
                    lengths[p, r] = lengths[r, p] = 0.0
            if r != q:
                lengths[q, r] = lengths[r, q] = lengths[q, r] + part_length[s]
                shores[q, r] = shores[r, q] = shores[q, r] + part_shore[s]
        areas[p] -= a
        areas[q] += a
        labels[i] = q
