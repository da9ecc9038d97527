"""A stage's first days, with the commands of README.md, docs/deploying.md and docs/runbooks.md, without a terminal.

    python3 -m venv venv && venv/bin/pip install 'moto[server,all]==5.2.5' awscli
    venv/bin/python test/moto/first_day.py [eu-central-1]      (in us-east-1 if no region is named)

First deployment, upgrade, an upgrade whose canary fails, doctor, restore drill, a domain and an issuer
added later, a second stage in the same account, removal, and back again. moto runs no functions: what
the canary and the checklist answer is told (server.py), and so is `/health` (edge.py). Exit code 0:
every command ended as it should, and said what it should.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from datetime import UTC, datetime
from pathlib import Path

from deploy import ACCOUNT, REGION, ROOT, STAGE, client, free_port, start_server
from edge import Edge

NODE = str(ROOT / "node_modules/.bin/node")
SECOND, THIRD = f"{STAGE}-two", f"{STAGE}-three"
ROWS = [{"id": "counsel_review_hmac_secret", "title": "Signing secret", "status": "provisioned", "detail": ""}]
FAILED = {"outcome": "failed", "step": "decide", "fault": "It answered 500."}
PINNED = {"account": ACCOUNT, "region": REGION, "alarmRecipients": "ops@example.com"}


def readme_commands() -> list:
    """The commands by which the README deploys a stage, as they are typed, for the stage of this run."""
    block = re.findall(r"^```sh\n(.*?)^```", (ROOT / "README.md").read_text(), flags=re.M | re.S)[-1]
    lines = [re.sub(r" +#.*$", "", line) for line in block.strip().split("\n")]
    given = {"prod": STAGE, "111122223333": ACCOUNT, "eu-central-1": REGION}
    return [re.sub("|".join(given), lambda found: given[found.group()], line) for line in lines]


def command(name: str, *args: str) -> list:
    return [NODE, f"bin/{name}.ts", *args]


def commit() -> str:
    text = "const { builtVersion } = await import('./infra/built-version.ts'); console.log(builtVersion().commit)"
    told = subprocess.run([NODE, "--input-type=module", "-e", text], cwd=ROOT, capture_output=True, text=True, check=True)
    return told.stdout.strip()


class Days:
    def __init__(self, endpoint: str, edge: Edge):
        self.endpoint, self.edge, self.wrong = endpoint, edge, []
        self.passing = {"outcome": "ok", "steps": 12, "review_id": "r", "commit": commit()}
        edge.health = {"status": "ok", "version": "1.0.0", "commit": self.passing["commit"]}

    def environment(self, **more: str) -> dict:
        own = {name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "CDK_"))}
        services = ("", "_S3", "_DYNAMODB", "_SECRETS_MANAGER")
        return {
            **own,
            **{f"AWS_ENDPOINT_URL{name}": self.endpoint for name in services},
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_EC2_METADATA_DISABLED": "true",
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            **more,
        }

    def run(self, title: str, words: list, wanted: int, *says: str, **more: str) -> str:
        print(f"\n### {title}", flush=True)
        started = time.monotonic()
        env = self.environment(**more)
        done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        text = done.stdout + done.stderr
        noise = r"CREATE_|UPDATE_|DELETE_|\| |ublish|^Stack ARN|^arn:|deploy(ing|ment)|creating|^Outputs|^\s*$"
        told = [line for line in text.split("\n") if not re.search(noise, line)]
        print("\n".join(told[-25:]), flush=True)
        missing = [one for one in says if re.search(one, text, re.M) is None]
        if done.returncode != wanted or missing:
            self.wrong.append(title)
            print(f"WRONG: {wanted} was expected, and {missing}", flush=True)
        print(f"exit code {done.returncode}, {time.monotonic() - started:.0f} s", flush=True)
        return text

    def check(self, title: str, found, wanted) -> None:
        print(f"{title}: {found}", flush=True)
        if found != wanted:
            self.wrong.append(title)
            print(f"WRONG: {wanted} was expected", flush=True)

    def say(self, **told) -> None:
        body = json.dumps(told).encode()
        urllib.request.urlopen(urllib.request.Request(f"{self.endpoint}/countersign/say", body, method="POST")).read()

    def client(self, service: str):
        return client(service, self.endpoint)

    def doctor(self, title: str, wanted: int, *says: str, acts: int = 0) -> None:
        text = self.run(title, command("doctor", STAGE), wanted, *says, **self.edge.environment())
        self.check("lines to act on", len(re.findall(r"^ACT ", text, re.M)), acts)

    def assembly(self) -> dict:
        key = {"pk": {"S": "DEPLOYMENT"}, "sk": {"S": "ASSEMBLY"}}
        return self.client("dynamodb").get_item(TableName=f"countersign-{STAGE}", Key=key)["Item"]

    def outputs(self, part: str) -> dict:
        (stack,) = self.client("cloudformation").describe_stacks(StackName=f"Countersign-{STAGE}-{part}")["Stacks"]
        return {one["OutputKey"]: one["OutputValue"] for one in stack["Outputs"]}

    def canary_ran(self) -> None:
        """The log line that the canary's function writes every hour."""
        group = f"/countersign/{STAGE}/functions/runCanary"
        logs = self.client("logs")
        logs.create_log_stream(logGroupName=group, logStreamName="one")
        line = json.dumps({"operation": "runCanary", "outcome": "ok"})
        events = [{"timestamp": int(time.time() * 1000), "message": line}]
        logs.put_log_events(logGroupName=group, logStreamName="one", logEvents=events)


