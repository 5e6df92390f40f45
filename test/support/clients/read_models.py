"""Parses responses with the models that quicktype generates, and prints what they hold."""

import json
import sys

from models import bank_list_from_dict, problem_from_dict, resolve_result_from_dict

responses = json.load(sys.stdin)
banks = bank_list_from_dict(responses["banks"])
resolved = resolve_result_from_dict(responses["resolved"])
problem = problem_from_dict(responses["problem"])
print(json.dumps({
    "banks": len(banks.banks),
    "status": banks.banks[0].status.value,
    "verdict": resolved.readings[0].verdict.value,
    "problem": problem.code,
}))
