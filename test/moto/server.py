"""moto's server for the scripts beside it: what CloudFormation asks for is created (gaps.py).

moto runs no functions and has neither quotas, drift nor termination protection. What the stage's
functions and AWS answer there is told by `POST /countersign/say`, a JSON object whose members replace
those of `told`.
"""

import argparse
import io
import json
import os
import re

import gaps
from moto.awslambda.models import lambda_backends
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import run_simple

gaps.fill()
inner = DomainDispatcherApplication(create_backend_app)

told: dict = {
    # The account's quota of concurrent executions.
    "quota": int(os.environ.get("COUNTERSIGN_QUOTA", "1000")),
    # What the canary says, one for each time it is run; the last one stays.
    "canary": [{"outcome": "unready", "step": "request the review", "fault": "Not set up."}],
    # Rows of the setup checklist.
    "checklist": [],
    # Logical ids of what somebody has deleted by hand.
    "deleted": [],
    # How the checklist of SES stands.
    "mail": {"SendingEnabled": True, "ProductionAccessEnabled": True},
}


def account_settings() -> dict:
    regions = list(lambda_backends["123456789012"].values())
    reserved = sum(int(one.reserved_concurrency or 0) for region in regions for one in region.list_functions())
    limit = {"ConcurrentExecutions": told["quota"], "UnreservedConcurrentExecutions": told["quota"] - reserved}
    return {"AccountLimit": limit, "AccountUsage": {}}


def canary() -> dict:
    return told["canary"].pop(0) if len(told["canary"]) > 1 else told["canary"][0]


def body_of(environ) -> bytes:
    """The request's body, which moto can read again."""
    size = int(environ.get("CONTENT_LENGTH") or 0)
    body = environ["wsgi.input"].read(size)
    environ["wsgi.input"] = io.BytesIO(body)
    return body


def members(entries: list) -> str:
    return "".join(f"<member>{entry}</member>" for entry in entries)


# The stack that is asked about is the id of its detection.
def detection(body: str) -> str:
    name = re.search(r"StackName=([^&]+)", body).group(1)
    return f"<StackDriftDetectionId>{name}</StackDriftDetectionId>"


def is_drifted(stack: str) -> bool:
    return bool(told["deleted"]) and stack.endswith("-Alarms")


def detection_status(body: str) -> str:
    stack = re.search(r"StackDriftDetectionId=([^&]+)", body).group(1)
    status = "DRIFTED" if is_drifted(stack) else "IN_SYNC"
    return f"<DetectionStatus>DETECTION_COMPLETE</DetectionStatus><StackDriftStatus>{status}</StackDriftStatus>"


def drifts(_: str) -> str:
    deleted = "<StackResourceDriftStatus>DELETED</StackResourceDriftStatus>"
    found = [f"<LogicalResourceId>{one}</LogicalResourceId>{deleted}" for one in told["deleted"]]
    return f"<StackResourceDrifts>{members(found)}</StackResourceDrifts>"


# Actions of CloudFormation that moto does not have.
ACTIONS = {
    "UpdateTerminationProtection": lambda body: "<StackId>x</StackId>",
    "DetectStackDrift": detection,
    "DescribeStackDriftDetectionStatus": detection_status,
    "DescribeStackResourceDrifts": drifts,
}


def own_action(body: str):
    name = (re.search(r"(?:^|&)Action=(\w+)", body) or [None, ""])[1]
    if name not in ACTIONS:
        return None
    result = f"<{name}Result>{ACTIONS[name](body)}</{name}Result>"
    return "text/xml", f"<{name}Response>{result}</{name}Response>"


def own_answer(environ):
    """@returns the media type and the text of an answer that moto does not give; None: moto's own"""
    path = environ["PATH_INFO"]
    known = {
        "/countersign/declared-only": lambda: gaps.declared,
        "/v2/email/account": lambda: told["mail"],
    }
    if path in known:
        return "application/json", json.dumps(known[path]())
    if path == "/countersign/say":
        told.update(json.loads(body_of(environ)))
        return "application/json", "{}"
    if path.rstrip("/").endswith("/account-settings"):
        return "application/json", json.dumps(account_settings())
    if path.endswith("-runCanary/invocations"):
        return "application/json", json.dumps(canary())
    if path.endswith("-getSetupChecklist/invocations"):
        answer = {"statusCode": 200, "body": json.dumps({"rows": told["checklist"]})}
        return "application/json", json.dumps(answer)
    if environ["REQUEST_METHOD"] == "POST" and path == "/":
        return own_action(body_of(environ).decode("utf-8", "replace"))
    return None


def app(environ, start_response):
    answer = own_answer(environ)
    if answer is None:
        return inner(environ, start_response)
    media_type, text = answer
    start_response("200 OK", [("content-type", media_type)])
    return [text.encode()]


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    run_simple("127.0.0.1", parser.parse_args().port, app, threaded=True)
