"""Checks the full discovery of cloud-b against third-party software.

    python3 -m venv venv && venv/bin/pip install 'moto[server,all]==5.2.5'
    venv/bin/python test/moto/cloudb.py

1. botocore's service models of every operation in shared/domain/discovery/cloudb/kinds.ts match
   test/support/cloudb-models.json (`--write` updates it), against which kinds.test.ts checks the table
   and the requests: method, path, list, members, page tokens.
2. A local run against moto: the onboarding page's own template creates the role, AssumeRole carries
   the external id, and the run records exactly what boto3 lists, page by page, in two regions.

Exit code 0: no difference. Lists that moto does not implement must be reported as failed in coverage.
"""

import json
import logging
import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import boto3
import botocore.loaders
from moto.server import ThreadedMotoServer
from moto.sts.models import sts_backends

ROOT = Path(__file__).resolve().parents[2]
NODE = str(ROOT / "node_modules/.bin/node")
ACCOUNT, REGIONS = "123456789012", ["eu-west-1", "us-east-1"]
PAGE = 100
MODELS = ROOT / "test/support/cloudb-models.json"
WITHOUT_MOTO = {"imported_model", "provisioned_model", "guardrail", "flow"}


def table() -> list:
    source = (
        'import { cloudbKinds } from "./shared/domain/discovery/cloudb/kinds.ts";'
        "console.log(JSON.stringify(cloudbKinds));"
    )
    command = [NODE, "--input-type=module", "-e", source]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)


def model_of(row: dict) -> dict:
    """What botocore's models say about the operation that a row names."""
    loader = botocore.loaders.Loader()
    model = loader.load_service_model(row["service"], "service-2")
    paging = loader.load_service_model(row["service"], "paginators-1")["pagination"][row["operation"]]
    operation = model["operations"][row["operation"]]
    shapes, metadata = model["shapes"], model["metadata"]
    taken = shapes[operation["input"]["shape"]]["members"]
    given = shapes[operation["output"]["shape"]]["members"]
    entry = shapes[shapes[given[paging["result_key"]]["shape"]]["member"]["shape"]]["members"]
    return {
        "operation": row["operation"],
        "protocol": metadata["protocol"],
        "host": f"{metadata['endpointPrefix']}.{{region}}.amazonaws.com",
        "signing_name": metadata["signingName"],
        "target_prefix": metadata.get("targetPrefix"),
        "method": operation["http"]["method"],
        "path": operation["http"]["requestUri"],
        "page_size": {
            "name": paging["limit_key"],
            "in": taken[paging["limit_key"]].get("location", "body"),
            "most": shapes[taken[paging["limit_key"]]["shape"]]["max"],
        },
        "token": {
            "name": paging["input_token"],
            "in": taken[paging["input_token"]].get("location", "body"),
            "answered_as": paging["output_token"],
        },
        "list": paging["result_key"],
        "members": sorted(entry),
    }


def differences(rows: list, is_written: bool) -> list:
    """Differences between botocore's models and those that kinds.test.ts (see above) reads."""
    models = {row["kind"]: model_of(row) for row in rows}
    text = json.dumps(models, indent=2) + "\n"
    if is_written:
        MODELS.write_text(text)
    kept = json.loads(MODELS.read_text())
    return [f"{kind}: botocore's model is another than the one kept" for kind in models if kept.get(kind) != models[kind]]


