import * as z from "zod";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import { type Bus, type Statement, statementSchema } from "./bus.ts";
import { fields, mustFindBus, parse, type Write } from "./calls.ts";

const putInput = z.object({
  EventBusName: fields.busNameOrArn,
  Action: z
    .string()
    .regex(/^events:[a-zA-Z]{1,58}$/)
    .optional(),
  Principal: z
    .string()
    .regex(/^(\d{12}|\*)$/)
    .optional(),
  StatementId: z
    .string()
    .regex(/^[a-zA-Z0-9-_]{1,64}$/)
    .optional(),
  Condition: z.object({ Type: z.string(), Key: z.string(), Value: z.string() }).optional(),
  Policy: z.string().optional(),
});

type PutPermission = z.output<typeof putInput>;

/** A statement with an id that is there already takes its place. */
export const putPermission: Write = (buses, input, { at, quotas }) => {
  const asked = parse(putInput, input);
  const bus = mustFindBus(buses, asked.EventBusName);
  const statements =
    asked.Policy === undefined
      ? withStatement(bus, newStatement(asked, bus))
      : readPolicy(asked.Policy);
  const text = JSON.stringify({ Version: "2012-10-17", Statement: statements });
  if (text.length > quotas.policyCharacters) {
    throw new AwsError(
      "PolicyLengthExceededException",
      `Policy length exceeded the limit of ${quotas.policyCharacters} characters.`,
    );
  }
  bus.statements = statements;
  bus.changedAt = at;
  return {};
};

function newStatement({ Action, Principal, StatementId, Condition }: PutPermission, bus: Bus) {
  if (Action === undefined || Principal === undefined || StatementId === undefined) {
    throw new AwsError(
      "ValidationException",
      "Parameters Action, Principal and StatementId must be specified when Policy is not.",
    );
  }
  return {
    Sid: StatementId,
    Effect: "Allow" as const,
    Principal: Principal === "*" ? "*" : { AWS: `arn:aws:iam::${Principal}:root` },
    Action,
    Resource: bus.arn,
    ...(Condition === undefined
      ? {}
      : { Condition: { [Condition.Type]: { [Condition.Key]: Condition.Value } } }),
  };
}

const withStatement = (bus: Bus, statement: Statement): Statement[] => [
  ...bus.statements.filter(({ Sid }) => Sid !== statement.Sid),
  statement,
];

function readPolicy(text: string): Statement[] {
  try {
    return z.object({ Statement: z.array(statementSchema).min(1) }).parse(JSON.parse(text))
      .Statement;
  } catch {
    throw new AwsError("ValidationException", "Invalid policy document.");
  }
}

const removeInput = z.object({
  EventBusName: fields.busNameOrArn,
  StatementId: z.string().optional(),
  RemoveAllPermissions: z.boolean().optional(),
});

export const removePermission: Write = (buses, input, { at }) => {
  const { EventBusName, StatementId, RemoveAllPermissions } = parse(removeInput, input);
  const bus = mustFindBus(buses, EventBusName);
  if (!RemoveAllPermissions) {
    if (bus.statements.length === 0) {
      throw new AwsError("ResourceNotFoundException", "EventBus does not have a policy.");
    }
    if (!bus.statements.some(({ Sid }) => Sid === StatementId)) {
      throw new AwsError(
        "ResourceNotFoundException",
        "Statement with the provided id does not exist.",
      );
    }
  }
  bus.statements = RemoveAllPermissions
    ? []
    : bus.statements.filter(({ Sid }) => Sid !== StatementId);
  bus.changedAt = at;
  return {};
};

export const policyText = (bus: Bus): string | undefined =>
  bus.statements.length === 0
    ? undefined
    : JSON.stringify({ Version: "2012-10-17", Statement: bus.statements });

/**
 * May that account put events on the bus? Its owner may; others need a statement that allows it and
 * none that forbids it. Conditions ask for what the local run does not know (an organisation), so
 * an allowing statement with one allows nothing.
 */
export function mayPutEvents(bus: Bus, account: string, owner: string): boolean {
  const fitting = bus.statements.filter((statement) => names(statement, account, bus));
  if (fitting.some(({ Effect }) => Effect === "Deny")) return false;
  if (account === owner) return true;
  return fitting.some(({ Effect, Condition }) => Effect === "Allow" && Condition === undefined);
}

function names({ Principal, Action, Resource }: Statement, account: string, bus: Bus): boolean {
  const actions = [Action].flat();
  const resources = Resource === undefined ? [bus.arn] : [Resource].flat();
  const given =
    typeof Principal === "object" && Principal !== null && "AWS" in Principal
      ? [Principal.AWS].flat()
      : [Principal];
  return (
    actions.some((action) => ["events:PutEvents", "events:*", "*"].includes(action)) &&
    resources.some((resource) => resource === bus.arn || resource === "*") &&
    given.some((who) => ["*", account, `arn:aws:iam::${account}:root`].includes(String(who)))
  );
}
