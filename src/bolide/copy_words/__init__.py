"""Copy knowledge (Guo, Ruan and Hu 2018, Meteor++): which words a translation should carry over as they are.

`extraction` finds them by statistics, `recognisers` as named entities, `addresses` by their form; `marking` puts them together
for the metric, `report` tells which ones a hypothesis missed or added. Counting and the formula are in the core.
"""
