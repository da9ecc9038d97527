"""The first day and the first bad upgrade of a stage, with the commands of docs/deploying.md.

    python3 -m venv venv && venv/bin/pip install 'moto[server]==5.2.5' awscli
    venv/bin/python test/moto/first_day.py

Deploys without a terminal, deploys again with a canary that passes, then with one that fails, asks the
doctor, and removes the stage. moto runs no functions: the canary's answers are given. Exit code 0: every
command ended as it should, and said what it should.
"""

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

from deploy import ACCOUNT, CDK, REGION, ROOT, STAGE, client, free_port, start_server

NODE = str(ROOT / "node_modules/.bin/node")
OPTIONS = ROOT / f"cdk.context.{STAGE}.json"


def environment(endpoint: str, **more: str) -> dict:
    own = {name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "CDK_"))}
    return {
        **own,
        "AWS_ENDPOINT_URL": endpoint,
        "AWS_ENDPOINT_URL_S3": endpoint,
        "AWS_ENDPOINT_URL_DYNAMODB": endpoint,
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_EC2_METADATA_DISABLED": "true",
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        **more,
    }


def run(title: str, command: list, wanted: int, says: str, env: dict) -> bool:
    print(f"\n### {title}", flush=True)
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    lines = [line for line in (done.stdout + done.stderr).split("\n") if line.strip()]
    told = [line for line in lines if not re.search(r"CREATE_|UPDATE_|DELETE_|\| ", line)]
    print("\n".join(told[-25:]), flush=True)
    is_right = done.returncode == wanted and re.search(says, "\n".join(lines)) is not None
    print(f"exit code {done.returncode}{'' if is_right else f', but {wanted} and /{says}/ were expected'}", flush=True)
    return is_right


def canary_answers(endpoint: str, **answer) -> None:
    request = urllib.request.Request(f"{endpoint}/countersign/canary", json.dumps(answer).encode(), method="POST")
    urllib.request.urlopen(request).read()


def commit() -> str:
    text = "const { builtVersion } = await import('./infra/built-version.ts'); console.log(builtVersion().commit)"
    command = [NODE, "--input-type=module", "-e", text]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def day(endpoint: str) -> list:
    env = environment(endpoint)
    deploy = [NODE, "bin/deploy.ts", STAGE]
    passing = {"outcome": "ok", "steps": 12, "review_id": "r", "commit": commit()}
    set_options("999999999999")
    results = [run("Credentials of another account", deploy, 1, "account 999999999999", env)]
    set_options(ACCOUNT)
    results += [
        run("Another region", deploy, 1, "AWS_REGION is eu-west-1", environment(endpoint, AWS_REGION="eu-west-1")),
        run("Bootstrap", [*CDK, "bootstrap", f"aws://{ACCOUNT}/{REGION}", "-c", f"stage={STAGE}"], 0, "bootstrapped", env),
        run("The first deployment", deploy, 0, "not set up yet[\\s\\S]*Deployed: version", env),
    ]
    canary_answers(endpoint, **passing)
    results.append(run("The second one, with a canary that passes", deploy, 0, "passed all 12 steps", env))
    canary_answers(endpoint, outcome="failed", step="decide", fault="It answered 500.")
    results.append(run("One whose canary fails", deploy, 1, "Putting back commit", env))
    item = client("dynamodb", endpoint).get_item(
        TableName=f"countersign-{STAGE}", Key={"pk": {"S": "DEPLOYMENT"}, "sk": {"S": "ASSEMBLY"}}
    )["Item"]
    print("named in the table:", item["key"]["S"], item["commit"]["S"][:12], flush=True)
    results.append(run("The doctor", [NODE, "bin/doctor.ts", STAGE], 1, "ACT  restore drill: none was ever run", env))
    results.append(run("Removal without a terminal", [NODE, "bin/destroy.ts", STAGE], 1, "--yes has to say", env))
    results.append(run("Removal", [NODE, "bin/destroy.ts", STAGE, "--yes"], 0, "are kept", env))
    stacks = client("cloudformation", endpoint).describe_stacks()["Stacks"]
    left = sorted(one["StackName"] for one in stacks if one["StackName"].startswith("Countersign-"))
    print("left:", ", ".join(left), flush=True)
    return [*results, left == [f"Countersign-{STAGE}-Anchors", f"Countersign-{STAGE}-State"]]


def set_options(account: str) -> None:
    options = {"account": account, "region": REGION, "alarmRecipients": "ops@example.com"}
    OPTIONS.write_text(json.dumps(options))


def main() -> int:
    port = free_port()
    server = start_server(port)
    try:
        results = day(f"http://localhost:{port}")
        return 0 if all(results) else 1
    finally:
        server.kill()
        OPTIONS.unlink(missing_ok=True)


if __name__ == "__main__":
    sys.exit(main())
