"""Runs the commands of docs/deploying.md and docs/runbooks.md against moto, as far as possible without an account.

    python3 -m venv venv && venv/bin/pip install 'moto[server,all]==5.2.5' awscli
    venv/bin/python test/moto/runbooks.py

Every stack is deployed, then the shell blocks under the named headings run as written, with the
stage's name and the placeholders in angle brackets filled in. Exit code 0: every line succeeded.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from deploy import ACCOUNT, REGION, ROOT, STAGE, client, deploy, free_port, start_server

# In this order: the last one removes the stage.
HEADINGS = ["### A restore in earnest", "### The restore drill", "## Drift", "### When the first deployment fails"]


def blocks(heading: str) -> str:
    """The shell blocks under a heading, up to the next one; what the pages quote as output is none."""
    text = "".join((ROOT / f"docs/{page}.md").read_text() for page in ("deploying", "runbooks"))
    fences = re.compile(r"^```(\w*)\n.*?^```$", flags=re.M | re.S)
    text = fences.sub(lambda fence: fence.group() if fence.group(1) == "sh" else "", text)
    section = re.split(r"^#{2,3} (?=[A-Z])", text.split(f"\n{heading}\n")[1], flags=re.M)[0]
    found = re.findall(r"^```sh\n(.*?)^```", section, flags=re.M | re.S)
    if not found:
        sys.exit(f"{heading}: the pages have no command there.")
    return "\n".join(found)


def user_pool(endpoint: str) -> str:
    """The stage's user pool; created by name where moto only records CloudFormation's pools."""
    cognito = client("cognito-idp", endpoint)
    found = cognito.list_user_pools(MaxResults=10)["UserPools"]
    if found:
        return found[0]["Id"]
    pool = cognito.create_user_pool(PoolName=f"countersign-{STAGE}")["UserPool"]["Id"]
    cognito.create_user_pool_domain(Domain=f"countersign-{STAGE}-{ACCOUNT}", UserPoolId=pool)
    return pool


def keep_policy(endpoint: str) -> None:
    """moto accepts a table policy through the API, but ignores the one in the template."""
    statement = {"Sid": "TlsOnly", "Effect": "Deny", "Principal": "*", "Action": "dynamodb:*", "Resource": "*"}
    statement["Condition"] = {"Bool": {"aws:SecureTransport": "false"}}
    policy = json.dumps({"Version": "2012-10-17", "Statement": [statement]})
    arn = f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/countersign-{STAGE}"
    client("dynamodb", endpoint).put_resource_policy(ResourceArn=arn, Policy=policy)


# What the runbook's commands cannot do here; stacks stay, because moto would retain nothing of them.
LEFT_OUT = r"npm run deploy|export-credentials|drill.ts (copy|local)|cloudformation (delete-stack|wait)"


def filled_in(lines: str, endpoint: str) -> str:
    """Replaces `prod` with the stage of this run; nothing is deployed or exported."""
    pool = user_pool(endpoint)
    arn = f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/countersign-{STAGE}"
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    known = {
        "countersign-prod": f"countersign-{STAGE}",
        "Countersign-prod": f"Countersign-{STAGE}",
        "countersign/prod": f"countersign/{STAGE}",
        "-- prod ": f"-- {STAGE} ",
        "2026-11-20T09:00:00Z": now,
        "<arn of countersign-prod>": arn,
        f"<arn of countersign-{STAGE}>": arn,
        "<arn of the restored table>": f"{arn}-restored",
        "<UserPoolId>": pool,
        "<account>": ACCOUNT,
    }
    for text, value in known.items():
        lines = lines.replace(text, value)
    # The machine's own Node 24 instead of npm, and no local run.
    lines = lines.replace("npm run -s restore-drill --", f"{ROOT}/node_modules/.bin/node {ROOT}/bin/restore-drill.ts")
    # moto has no termination protection.
    lines = re.sub(r"aws cloudformation update-termination-protection [^\n]*\\\n[^\n]*\n", "", lines)
    return "\n".join(line for line in lines.split("\n") if not re.search(LEFT_OUT, line))


def run(heading: str, endpoint: str, folder: str) -> bool:
    environment = {
        **os.environ,
        "AWS_ENDPOINT_URL": endpoint,
        "AWS_ENDPOINT_URL_DYNAMODB": endpoint,
        "AWS_ENDPOINT_URL_SECRETS_MANAGER": endpoint,
        "AWS_ENDPOINT_URL_S3": endpoint,
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_REGION": REGION,
        "AWS_DEFAULT_REGION": REGION,
        "AWS_PAGER": "",
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    print(f"\n{heading}", flush=True)
    script = "set -ex\n" + filled_in(blocks(heading), endpoint)
    done = subprocess.run(["bash", "-c", script], cwd=folder, env=environment, capture_output=True, text=True)
    # The lines that ran, and the output of the drill and of refusals; no table descriptions.
    print("\n".join(line for line in done.stderr.split("\n") if line.strip()), flush=True)
    print("\n".join(line for line in done.stdout.split("\n") if re.match(r"\S{3,}.* ", line)), flush=True)
    print(f"exit code {done.returncode}", flush=True)
    return done.returncode == 0


def main() -> int:
    port = free_port()
    endpoint = f"http://localhost:{port}"
    server = start_server(port)
    try:
        with tempfile.TemporaryDirectory() as folder:
            deploy(endpoint, f"{folder}/cdk.out")
            keep_policy(endpoint)
            results = [run(heading, endpoint, folder) for heading in HEADINGS]
        return 0 if all(results) else 1
    finally:
        server.kill()


if __name__ == "__main__":
    sys.exit(main())
