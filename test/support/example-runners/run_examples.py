"""Runs programs one after the other in one process. See run-examples.ts, which does the same for TypeScript."""

import contextlib
import io
import json
import os
import runpy
import sys
import traceback

results = []
for program in json.load(sys.stdin):
    output = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    errors = io.StringIO()
    os.environ.update(program["environment"])
    code = 0
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        try:
            runpy.run_path(program["path"], run_name="__main__")
        except SystemExit as end:
            code = end.code or 0
        except BaseException:
            code = 1
            traceback.print_exc()
    stdout = output.buffer.getvalue().decode()
    results.append({"code": code, "stdout": stdout, "stderr": errors.getvalue()})
json.dump(results, sys.stdout)
