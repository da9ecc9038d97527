import { busAccountOf } from "#infra/local/aws/resources.ts";
import type { AwsService, ServiceContext } from "#infra/local/aws/service.ts";
import { type Job, jobs } from "#shared/routes/contract/jobs.ts";
import type { DeadLetter } from "./delivery.ts";
import { type EventBridgeOptions, startEventBridge } from "./eventbridge.ts";
import { eventRequests } from "./requests.ts";

/** What a test may change about the bus: other quotas, calls that fail. */
export type EventBusFaults = Pick<EventBridgeOptions, "quotas" | "authorize" | "beforeAnswer">;

/** The local EventBridge, delivering to the functions of the local run. */
export const eventbridge = {
  sdkName: "EVENTBRIDGE",
  start: async (context) => {
    const { arns, settings, stateOf, now, check, runtime, onLine, onUnforeseen } = context;
    const faults = context.faults.eventBridge ?? {};
    const deadLetters: DeadLetter[] = [];
    const bridge = await startEventBridge({
      ...faults,
      file: stateOf("event-buses.json"),
      now,
      region: arns.region,
      stage: arns.stage,
      account: busAccountOf(settings),
      authorize: (call) => {
        check(call.accessKeyId, eventRequests(call, arns.busArnPrefix));
        faults.authorize?.(call);
      },
      invoke: (arn, payload) => runtime.invoke(functionIdOf(arn, receiverOf(settings)), payload),
      onDeadLetter: (letter) => {
        deadLetters.push(letter);
        onLine(lineOf(letter));
      },
      onUnforeseen,
    });
    return { ...bridge, deadLetters, settings: busSettings(settings, arns.region) };
  },
} satisfies AwsService;

type Settings = ServiceContext["settings"];

const receiverJob = (Object.values(jobs) as readonly Job[]).find(
  ({ target }) => target === "customer-bus",
);

/** The settings that the stacks set in the cloud. Those given to the local run take precedence. */
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

/** The function that an ARN names. The receiver may be configured under another name. */
function functionIdOf(arn: string, receiver: string): string {
  const name = arn.split(":function:")[1]?.split(":")[0] ?? arn;
  const isReceiver = arn === receiver || name === receiver;
  return isReceiver && receiverJob !== undefined ? receiverJob.id : name;
}

/** Identifies the event only by its id, because its contents belong to the customer. */
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
