import {
  ConcurrentModificationException,
  CreateEventBusCommand,
  DeleteEventBusCommand,
  DeleteRuleCommand,
  DescribeEventBusCommand,
  EventBridgeClient,
  EventBridgeServiceException,
  LimitExceededException,
  ListTagsForResourceCommand,
  ListTargetsByRuleCommand,
  PutPermissionCommand,
  PutRuleCommand,
  PutTargetsCommand,
  RemovePermissionCommand,
  RemoveTargetsCommand,
  ResourceAlreadyExistsException,
  ResourceNotFoundException,
} from "@aws-sdk/client-eventbridge";
import { DomainError } from "#shared/domain/errors.ts";
import type { BusAdministration, BusOutcome, BusWork } from "#shared/domain/eventbus/build-bus.ts";
import type { BusSite } from "#shared/domain/eventbus/bus-names.ts";
import { log } from "#shared/platform/log.ts";
import { setting } from "#shared/platform/settings.ts";
import { awsClientSettings } from "./aws-client.ts";

/** The region of the platform's buses, which appears in the ARNs given to customers. */
const busRegion = (): string => setting("CLOUDB_EVENTBUS_REGION") ?? "us-east-1";

const client = new EventBridgeClient({
  ...awsClientSettings("EVENTBRIDGE"),
  region: async () => busRegion(),
});

/** EventBridge's own limits for at-least-once delivery; then events go to the dead-letter queue. */
const RETRY_POLICY = { MaximumRetryAttempts: 185, MaximumEventAgeInSeconds: 86_400 };

/** Makes one call; a refusal by EventBridge for a known reason is returned as an outcome. */
async function outcomeOf(call: () => Promise<BusOutcome | undefined>): Promise<BusOutcome> {
  try {
    return (await call()) ?? "done";
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return "not_found";
    if (error instanceof ResourceAlreadyExistsException) return "exists";
    if (error instanceof LimitExceededException) return "quota_exceeded";
    if (error instanceof ConcurrentModificationException || hasRulesStill(error)) return "busy";
    throw unavailable(error);
  }
}

/** DeleteEventBus still reports this for a moment after the last rule is gone. */
const hasRulesStill = (error: unknown): boolean =>
  error instanceof EventBridgeServiceException && /has rules/i.test(error.message);

/** The SDK has already retried transient errors; the rest concern the platform, not the caller. */
const unavailable = (cause: unknown): DomainError =>
  new DomainError("dependency_unavailable", "The event bus cannot be changed at the moment.", {
    retryAfter: 10,
    cause,
  });

interface Entries {
  FailedEntryCount?: number | undefined;
  FailedEntries?: readonly { ErrorCode?: string | undefined }[] | undefined;
}

/** PutTargets and RemoveTargets answer 200 even when entries failed. */
function entriesOutcome({ FailedEntryCount = 0, FailedEntries = [] }: Entries): BusOutcome {
  if (FailedEntryCount === 0) return "done";
  const codes = FailedEntries.map(({ ErrorCode }) => ErrorCode ?? "unknown");
  const isOver = codes.length > 0 && codes.every((code) => code === "ResourceNotFoundException");
  if (isOver) return "not_found";
  log("warn", "eventbus_entries_failed", { codes });
  return "busy";
}

