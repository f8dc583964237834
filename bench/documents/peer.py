"""What pdfplumber makes of a file: its text, or its tables page by page, as JSON. Arguments: text or tables, the file."""

import json
import resource
import sys
import time

import pdfplumber

kind, path = sys.argv[1:]
began = time.perf_counter()
pages = []
# As its documentation advises where a table has no rules.
by_text = {"vertical_strategy": "text", "horizontal_strategy": "text"}
with pdfplumber.open(path) as pdf:
    for page in pdf.pages:
        if kind == "text":
            pages.append(len(page.extract_text()))
        else:
            tables = page.extract_tables() or page.extract_tables(by_text)
            pages.append([[[cell or "" for cell in row] for row in table] for table in tables])
        page.close()
seconds = time.perf_counter() - began
mebibytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"pages": pages, "seconds": seconds, "mebibytes": mebibytes, "version": pdfplumber.__version__}))
