"""moto's server for `test/moto/deploy.py`: everything CloudFormation asks for is created.

moto has the services behind most of our resources, but not a CloudFormation model for each type.
Types without one are only recorded as declared (and listed at /countersign/declared-only), so that
references to them resolve and the stacks that use them deploy.
"""

import argparse
import io
import json
import os
from collections import Counter

from moto.awslambda.models import lambda_backends
from moto.cloudformation import parsing
from moto.cloudformation.exceptions import ValidationError
from moto.cloudformation.models import CloudFormationBackend
from moto.core.common_models import CloudFormationModel
from moto.kms.models import KmsBackend
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import run_simple

declared: Counter = Counter()


def declared_only(resource_type: str) -> type:
    """A model that creates nothing: attributes and references are the logical id."""

    class Declared(CloudFormationModel):
        # moto derives a model's service from the second part of its module name.
        __module__ = "moto.declared.models"

        def __init__(self, name: str):
            self.name = name

        @property
        def physical_resource_id(self) -> str:
            return self.name

        @staticmethod
        def cloudformation_name_type() -> str:
            return ""

        @staticmethod
        def cloudformation_type() -> str:
            return resource_type

        @classmethod
        def has_cfn_attr(cls, attr: str) -> bool:
            return True

        def get_cfn_attribute(self, attribute_name: str) -> str:
            return f"{self.name}.{attribute_name}"

        @classmethod
        def create_from_cloudformation_json(cls, resource_name, *_, **__):
            declared[resource_type] += 1
            return cls(resource_name)

        @classmethod
        def update_from_cloudformation_json(cls, original_resource, *_, **__):
            return original_resource

        @classmethod
        def delete_from_cloudformation_json(cls, *_, **__) -> None:
            return None

        def is_created(self) -> bool:
            return True

    return Declared


def complete(class_of):
    made: dict = {}

    def class_from_type(resource_type: str):
        # Types for which moto deliberately creates nothing (such as AWS::CDK::Metadata) stay so.
        known = class_of(resource_type)
        if known is not None or resource_type in parsing.NULL_MODELS:
            return known
        return made.setdefault(resource_type, declared_only(resource_type))

    return class_from_type


def with_tags_of_kms(create):
    """KMS spells tags TagKey and TagValue; moto passes on CloudFormation's spelling."""

    def create_key(self, *args, **kwargs):
        given = list(args)
        for place, value in enumerate(given):
            if isinstance(value, list) and value and "Key" in value[0]:
                given[place] = [{"TagKey": t["Key"], "TagValue": t["Value"]} for t in value]
        if kwargs.get("tags") and "Key" in kwargs["tags"][0]:
            kwargs["tags"] = [{"TagKey": t["Key"], "TagValue": t["Value"]} for t in kwargs["tags"]]
        return create(self, *given, **kwargs)

    return create_key


def with_exports(execute):
    """As AWS does: a change set's exports exist afterwards, and none in use may disappear."""

    def execute_change_set(self, change_set_name, stack_name=None):
        known = [one for one in self.change_sets.values() if change_set_name in (one.change_set_id, one.change_set_name)]
        stack = self.stacks[known[-1].stack_id]
        # moto resolves imports only in stacks that were made without a change set.
        for holder in (stack, stack.resource_map, stack.output_map):
            for name in ("cross_stack_resources", "_cross_stack_resources"):
                if hasattr(holder, name):
                    setattr(holder, name, self.exports)
        before = {name for name, export in self.exports.items() if export.exporting_stack_id == stack.stack_id}
        execute(self, change_set_name, stack_name)
        stack._parse_template()
        stack.output_map = stack._create_output_map()
        after = {export.name: export for export in stack.exports}
        others = json.dumps([one.template for one in self.stacks.values() if one.stack_id != stack.stack_id])
        for name in before - set(after):
            if f'"{name}"' in others.replace('\\"', '"'):
                raise ValidationError(stack.name, f"Export {name} cannot be deleted as it is in use")
            del self.exports[name]
        self.exports.update(after)

    return execute_change_set


CloudFormationBackend.execute_change_set = with_exports(CloudFormationBackend.execute_change_set)
KmsBackend.create_key = with_tags_of_kms(KmsBackend.create_key)
parsing.resource_class_from_type = complete(parsing.resource_class_from_type)
inner = DomainDispatcherApplication(create_backend_app)


# What moto does not have: the account's quota, termination protection, and functions that run. The
# canary answers what `POST /countersign/canary` was told.
QUOTA = int(os.environ.get("COUNTERSIGN_QUOTA", "1000"))
canary: dict = {"outcome": "unready", "step": "request the review", "fault": "Not set up."}


def account_settings() -> dict:
    backends = lambda_backends["123456789012"]["us-east-1"]
    reserved = sum(int(one.reserved_concurrency or 0) for one in backends.list_functions())
    limit = {"ConcurrentExecutions": QUOTA, "UnreservedConcurrentExecutions": QUOTA - reserved}
    return {"AccountLimit": limit, "AccountUsage": {}}


def body_of(environ) -> bytes:
    """The request's body, which moto can read again."""
    size = int(environ.get("CONTENT_LENGTH") or 0)
    body = environ["wsgi.input"].read(size)
    environ["wsgi.input"] = io.BytesIO(body)
    return body


def own_answer(environ):
    """@returns the media type and the text of an answer that moto does not give; None: moto's own"""
    path = environ["PATH_INFO"]
    if path == "/countersign/declared-only":
        return "application/json", json.dumps(declared)
    if path == "/countersign/canary":
        canary.clear()
        canary.update(json.loads(body_of(environ)))
        return "application/json", "{}"
    if path.rstrip("/").endswith("/account-settings"):
        return "application/json", json.dumps(account_settings())
    if path.endswith("-runCanary/invocations"):
        return "application/json", json.dumps(canary)
    if environ["REQUEST_METHOD"] == "POST" and path == "/":
        if b"Action=UpdateTerminationProtection" in body_of(environ):
            name = "UpdateTerminationProtection"
            result = f"<{name}Result><StackId>x</StackId></{name}Result>"
            return "text/xml", f"<{name}Response>{result}</{name}Response>"
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