def set_options(stage: str = STAGE, **more) -> None:
    options_file(stage).write_text(json.dumps({**PINNED, **more}))


def options_file(stage: str) -> Path:
    return ROOT / f"cdk.context.{stage}.json"


def first_deployments(day: Days) -> None:
    deploy = command("deploy", STAGE)
    set_options(account="999999999999")
    day.run("Credentials of another account", deploy, 1, "account 999999999999")
    set_options()
    day.run("Another region", deploy, 1, "AWS_REGION is eu-west-1", AWS_REGION="eu-west-1")
    options_file(STAGE).unlink()
    day.run("Without options", deploy, 1, "cannot be deployed without account, region, alarmRecipients")
    says = [[], [], ["bootstrapped"], ["not set up yet", "^Deployed: version"]]
    for line, said in zip(readme_commands(), says, strict=True):
        day.run(line, ["bash", "-c", line], 0, *said)
    day.say(canary=[day.passing], checklist=ROWS)
    day.run("An upgrade whose canary passes", deploy, 0, "passed all 12 steps")
    set_options(region="eu-west-3")
    day.run("Another region for the same stage", deploy, 1, f"is deployed in {REGION}, and its region cannot change")
    set_options()


def bad_upgrade(day: Days) -> None:
    before, good = day.outputs("State"), day.assembly()
    day.say(canary=[FAILED] * 5 + [day.passing])
    set_options(logRetentionDays=365)
    again = ("Putting back commit", "is deployed again: The canary's review passed")
    day.run("An upgrade whose canary fails", command("deploy", STAGE), 1, 'stopped at "decide"', *again)
    set_options()
    day.check("the State stack is as before", day.outputs("State") == before, True)
    group = f"/countersign/{STAGE}/functions/getHealth"
    (found,) = day.client("logs").describe_log_groups(logGroupNamePrefix=group)["logGroups"]
    day.check("days that getHealth's log is kept", int(found["retentionInDays"]), 90)
    day.check("the table names the version before", day.assembly() == good, True)