def make_resources(client_of) -> None:
    role = f"arn:aws:iam::{ACCOUNT}:role/any"
    for region in REGIONS:
        sagemaker = client_of("sagemaker", region)
        for i in range(2 * PAGE + 30 if region == REGIONS[0] else 1):
            sagemaker.create_model(ModelName=f"model-{i}", ExecutionRoleArn=role)
        sagemaker.create_endpoint_config(
            EndpointConfigName="config",
            ProductionVariants=[
                {"VariantName": "v", "ModelName": "model-0", "InitialInstanceCount": 1, "InstanceType": "ml.m5.large"}
            ],
        )
        for i in range(PAGE + 1 if region == REGIONS[0] else 1):
            sagemaker.create_endpoint(EndpointName=f"endpoint-{i}", EndpointConfigName="config")
        sagemaker.create_notebook_instance(NotebookInstanceName="notebook", InstanceType="ml.t3.medium", RoleArn=role)
        sagemaker.create_domain(
            DomainName="Studio",
            AuthMode="IAM",
            DefaultUserSettings={"ExecutionRole": role},
            SubnetIds=["subnet-1"],
            VpcId="vpc-1",
        )
        sagemaker.create_pipeline(
            PipelineName="pipeline",
            PipelineDefinition=json.dumps({"Version": "2020-12-01", "Steps": []}),
            ClientRequestToken="0123456789012345678901234567890123456789",
            RoleArn=role,
        )
        sagemaker.create_training_job(
            TrainingJobName="training",
            AlgorithmSpecification={"TrainingImage": "image", "TrainingInputMode": "File"},
            RoleArn=role,
            OutputDataConfig={"S3OutputPath": "s3://bucket/out"},
            ResourceConfig={"InstanceType": "ml.m5.large", "InstanceCount": 1, "VolumeSizeInGB": 1},
            StoppingCondition={"MaxRuntimeInSeconds": 60},
        )
        client_of("s3", "us-east-1").create_bucket(Bucket=f"training-{region}")
        client_of("bedrock", region).create_model_customization_job(
            jobName="customization",
            customModelName="tuned",
            roleArn=role,
            baseModelIdentifier="amazon.titan-text-express-v1",
            trainingDataConfig={"s3Uri": f"s3://training-{region}/in"},
            outputDataConfig={"s3Uri": f"s3://training-{region}/out"},
            hyperParameters={"learningRate": "0.00005"},
        )
        agents = client_of("bedrock-agent", region)
        agents.create_agent(agentName="helper", agentResourceRoleArn=role)
        agents.create_knowledge_base(
            name="library",
            roleArn=role,
            knowledgeBaseConfiguration={
                "type": "VECTOR",
                "vectorKnowledgeBaseConfiguration": {"embeddingModelArn": "arn:aws:bedrock:::foundation-model/titan"},
            },
            storageConfiguration={"type": "RDS"},
        )


def listed_by_boto3(rows: list, client_of) -> set:
    """(kind, name, ARN) of everything in moto, as listed by the vendor's own client."""
    found = set()
    for region in REGIONS:
        for row in rows:
            if row["kind"] in WITHOUT_MOTO:
                continue
            client = client_of(row["service"], region)
            method = {client.meta.method_to_api_mapping[name]: name for name in client.meta.method_to_api_mapping}
            pages = client.get_paginator(method[row["operation"]]).paginate()
            for entry in (entry for page in pages for entry in page[row["list"]]):
                found.add((row["kind"], entry[row["name"]], entry[row["arn"]] if row["arn"] else arn_of(client, row, entry)))
    return found


def arn_of(client, row: dict, entry: dict) -> str:
    """The ARN from moto's description of the single resource, for kinds whose list has none."""
    if row["kind"] == "agent":
        return client.get_agent(agentId=entry["agentId"])["agent"]["agentArn"]
    answer = client.get_knowledge_base(knowledgeBaseId=entry["knowledgeBaseId"])
    return answer["knowledgeBase"]["knowledgeBaseArn"]


class Api:
    def __init__(self, base: str, token: str | None = None):
        self.base, self.token = base, token

    def __call__(self, method: str, path: str, body: dict | None = None) -> dict:
        headers = {"content-type": "application/json"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.base}{path}", method=method, data=data, headers=headers)
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read())

    def all(self, path: str) -> list:
        items, cursor = [], None
        while True:
            page = self("GET", path + (f"&cursor={cursor}" if cursor else ""))
            items += page["items"]
            cursor = page["next_cursor"]
            if cursor is None:
                return items


