"""Compares infra/local/aws/limits.ts with the models that AWS publishes with botocore.

    python3 -m venv venv && venv/bin/pip install botocore
    venv/bin/python test/independent/aws_limits.py

Prints every row whose pattern or length differs from the model's, and every row that the model does
not know. Exit code 0: none. Where a model is silent, limits.ts follows the API reference.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import botocore.loaders

ROOT = Path(__file__).resolve().parents[2]
DUMP = """
const all = await import('./infra/local/aws/limits.ts');
const { assumeRoleLimits } = await import('./test/support/sts-server.ts');
const plain = (_, value) => (value instanceof RegExp ? value.source : value);
console.log(JSON.stringify({
  events: all.eventLimits, secretsmanager: all.secretLimits, kms: all.keyLimits,
  sesv2: { SendEmail: all.mailLimits }, sts: { AssumeRole: assumeRoleLimits },
}, plain));
"""
# What the query protocol adds to a call, and what limits.ts narrows to what the functions use.
NOT_IN_A_MODEL = {"Action", "Version", "DurationSeconds", "State"}


def shape_at(model: dict, shape: str, path: str) -> dict | None:
    for part in re.findall(r"[^.\[\]{}]+|\[\]|\{\}", path):
        here = model["shapes"][shape]
        if part == "[]":
            shape = here["member"]["shape"]
        elif part == "{}":
            shape = here["value"]["shape"]
        elif part in here.get("members", {}):
            shape = here["members"][part]["shape"]
        else:
            return None
    return model["shapes"][shape]


def bare(pattern: str) -> str:
    return re.sub(r"[\\^$()]", "", pattern).replace("u0009u000Au000Du0020-u007Eu0085u00A0-uD7FFuE000-uFFFDu10000-u10FFFF", "tnrx20-x7ex85xa0-ud7ffue000-ufffd")


def main() -> int:
    node = ROOT / "node_modules/.bin/node"
    told = subprocess.run([node, "--input-type=module", "-e", DUMP], cwd=ROOT, capture_output=True, text=True, check=True)
    wrong = []
    rows = 0
    for service, actions in json.loads(told.stdout).items():
        model = botocore.loaders.Loader().load_service_model(service, "service-2")
        for action, limits in actions.items():
            for path, limit in limits.items():
                if path in NOT_IN_A_MODEL:
                    continue
                rows += 1
                shape = shape_at(model, model["operations"][action]["input"]["shape"], path)
                if shape is None:
                    wrong.append(f"{service} {action} {path}: unknown to the model")
                    continue
                for name in ("min", "max"):
                    if name in shape and shape[name] != limit.get(name, 0):
                        wrong.append(f"{service} {action} {path}: {name} is {shape[name]}, not {limit.get(name)}")
                if "pattern" in shape and bare(shape["pattern"]) != bare(limit.get("pattern", "")):
                    wrong.append(f"{service} {action} {path}: {shape['pattern']}, not {limit.get('pattern')}")
    print(f"{rows} rows", *wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
