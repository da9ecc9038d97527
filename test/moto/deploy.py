"""Deploys every stack to moto with `cdk deploy --all`, then checks each role against moto's IAM.

    python3 -m venv venv && venv/bin/pip install 'moto[server,all]==5.2.5'
    venv/bin/python test/moto/deploy.py [eu-central-1]

Exit code 0: all stacks were created, and each role may make every call it needs and none that it must
not make. moto's IAM engine judges actions and resources; conditions are checked by
test/infra/aws/iam-reference.ts and by the local run.
"""

import ast
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import boto3
from moto.iam.access_control import IAMPolicy, PermissionResult

ROOT = Path(__file__).resolve().parents[2]
ACCOUNT, STAGE = "123456789012", "moto"
REGION = sys.argv[1] if len(sys.argv) > 1 else "us-east-1"
CDK = [str(ROOT / "node_modules/.bin/node"), str(ROOT / "node_modules/aws-cdk/bin/cdk")]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start_server(port: int) -> subprocess.Popen:
    command = [sys.executable, str(Path(__file__).with_name("server.py")), str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(300):
        try:
            urllib.request.urlopen(f"http://localhost:{port}/countersign/declared-only").read()
            return server
        except OSError:
            time.sleep(0.1)
    server.kill()
    sys.exit("moto's server did not start.")


def deploy(endpoint: str, folder: str) -> int:
    """@returns how many stacks are expected"""
    environment = {
        **os.environ,
        "AWS_ENDPOINT_URL": endpoint,
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_REGION": REGION,
        "AWS_DEFAULT_REGION": REGION,
        "AWS_EC2_METADATA_DISABLED": "true",
    }

    def cdk(*arguments: str) -> None:
        subprocess.run([*CDK, *arguments], cwd=ROOT, env=environment, check=True)

    cdk("synth", "-q", "-c", f"stage={STAGE}", "-c", "alarmRecipients=ops@example.com", "-o", folder)
    # moto has no termination protection; nothing else of the assembly is changed.
    manifest = Path(folder) / "manifest.json"
    document = json.loads(manifest.read_text())
    for artifact in document["artifacts"].values():
        artifact.get("properties", {}).pop("terminationProtection", None)
    manifest.write_text(json.dumps(document))
    app = ("--app", folder)
    cdk("bootstrap", f"aws://{ACCOUNT}/{REGION}", *app)
    cdk("deploy", "--all", *app, "--require-approval", "never", "--concurrency", "1", "--method", "direct")
    kinds = [artifact["type"] for artifact in document["artifacts"].values()]
    return kinds.count("aws:cloudformation:stack")


def client(service: str, endpoint: str, **credentials: str):
    given = credentials or {"aws_access_key_id": "test", "aws_secret_access_key": "test"}
    return boto3.client(service, endpoint_url=endpoint, region_name=REGION, **given)


TABLE = f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/countersign-{STAGE}"
BUS = f"arn:aws:events:{REGION}:{ACCOUNT}:event-bus/customer-00000000-0000-4000-8000-000000000001"
RULE = BUS.replace(":event-bus/", ":rule/") + "/ai-events"
DEFAULT_BUS = f"arn:aws:events:{REGION}:{ACCOUNT}:event-bus/default"

# What functions call, on which resource: AWS checks PutPermission and RemovePermission without one.
TABLE_READS = ["BatchGetItem", "GetItem", "Query"]
TABLE_WRITES = ["ConditionCheckItem", "DeleteItem", "PutItem", "UpdateItem"]
BUS_CALLS = [
    *[(f"events:{name}", BUS) for name in ("CreateEventBus", "DescribeEventBus", "TagResource")],
    ("events:DeleteEventBus", BUS),
    *[(f"events:{name}", RULE) for name in ("PutRule", "PutTargets", "RemoveTargets", "DeleteRule")],
    ("events:ListTargetsByRule", RULE),
    ("events:PutPermission", "*"),
    ("events:RemovePermission", "*"),
]
NEVER = [
    ("dynamodb:Scan", TABLE),
    ("dynamodb:DeleteTable", TABLE),
    ("dynamodb:GetItem", TABLE + "-of-another-stage"),
    ("secretsmanager:ListSecrets", "*"),
    ("secretsmanager:GetSecretValue", f"arn:aws:secretsmanager:{REGION}:{ACCOUNT}:secret:other/x-AbCdEf"),
    ("events:DeleteEventBus", DEFAULT_BUS),
    ("iam:PassRole", "*"),
]


def as_document(policy) -> dict:
    """moto returns a policy from CloudFormation as the text of a Python literal."""
    return ast.literal_eval(policy) if isinstance(policy, str) else policy


def without_conditions(document: dict) -> dict:
    """moto's engine judges only actions and resources; a conditional deny would always apply."""
    kept = [dict(statement) for statement in document["Statement"]]
    kept = [statement for statement in kept if statement["Effect"] == "Allow"]
    for statement in kept:
        statement.pop("Condition", None)
        # moto supports `*` in a resource but not `?`, which matches the secret store's suffix.
        listed = statement["Resource"]
        listed = [listed] if isinstance(listed, str) else listed
        statement["Resource"] = [resource.replace("??????", "AbCdEf") for resource in listed]
    return {**document, "Statement": kept}


def expected_of(statements: list) -> dict:
    """Each call that our functions make, and whether this role should be allowed to make it."""
    by_name = {statement["Sid"]: statement for statement in statements}
    expected = {(f"dynamodb:{name}", TABLE): "ReadItems" in by_name for name in TABLE_READS}
    expected |= {(f"dynamodb:{name}", TABLE): "WriteItems" in by_name for name in TABLE_WRITES}
    expected[("dynamodb:Query", f"{TABLE}/index/gsi1")] = "QueryIndexes" in by_name
    expected |= {call: "AdministerBuses" in by_name for call in BUS_CALLS}
    expected[("events:PutEvents", DEFAULT_BUS)] = "AnnounceWork" in by_name
    return expected | {call: False for call in NEVER}


def check_roles(endpoint: str) -> list:
    """Every role as deployed, judged by moto's IAM engine."""
    iam = client("iam", endpoint)
    findings: list = []
    roles = calls = 0
    for page in client("lambda", endpoint).get_paginator("list_functions").paginate():
        for function in page["Functions"]:
            name = function["Role"].split("/")[-1]
            (policy,) = iam.list_role_policies(RoleName=name)["PolicyNames"]
            answer = iam.get_role_policy(RoleName=name, PolicyName=policy)
            document = as_document(answer["PolicyDocument"])
            engine = IAMPolicy(json.dumps(without_conditions(document)))
            roles += 1
            for (action, resource), is_granted in expected_of(document["Statement"]).items():
                calls += 1
                is_allowed = engine.is_action_permitted(action, resource) == PermissionResult.PERMITTED
                if is_allowed != is_granted:
                    verb = "is refused" if is_granted else "is allowed"
                    findings.append(f"{function['FunctionName']}: {action} on {resource} {verb}")
    print(f"{roles} roles, {calls} calls judged by moto's IAM, {len(findings)} findings")
    return findings


def main() -> int:
    port = free_port()
    endpoint = f"http://localhost:{port}"
    server = start_server(port)
    try:
        with tempfile.TemporaryDirectory() as folder:
            wanted = deploy(endpoint, folder)
        stacks = client("cloudformation", endpoint).describe_stacks()["Stacks"]
        own = [stack for stack in stacks if stack["StackName"].startswith("Countersign-")]
        print("\n".join(f"{stack['StackName']}: {stack['StackStatus']}" for stack in own))
        declared = urllib.request.urlopen(f"{endpoint}/countersign/declared-only").read()
        print(f"kept as declared, for want of a model in moto: {declared.decode()}")
        findings = check_roles(endpoint)
        print("\n".join(findings))
        complete = len(own) == wanted and all(s["StackStatus"] == "CREATE_COMPLETE" for s in own)
        return 0 if complete and not findings else 1
    finally:
        server.kill()


if __name__ == "__main__":
    sys.exit(main())
