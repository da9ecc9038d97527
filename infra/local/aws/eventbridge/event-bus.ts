import type { AwsCall } from "#infra/local/aws/protocol/aws-json-server.ts";
import type { Runtime } from "#infra/local/runtime.ts";
import { type Job, jobs } from "#shared/routes/contract/jobs.ts";
import type { DeadLetter } from "./delivery.ts";
import { type EventBridge, type EventBridgeOptions, startEventBridge } from "./eventbridge.ts";

type Settings = Readonly<Record<string, string | undefined>>;

const OWN_ACCOUNT = "000000000000";

const receiverJob = (Object.values(jobs) as readonly Job[]).find(
  ({ target }) => target === "customer-bus",
);

/** The account that owns the customers' buses on this machine. */
export const busAccountOf = (settings: Settings): string =>
  settings.CLOUDB_EVENTBUS_OUR_ACCOUNT_ID ?? OWN_ACCOUNT;

/** The settings that the stacks set in the cloud; those given to the local run take precedence. */
export function busSettings(settings: Settings, region: string): Record<string, string> {
  const account = busAccountOf(settings);
  const given = {
    CLOUDB_EVENTBUS_OUR_ACCOUNT_ID: account,
    CLOUDB_EVENTBUS_REGION: settings.CLOUDB_EVENTBUS_REGION ?? region,
    CLOUDB_EVENTBUS_RECEIVER_FUNCTION_ID: receiverOf(settings),
    CLOUDB_EVENTBUS_DEAD_LETTER_QUEUE_ARN:
      settings.CLOUDB_EVENTBUS_DEAD_LETTER_QUEUE_ARN ??
      `arn:aws:sqs:${region}:${account}:eventbus-dead-letters`,
  };
  return given;
}

const receiverOf = (settings: Settings): string =>
  settings.CLOUDB_EVENTBUS_RECEIVER_FUNCTION_ID ?? receiverJob?.id ?? "";

/** What a test may change about the bus: other quotas, calls that fail. */
export type EventBusFaults = Pick<EventBridgeOptions, "quotas" | "authorize" | "beforeAnswer">;

export interface EventBusOptions {
  file: string | null;
  settings: Settings;
  region: string;
  now: () => number;
  runtime: Runtime;
  /** Refuses calls that the caller's role does not grant. */
  authorize: (call: AwsCall) => void;
  faults: EventBusFaults;
  onLine: (line: string) => void;
  onUnforeseen: (error: unknown) => void;
}

/** The local EventBridge, delivering to the functions of the local run. */
export async function startEventBus(
  options: EventBusOptions,
): Promise<EventBridge & { deadLetters: readonly DeadLetter[] }> {
  const { settings, runtime, faults, onLine, authorize, ...common } = options;
  const deadLetters: DeadLetter[] = [];
  const bridge = await startEventBridge({
    ...common,
    ...faults,
    stage: settings.STAGE ?? "local",
    account: busAccountOf(settings),
    authorize: (call) => {
      authorize(call);
      faults.authorize?.(call);
    },
    invoke: (arn, payload) => runtime.invoke(functionIdOf(arn, receiverOf(settings)), payload),
    onDeadLetter: (letter) => {
      deadLetters.push(letter);
      onLine(lineOf(letter));
    },
  });
  return { ...bridge, deadLetters };
}

/** The function that an ARN names; the receiver may be configured under another name. */
function functionIdOf(arn: string, receiver: string): string {
  const name = arn.split(":function:")[1]?.split(":")[0] ?? arn;
  const isReceiver = arn === receiver || name === receiver;
  return isReceiver && receiverJob !== undefined ? receiverJob.id : name;
}

/** Identifies the event only by its id: its contents belong to the customer. */
const lineOf = ({ ruleArn, queueArn, attempts, reason, event }: DeadLetter): string =>
  JSON.stringify({
    level: "error",
    event: "dead_letter",
    event_id: event.id,
    rule_arn: ruleArn,
    queue_arn: queueArn,
    attempts,
    reason,
  });
