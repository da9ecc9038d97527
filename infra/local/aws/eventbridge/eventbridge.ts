import {
  type AwsCall,
  AwsError,
  type AwsJsonServer,
  startAwsJsonServer,
} from "#infra/local/aws/protocol/aws-json-server.ts";
import type { Job } from "#shared/routes/contract/jobs.ts";
import { openBusStore } from "./bus-store.ts";
import { createEventBus, deleteEventBus, describeEventBus, listEventBuses } from "./buses.ts";
import { defaultQuotas, type Quotas, type Read, type Write } from "./calls.ts";
import { defaultBus } from "./default-bus.ts";
import { type DeadLetter, startDeliveries } from "./delivery.ts";
import { putPermission, removePermission } from "./policy.ts";
import { type Envelope, forwardEvent, putEvents } from "./put-events.ts";
import { deleteRule, listRules, putRule } from "./rules.ts";
import { listTagsForResource } from "./tags.ts";
import { listTargetsByRule, putTargets, removeTargets } from "./targets.ts";

const READS: Record<string, Read> = {
  DescribeEventBus: describeEventBus,
  ListEventBuses: listEventBuses,
  ListRules: listRules,
  ListTagsForResource: listTagsForResource,
  ListTargetsByRule: listTargetsByRule,
};

const WRITES: Record<string, Write> = {
  CreateEventBus: createEventBus,
  DeleteEventBus: deleteEventBus,
  DeleteRule: deleteRule,
  PutPermission: putPermission,
  PutRule: putRule,
  PutTargets: putTargets,
  RemovePermission: removePermission,
  RemoveTargets: removeTargets,
};

export interface EventBridgeOptions {
  /** The JSON file that keeps the buses; null keeps them in memory only. */
  file: string | null;
  /** The current time in milliseconds since the epoch. */
  now: () => number;
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
  /** 0, the default, takes any free port. */
  port?: number;
  /** Refuses a call by throwing an AwsError before the call is carried out. */
  authorize?: (call: AwsCall) => void;
  /** Loses the response of a call that was carried out, by throwing an AwsError. */
  beforeAnswer?: (call: AwsCall) => void;
  /** Called with every error that the caller sees only as InternalServiceError. */
  onUnforeseen?: (error: unknown) => void;
}

export interface EventBridge extends AwsJsonServer {
  /** Puts an envelope on a bus here, as its account's own bus would forward it. */
  forward(bus: string, envelope: Envelope & { account: string }): ReturnType<typeof forwardEvent>;
  /** Call this after moving the clock: deliveries that are now due are attempted. */
  rearm(): void;
}

/** An error that nobody was given a way to report ends the process. */
const failLoudly = (error: unknown): never => {
  throw error;
};

/**
 * Starts the EventBridge emulator on 127.0.0.1, with the calls that the product and its tests make.
 * An access key id of twelve digits means a call from that account, any other one from the
 * platform's own. Other accounts may only put events. Only one process may use a file.
 * @throws Error with one sentence if the file is damaged
 */
export async function startEventBridge(options: EventBridgeOptions): Promise<EventBridge> {
  const { file, account, region, now } = options;
  const quotas = { ...defaultQuotas, ...options.quotas };
  const store = await openBusStore(file);
  const own = defaultBus({ account, region, stage: options.stage, at: now() }, options.jobs);
  await store.change((buses) => ({ answer: null, next: new Map(buses).set(own.name, own) }));
  const deliveries = startDeliveries(options);

  const { onUnforeseen = failLoudly } = options;
  const circumstances = (at: number) => ({ at, account, region, quotas });
  const sends = { deliveries, owner: account, region, onUnforeseen };
  const sending = (caller: string, at: number) => ({ buses: store.read(), ...sends, caller, at });
  const answering = (run: (call: AwsCall) => unknown) => async (call: AwsCall) => {
    const answer = await run(call);
    options.beforeAnswer?.(call);
    return answer;
  };
  const reading = (read: Read) =>
    answering((call) => read(store.read(), call.input, circumstances(call.at)));
  const writing = (write: Write) =>
    answering((call) =>
      store.change((buses) => {
        const next = structuredClone(buses);
        return { answer: write(next, call.input, circumstances(call.at)), next };
      }),
    );

  const server = await startAwsJsonServer({
    targetPrefix: "AWSEvents",
    now,
    ...(options.port === undefined ? {} : { port: options.port }),
    ...(options.onUnforeseen === undefined ? {} : { onUnforeseen: options.onUnforeseen }),
    actions: {
      ...mapValues(READS, reading),
      ...mapValues(WRITES, writing),
      PutEvents: answering((call) =>
        putEvents(call.input, sending(callerOf(call, account), call.at)),
      ),
    },
    authorize: (call) => {
      refuseOtherAccounts(call, account);
      options.authorize?.(call);
    },
  });
  return {
    url: server.url,
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

function mapValues<A, B>(table: Record<string, A>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, change(value)]));
}
