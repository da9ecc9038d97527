import * as z from "zod";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import { parse } from "#infra/local/aws/protocol/state-calls.ts";
import type { Bus, Statement } from "./bus.ts";
import { type Call, fields, mustFindBus } from "./calls.ts";

const putInput = z.object({
  EventBusName: fields.busNameOrArn,
  Action: z.literal("events:PutEvents"),
  Principal: z.string(),
  StatementId: z.string(),
});

/** Replaces an existing statement with the same id. */
export const putPermission: Call = (buses, input, { at, quotas }) => {
  const { EventBusName, Action, Principal, StatementId } = parse(putInput, input);
  const bus = mustFindBus(buses, EventBusName);
  const statement: Statement = {
    Sid: StatementId,
    Effect: "Allow",
    Principal: Principal === "*" ? "*" : { AWS: rootOf(Principal) },
    Action,
    Resource: bus.arn,
  };
  const statements = [...bus.statements.filter(({ Sid }) => Sid !== StatementId), statement];
  if (textOf(statements).length > quotas.policyCharacters) {
    throw new AwsError(
      "PolicyLengthExceededException",
      `Policy length exceeded the limit of ${quotas.policyCharacters} characters.`,
    );
  }
  bus.statements = statements;
  bus.changedAt = at;
  return {};
};

const rootOf = (account: string): string => `arn:aws:iam::${account}:root`;

const textOf = (statements: readonly Statement[]): string =>
  JSON.stringify({ Version: "2012-10-17", Statement: statements });

const removeInput = z.object({ EventBusName: fields.busNameOrArn, StatementId: z.string() });

export const removePermission: Call = (buses, input, { at }) => {
  const { EventBusName, StatementId } = parse(removeInput, input);
  const bus = mustFindBus(buses, EventBusName);
  if (bus.statements.length === 0) {
    throw new AwsError("ResourceNotFoundException", "EventBus does not have a policy.");
  }
  if (!bus.statements.some(({ Sid }) => Sid === StatementId)) {
    throw new AwsError(
      "ResourceNotFoundException",
      "Statement with the provided id does not exist.",
    );
  }
  bus.statements = bus.statements.filter(({ Sid }) => Sid !== StatementId);
  bus.changedAt = at;
  return {};
};

export const policyText = ({ statements }: Bus): string | undefined =>
  statements.length === 0 ? undefined : textOf(statements);

/** Whether the account may put events on the bus. The owner may; others need a statement. */
export const mayPutEvents = ({ arn, statements }: Bus, account: string, owner: string): boolean =>
  account === owner ||
  statements.some(
    ({ Principal, Action, Resource }) =>
      Action === "events:PutEvents" &&
      Resource === arn &&
      (Principal === "*" || Principal.AWS === rootOf(account)),
  );
