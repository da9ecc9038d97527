"""moto's server for `test/moto/deploy.py`: everything CloudFormation asks for is created.

moto has the services behind most of our resources, but not a CloudFormation model for each type.
Types without one are only recorded as declared (and listed at /countersign/declared-only), so that
references to them resolve and the stacks that use them deploy.
"""

import argparse
import json
from collections import Counter

from moto.cloudformation import parsing
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


KmsBackend.create_key = with_tags_of_kms(KmsBackend.create_key)
parsing.resource_class_from_type = complete(parsing.resource_class_from_type)
inner = DomainDispatcherApplication(create_backend_app)


def app(environ, start_response):
    if environ["PATH_INFO"] == "/countersign/declared-only":
        start_response("200 OK", [("content-type", "application/json")])
        return [json.dumps(declared).encode()]
    return inner(environ, start_response)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    run_simple("127.0.0.1", parser.parse_args().port, app, threaded=True)
