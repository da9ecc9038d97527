"""What moto's CloudFormation lacks, as far as a stage needs it.

moto has the services behind most of our resources, but not a CloudFormation model for each type.
Types without one are only recorded as declared (and listed at /countersign/declared-only), so that
references to them resolve and the stacks that use them deploy.
"""

import json
from collections import Counter

from moto.cloudformation import parsing
from moto.cloudformation.exceptions import CloudFormationError, ValidationError
from moto.cloudformation.models import CloudFormationBackend
from moto.cloudformation.responses import CloudFormationResponse
from moto.core.common_models import CloudFormationModel
from moto.core.responses import ActionResult, EmptyResult
from moto.dynamodb.models.table import Table
from moto.kms.models import Key, KmsBackend
from moto.sns.models import sns_backends

declared: Counter = Counter()


def declared_only(resource_type: str) -> type:
    """A model that creates nothing: attributes and references are the logical id."""

    class Declared(CloudFormationModel):
        # moto derives a model's service from the second part of its module name.
        __module__ = "moto.declared.models"

        def __init__(self, name: str, region: str):
            self.name, self.region = name, region

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
            if (resource_type, attribute_name) == ("AWS::ApiGatewayV2::Api", "ApiEndpoint"):
                return f"https://{self.name.lower()[-10:]}.execute-api.{self.region}.amazonaws.com"
            return f"{self.name}.{attribute_name}"

        @classmethod
        def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **_):
            if resource_type in MAKERS:
                MAKERS[resource_type](cloudformation_json["Properties"], account_id, region_name)
            else:
                declared[resource_type] += 1
            return cls(resource_name, region_name)

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


def as_kms_takes_it(create):
    """KMS spells tags TagKey and TagValue, and keeps a policy as text; moto passes on a template's."""

    def create_key(self, *args, **kwargs):
        given = {**dict(zip(("policy", "key_usage", "key_spec", "description", "tags"), args)), **kwargs}
        if given.get("tags") and "Key" in given["tags"][0]:
            given["tags"] = [{"TagKey": t["Key"], "TagValue": t["Value"]} for t in given["tags"]]
        if isinstance(given.get("policy"), dict):
            given["policy"] = json.dumps(given["policy"])
        return create(self, **given)

    return create_key


def with_properties(model, finish):
    """moto ignores some properties of a template: `finish` sets them on what it has made."""
    create = model.create_from_cloudformation_json

    def create_from_cloudformation_json(resource_name, cloudformation_json, account_id, region_name, **more):
        made = create(resource_name, cloudformation_json, account_id, region_name, **more)
        finish(made, cloudformation_json.get("Properties", {}))
        return made

    model.create_from_cloudformation_json = create_from_cloudformation_json


def finish_table(table, properties: dict) -> None:
    recovery = properties.get("PointInTimeRecoverySpecification", {})
    if str(recovery.get("PointInTimeRecoveryEnabled")).lower() == "true":
        described = {"PointInTimeRecoveryStatus": "ENABLED", "RecoveryPeriodInDays": 35}
        table.continuous_backups["PointInTimeRecoveryDescription"] = described


def finish_key(key, properties: dict) -> None:
    key.key_usage = properties.get("KeyUsage", key.key_usage)
    key.key_spec = properties.get("KeySpec", key.key_spec)
    key.key_rotation_status = str(properties.get("EnableKeyRotation")).lower() == "true"


def subscribe(properties: dict, account_id: str, region_name: str) -> None:
    """A recipient of alarms; moto confirms each at once."""
    backend = sns_backends[account_id][region_name]
    backend.subscribe(properties["TopicArn"], properties["Endpoint"], properties["Protocol"])


# Types for which moto has the service but no model.
MAKERS = {"AWS::SNS::Subscription": subscribe}


def with_exports(execute):
    """As AWS does: a change set's exports exist afterwards, and none in use may disappear."""

    def execute_change_set(self, change_set_name, stack_name=None):
        stack = self.stacks[self.change_sets[change_set_name].stack_id]
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


def with_known_parameters(parse):
    """An update hands moto the value that it found at the deployment before, not the parameter's name."""

    def parse_ssm_parameter(self, value, value_type):
        return parse(self, value, value_type) if str(value).startswith("/") else value

    return parse_ssm_parameter


class ChangeSetNotFound(CloudFormationError):
    code = "ChangeSetNotFound"


def change_set_of(response) -> str:
    """The id of the change set that is asked for: its name belongs to one stack, moto's to all."""
    backend = response.cloudformation_backend
    name, stack = response._get_param("ChangeSetName"), response._get_param("StackName")
    for one in reversed(backend.change_sets.values()):
        is_of_stack = stack in (None, one.stack.name, one.stack.stack_id)
        if is_of_stack and name in (one.change_set_id, one.change_set_name):
            return one.change_set_id
    raise ChangeSetNotFound(f"ChangeSet [{name}] does not exist")


def delete_change_set(self):
    try:
        self.cloudformation_backend.delete_change_set(change_set_name=change_set_of(self))
    except ChangeSetNotFound:
        pass
    return EmptyResult()


def describe_change_set(self):
    return ActionResult(self.cloudformation_backend.describe_change_set(change_set_of(self)))


def execute_change_set(self):
    name = self._get_param("StackName")
    self.cloudformation_backend.execute_change_set(change_set_of(self), name)
    return EmptyResult()


def fill() -> None:
    """Puts all of it in the place of moto's own."""
    CloudFormationBackend.execute_change_set = with_exports(CloudFormationBackend.execute_change_set)
    KmsBackend.create_key = as_kms_takes_it(KmsBackend.create_key)
    for own in (delete_change_set, describe_change_set, execute_change_set):
        setattr(CloudFormationResponse, own.__name__, own)
    parsing.ResourceMap.parse_ssm_parameter = with_known_parameters(parsing.ResourceMap.parse_ssm_parameter)
    with_properties(Table, finish_table)
    with_properties(Key, finish_key)
    parsing.resource_class_from_type = complete(parsing.resource_class_from_type)