def start_local_run(moto: str) -> tuple:
    environment = {
        **os.environ,
        "PORT": "0",
        "LOCAL_STATE_DIR": "memory",
        "CLOUDB_STS_URL": moto,
        "CLOUDB_SAGEMAKER_URL": moto,
        "CLOUDB_BEDROCK_URL": moto,
        "DISCOVERY_INTERVAL_HOURS": "0",
    }
    run = subprocess.Popen([NODE, "bin/run.mjs", "bin/local.ts"], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    for line in run.stdout:
        if line.startswith("ready "):
            return run, line.split()[1]
    sys.exit("The local run did not start.")


def role_by_template(template: dict, client_of) -> str:
    cloudformation = client_of("cloudformation", "us-east-1")
    cloudformation.create_stack(
        StackName="countersign-discovery",
        TemplateBody=json.dumps(template),
        Parameters=[{"ParameterKey": "PlatformAccount", "ParameterValue": "999999999999"}],
        Capabilities=["CAPABILITY_NAMED_IAM"],
    )
    (stack,) = cloudformation.describe_stacks(StackName="countersign-discovery")["Stacks"]
    return stack["Outputs"][0]["OutputValue"]


def discover(rows: list, moto: str, client_of) -> list:
    run, base = start_local_run(moto)
    try:
        admin = Api(base, Api(base)("POST", "/_local/token", {"is_platform_admin": True})["access_token"])
        tenant = admin("POST", "/admin/tenants", {"name": "Customer"})["id"]
        claims = {"tenant_id": tenant, "org_role": "admin"}
        org = Api(base, Api(base)("POST", "/_local/token", claims)["access_token"])
        asked = {"provider": "cloudb", "subtype": "assume_role", "display_name": "moto"}
        connection = org("POST", "/connections", {**asked, "remote_tenant_id": ACCOUNT, "regions": REGIONS})
        path = f"/connections/{connection['id']}"
        steps = org("GET", f"{path}/onboarding")["steps"]
        (template,) = [step["template"] for step in steps if step.get("template") and step["template"]["language"] == "json"]
        role = role_by_template(json.loads(template["content"]), client_of)
        org("POST", f"{path}/reauthorize", {"role_arn": role})
        pending = org("POST", f"{path}/discovery-runs")["id"]
        while (ended := org("GET", f"/discovery-runs/{pending}"))["status"] in ("queued", "running"):
            time.sleep(0.2)
        recorded = {(a["kind"], a["name"], a["provider_ref"]) for a in org.all(f"/artifacts?connection_id={connection['id']}&limit=200")}
    finally:
        run.terminate()
        run.wait()
    expected = listed_by_boto3(rows, client_of)
    findings = [f"not recorded: {one}" for one in sorted(expected - recorded)]
    findings += [f"recorded, but not there: {one}" for one in sorted(recorded - expected)]
    unread = {item["kind"] for item in ended["coverage"] if item["status"] != "complete"}
    if unread != WITHOUT_MOTO:
        findings.append(f"not listed completely: {sorted(unread)}")
    assumed = [one for backends in sts_backends.values() for one in backends["aws"].assumed_roles]
    if {one.external_id for one in assumed} != {connection["external_id"]}:
        findings.append("AssumeRole came without the connection's external id")
    print(f"moto: {len(recorded)} artifacts recorded, {len(expected)} listed by boto3; the run {ended['status']}; "
          f"without code in moto: {', '.join(sorted(unread))}")
    return findings


def main() -> int:
    logging.getLogger("werkzeug").disabled = True
    rows = table()
    findings = differences(rows, "--write" in sys.argv)
    print(f"botocore {botocore.__version__}: {len(rows)} operations, {len(findings)} differ from the models kept")
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    moto = f"http://{host}:{port}"

    def client_of(service: str, region: str):
        keys = {"aws_access_key_id": "test", "aws_secret_access_key": "test"}
        return boto3.client(service, endpoint_url=moto, region_name=region, **keys)

    try:
        make_resources(client_of)
        findings += discover(rows, moto, client_of)
    finally:
        server.stop()
    print("\n".join(findings))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
