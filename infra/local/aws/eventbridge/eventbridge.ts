import { eventLimits } from "#infra/local/aws/limits.ts";
import {
  type AwsCall,
  AwsError,
  type AwsJsonServer,
  type AwsServerHooks,
  startAwsJsonServer,
} from "#infra/local/aws/protocol/aws-json-server.ts";
import { actionsOn } from "#infra/local/aws/protocol/state-calls.ts";
import { openStateFile, type StateFile } from "#infra/local/aws/protocol/state-file.ts";
import type { Job } from "#shared/routes/contract/jobs.ts";
import { type Bus, busSchema } from "./bus.ts";
import { createEventBus, deleteEventBus, describeEventBus, listTagsForResource } from "./buses.ts";
import { type Call, defaultQuotas, type Quotas } from "./calls.ts";
import { defaultBus } from "./default-bus.ts";
import { type DeadLetter, startDeliveries } from "./delivery.ts";
import { putPermission, removePermission } from "./policy.ts";
import { type Envelope, forwardEvent, putEvents } from "./put-events.ts";
import { deleteRule, putRule } from "./rules.ts";
import { listTargetsByRule, putTargets, removeTargets } from "./targets.ts";

const reads: Record<string, Call> = {
  DescribeEventBus: describeEventBus,
  ListTagsForResource: listTagsForResource,
  ListTargetsByRule: listTargetsByRule,
};

const writes: Record<string, Call> = {
  CreateEventBus: createEventBus,
  DeleteEventBus: deleteEventBus,
  DeleteRule: deleteRule,
  PutPermission: putPermission,
  PutRule: putRule,
  PutTargets: putTargets,
  RemovePermission: removePermission,
  RemoveTargets: removeTargets,
};

export interface EventBridgeOptions extends AwsServerHooks {
  /** The JSON file that keeps the buses; null keeps them in memory only. */
  file: string | null;
  account: string;
  region: string;
  /** The stage whose announcements trigger the jobs. */
  stage: string;
  /** Hands a payload to a function by its ARN; throws when the function fails. */
  invoke: (functionArn: string, payload: unknown) => Promise<unknown>;
  onDeadLetter: (letter: DeadLetter) => void;
  quotas?: Partial<Quotas>;
  /** Jobs whose `event` defines the default bus's rules; by default the jobs table. */
  jobs?: readonly Job[];
}

export interface EventBridge extends AwsJsonServer, Pick<StateFile<Bus>, "read"> {
  /** Puts an envelope on a local bus, as its account's own bus would forward it. */
  forward(bus: string, envelope: Envelope & { account: string }): ReturnType<typeof forwardEvent>;
  /** Call this after moving the clock: deliveries that are now due are attempted. */
  rearm(): void;
}

/** An error ends the process if nobody has been given a way to report it. */
const failLoudly = (error: unknown): never => {
  throw error;
};

/**
 * Starts the EventBridge emulator on 127.0.0.1, with the calls that the product makes. An access key
 * id of twelve digits means a call from that account; any other id means a call from the platform's
 * own account. Other accounts may only put events. Only one process may use a file.
 * @throws Error with one sentence if the file is damaged
 */
export async function startEventBridge(options: EventBridgeOptions): Promise<EventBridge> {
  const { file, account, region, now } = options;
  const quotas = { ...defaultQuotas, ...options.quotas };
  const store = await openStateFile({
    file,
    name: "event buses",
    member: "buses",
    schema: busSchema,
    keyOf: ({ name }) => name,
  });
  const own = defaultBus({ account, region, stage: options.stage, at: now() }, options.jobs);
  await store.change((buses) => buses.set(own.name, own));
  const deliveries = startDeliveries(options);

  const { onUnforeseen = failLoudly } = options;
  const sends = { deliveries, owner: account, region, onUnforeseen };
  const sending = (caller: string, at: number) => ({ buses: store.read(), ...sends, caller, at });
  const server = await startAwsJsonServer({
    ...options,
    targetPrefix: "AWSEvents",
    limits: eventLimits,
    actions: {
      ...actionsOn(store, { reads, writes }, ({ at }) => ({ at, account, region, quotas })),
      PutEvents: (call) => putEvents(call.input, sending(callerOf(call, account), call.at)),
    },
    authorize: (call) => {
      refuseOtherAccounts(call, account);
      options.authorize?.(call);
    },
  });
  return {
    url: server.url,
    read: store.read,
    forward: (bus, envelope) => forwardEvent(bus, envelope, sending(envelope.account, now())),
    rearm: () => deliveries.rearm(),
    close: async () => {
      deliveries.close();
      await server.close();
      await store.idle();
    },
  };
}

const callerOf = ({ accessKeyId }: AwsCall, owner: string): string =>
  accessKeyId !== null && /^\d{12}$/.test(accessKeyId) ? accessKeyId : owner;

function refuseOtherAccounts(call: AwsCall, owner: string): void {
  const caller = callerOf(call, owner);
  if (call.action === "PutEvents" || caller === owner) return;
  const message = `Account ${caller} is not authorized to perform events:${call.action}.`;
  throw new AwsError("AccessDeniedException", message);
}
