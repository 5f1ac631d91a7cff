"""Copy knowledge (Guo, Ruan and Hu 2018, Meteor++): which words a translation should copy unchanged.

`copy_list` reads lists of them, `marking` finds named entities, and `marking` finds addresses and marks all of them for the metric.
Counting and the formula are in the core.
"""
