"""Slow and obvious: phrase pairs, symmetric links and paraphrases as the papers define them."""

import itertools
from collections import defaultdict
from fractions import Fraction

PUNCTUATION = set("~`!@#$%^&*()-_=+[{]}\\|;:'\",<.>/?")


def grow_diag_final_and(forward, reverse):
    """Return the links of Koehn's heuristic: the intersection, grown into the union, then links between free words."""
    links, both = set(forward) & set(reverse), set(forward) | set(reverse)

    def free(f, e):
        return all(f != a for a, _ in links), all(e != b for _, b in links)

    grown = True
    while grown:
        grown = False
        for f, e in sorted(links):
            for df, de in itertools.product((-1, 0, 1), repeat=2):
                new = (f + df, e + de)
                if new in both - links and any(free(*new)):
                    links.add(new)
                    grown = True
    for direction in (forward, reverse):
        for new in sorted(direction):
            if all(free(*new)):
                links.add(new)
    return links


def paraphrases(rows, *, common_f, common_e, min_instance=0.001, min_final=0.01, wanted=None):
    """Return {(e1, e2): probability} of rows (f, e, p(f|e), p(e|f)), by the rules of Meteor's extractor."""

    def usable(phrase, common):
        return not set(phrase) & PUNCTUATION and not set(phrase.split()) <= set(common)

    kept = [row for row in rows if usable(row[0], common_f) and usable(row[1], common_e)]
    sums = defaultdict(Fraction)
    for f, e1, to_pivot, _ in kept:
        if to_pivot < min_instance or (wanted is not None and e1 not in wanted):
            continue
        for g, e2, _, from_pivot in kept:
            if f == g and e1 != e2 and from_pivot >= min_instance and to_pivot * from_pivot >= min_instance:
                sums[e1, e2] += Fraction(to_pivot * from_pivot)
    return {
        (e1, e2): float(total)
        for (e1, e2), total in sums.items()
        if float(total) >= min_final and f" {e1} " not in f" {e2} " and f" {e2} " not in f" {e1} "
    }
