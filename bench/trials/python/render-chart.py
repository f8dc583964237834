"""Prints the manifests that Helm renders from a chart: render-chart.py CHART VALUES. Fails on anything the linter rejects."""

import json
import sys

from helm_python import Chart, errors, lint

chart_path, values_path = sys.argv[1:]
with open(values_path, encoding="utf-8") as file:
    values = json.load(file)
try:
    # Severity 2 is a warning, 3 an error.
    said = [each["error"] for each in lint(chart_path, values)["messages"] if each["severity"] > 1]
    if said:
        sys.exit("\n".join(said))
    with Chart.load(chart_path) as chart:
        manifests = chart.render(values=values, name="parley", namespace="voice")
except errors.HelmError as error:
    sys.exit(str(error))
for path, text in sorted(manifests.items()):
    if text.strip() and not path.endswith("NOTES.txt"):
        print(f"---\n# Source: {path}\n{text}")
