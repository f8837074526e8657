"""Measure how well text is found: data sets with gold text, the paper's measures, baselines, runs, reports.

data set → pages in order → URL Tree, heuristics and baselines → scores → JSON, Markdown, figures
"""