/** The customers' buses in the platform's own account, through the AWS SDK. */
const administration: BusAdministration = {
  createBus: (bus, tags) =>
    outcomeOf(async () => {
      const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
      await client.send(new CreateEventBusCommand({ Name: bus, Tags }));
      return "done";
    }),
  tagsOf: async (bus) => {
    try {
      const { Arn } = await client.send(new DescribeEventBusCommand({ Name: bus }));
      const { Tags = [] } = await client.send(new ListTagsForResourceCommand({ ResourceARN: Arn }));
      return Object.fromEntries(Tags.map(({ Key = "", Value = "" }) => [Key, Value]));
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return null;
      throw unavailable(error);
    }
  },
  putRule: (bus, rule, pattern) =>
    outcomeOf(async () => {
      // An upsert in which an omitted argument becomes null: always send the full set.
      const EventPattern = JSON.stringify(pattern);
      const facts = {
        Description: "AI events to the receiver function",
        State: "ENABLED",
      } as const;
      await client.send(
        new PutRuleCommand({ Name: rule, EventBusName: bus, EventPattern, ...facts }),
      );
      return "done";
    }),
  putTarget: (bus, rule, { id, functionArn, deadLetterQueueArn, inputTemplate }) =>
    outcomeOf(async () => {
      const target = {
        Id: id,
        Arn: functionArn,
        InputTransformer: { InputTemplate: inputTemplate },
        RetryPolicy: RETRY_POLICY,
        ...(deadLetterQueueArn === null ? {} : { DeadLetterConfig: { Arn: deadLetterQueueArn } }),
      };
      return entriesOutcome(
        await client.send(
          new PutTargetsCommand({ Rule: rule, EventBusName: bus, Targets: [target] }),
        ),
      );
    }),
  allowAccount: (bus, statementId, account) =>
    outcomeOf(async () => {
      await client.send(
        new PutPermissionCommand({
          EventBusName: bus,
          StatementId: statementId,
          Principal: account,
          Action: "events:PutEvents",
        }),
      );
      return "done";
    }),
  targetIds: async (bus, rule) => {
    try {
      const { Targets = [] } = await client.send(
        new ListTargetsByRuleCommand({ Rule: rule, EventBusName: bus }),
      );
      return Targets.map(({ Id = "" }) => Id);
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return null;
      throw unavailable(error);
    }
  },
  removeTargets: (bus, rule, ids) =>
    outcomeOf(async () =>
      entriesOutcome(
        await client.send(
          new RemoveTargetsCommand({ Rule: rule, EventBusName: bus, Ids: [...ids] }),
        ),
      ),
    ),
  deleteRule: (bus, rule) =>
    outcomeOf(async () => {
      await client.send(new DeleteRuleCommand({ Name: rule, EventBusName: bus }));
      return "done";
    }),
  removePermission: (bus, statementId) =>
    outcomeOf(async () => {
      await client.send(
        new RemovePermissionCommand({ EventBusName: bus, StatementId: statementId }),
      );
      return "done";
    }),
  deleteBus: (bus) =>
    outcomeOf(async () => {
      await client.send(new DeleteEventBusCommand({ Name: bus }));
      return "done";
    }),
};

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2000;

/** The administration, with time to retry while a bus is busy: by default ten seconds from now. */
export function busWork(budgetMs = 10_000): BusWork {
  const end = performance.now() + budgetMs;
  return {
    buses: administration,
    wait: async (attempt) => {
      const ms =
        Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + Math.random() / 2);
      if (performance.now() + ms > end) return false;
      await new Promise((resume) => setTimeout(resume, ms));
      return true;
    },
  };
}

/**
 * Where the customers' buses are (second seed, "Configuration settings"). The receiver function may
 * be given by ARN or by name.
 * @throws DomainError `cloudb_eventbus_not_configured`
 */
export function busSite(): BusSite {
  const account = setting("CLOUDB_EVENTBUS_OUR_ACCOUNT_ID");
  const receiver = setting("CLOUDB_EVENTBUS_RECEIVER_FUNCTION_ID");
  if (account === undefined || !/^\d{12}$/.test(account) || receiver === undefined) {
    throw new DomainError(
      "cloudb_eventbus_not_configured",
      "CLOUDB_EVENTBUS_OUR_ACCOUNT_ID (12 digits) and CLOUDB_EVENTBUS_RECEIVER_FUNCTION_ID must be set.",
    );
  }
  return {
    account,
    region: busRegion(),
    receiverArn: receiver.startsWith("arn:")
      ? receiver
      : `arn:aws:lambda:${busRegion()}:${account}:function:${receiver}`,
    deadLetterQueueArn: setting("CLOUDB_EVENTBUS_DEAD_LETTER_QUEUE_ARN") ?? null,
  };
}