def look_and_drill(day: Days) -> None:
    day.canary_ran()
    day.doctor("The doctor, before any drill", 1, "ACT  restore drill: none was ever run", acts=1)
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    drill = command("restore-drill", STAGE, "--at", now, "--region", REGION)
    day.run("The restore drill", drill, 0, "Nothing was found", "^Removed countersign-", AWS_REGION=REGION)
    day.doctor("The doctor, when all is well", 0, "ok   restore drill: the last one ended", "ok   drift")
    day.say(deleted=["Api5xx0E9B9C1F"])
    day.doctor("The doctor, after an alarm was deleted by hand", 1, "Api5xx0E9B9C1F is DELETED", acts=1)
    day.say(deleted=[])


def later_changes(day: Days) -> None:
    deploy, issuer = command("deploy", STAGE), day.outputs("Edge")["OidcIssuer"]
    certificate = Path(day.edge.certificate).read_bytes()
    key = Path(day.edge.key).read_bytes()
    arn = day.client("acm").import_certificate(Certificate=certificate, PrivateKey=key)["CertificateArn"]
    domain = {"domainName": "api.example.com", "certificateArn": arn}
    set_options(**domain)
    kept = "Note: Tokens go on naming the issuer", "Note: Passkeys are bound to"
    day.run("A domain, added later", deploy, 0, *kept, "passed all 12 steps")
    day.check("the issuer", day.outputs("Edge")["OidcIssuer"], issuer)
    day.check("the address", day.outputs("Edge")["BaseUrl"], "https://api.example.com")
    day.doctor("The doctor, before the domain is in the DNS", 3, r"^\?    version: could not look")
    day.edge.hosts.add("api.example.com")
    day.doctor("The doctor, when it is", 0, "domain api.example.com: its certificate ends in 399 days")
    set_options(**domain, issuer="https://id.example.com", audience="console")
    day.run("An issuer for sign-in, added later", deploy, 0, "passed all 12 steps")
    set_options(**domain)
    day.run("One that would drop it again", deploy, 1, "has audience, issuer; cdk.context.moto.json does not")


def second_stage(day: Days) -> None:
    set_options(SECOND)
    reserved = int(day.outputs("Edge")["ReservedConcurrency"])
    reserves = f"The stage reserves {reserved} of the account's 1000"
    day.run("A second stage in the same account", command("deploy", SECOND), 0, reserves, "^Deployed: version")
    # Both stages' shares, what AWS keeps unreserved, and two.
    day.say(quota=2 * reserved + 100 + 2)
    set_options(THIRD)
    day.run("A third one that does not fit", command("deploy", THIRD), 1, r"reserves \d+ .* only 2 can still be reserved")
    day.say(quota=1000)


def removal(day: Days) -> None:
    set_options(issuer="https://id.example.com", audience="console")
    day.run("Removal without a terminal", command("destroy", STAGE), 1, "--yes has to say")
    for stage in (SECOND, STAGE):
        day.run(f"Removal of {stage}", command("destroy", stage, "--yes"), 0, "are kept")
    stacks = day.client("cloudformation").describe_stacks()["Stacks"]
    left = sorted(one["StackName"] for one in stacks if one["StackName"].startswith("Countersign-"))
    kept = [f"Countersign-{stage}-{part}" for stage in (STAGE, SECOND) for part in ("Anchors", "State")]
    day.check("left", left, sorted(kept))


def main() -> int:
    port = free_port()
    server = start_server(port)
    try:
        with tempfile.TemporaryDirectory() as folder:
            day = Days(f"http://localhost:{port}", Edge(folder))
            for part in (first_deployments, bad_upgrade, look_and_drill, later_changes, second_stage, removal):
                part(day)
        print(f"\n{len(day.wrong)} wrong", *day.wrong, sep="\n", flush=True)
        return 1 if day.wrong else 0
    finally:
        server.kill()
        for stage in (STAGE, SECOND, THIRD):
            options_file(stage).unlink(missing_ok=True)


if __name__ == "__main__":
    sys.exit(main())
