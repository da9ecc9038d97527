import { randomUUID } from "node:crypto";
import * as z from "zod";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import { parse } from "#infra/local/aws/protocol/state-calls.ts";
import type { Bus } from "./bus.ts";
import { busNameOf, DEFAULT_BUS } from "./calls.ts";
import type { Deliveries } from "./delivery.ts";
import { readEventPattern } from "./event-pattern.ts";
import { mayPutEvents } from "./policy.ts";

const MAX_REQUEST_BYTES = 256 * 1024;

const putEventsInput = z.object({
  Entries: z
    .array(
      z.object({
        Source: z.string().optional(),
        DetailType: z.string().optional(),
        Detail: z.string().optional(),
        EventBusName: z.string().optional(),
        Resources: z.array(z.string()).optional(),
        Time: z.number().optional(),
      }),
    )
    .min(1)
    .max(10),
});

type Entry = z.output<typeof putEventsInput>["Entries"][number];
export type Envelope = Readonly<Record<string, unknown>>;

/** The context in which events are put. */
interface Sending {
  buses: ReadonlyMap<string, Bus>;
  deliveries: Deliveries;
  /** The account that puts the events (`caller`), and the one that owns the buses (`owner`). */
  caller: string;
  owner: string;
  region: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Called with an error of the emulator itself. */
  onUnforeseen: (error: unknown) => void;
}

/** PutEvents: each entry is accepted or refused separately; delivery outlasts the response. */
export function putEvents(input: Record<string, unknown>, sending: Sending): unknown {
  const { Entries } = parse(putEventsInput, input);
  if (Buffer.byteLength(JSON.stringify(Entries)) > MAX_REQUEST_BYTES) {
    const message = "Total size of the entries in the request is over the limit.";
    throw new AwsError("ValidationException", message);
  }
  const results = Entries.map((entry) => putEntry(entry, sending));
  return {
    FailedEntryCount: results.filter((result) => "ErrorCode" in result).length,
    Entries: results,
  };
}

function putEntry(entry: Entry, sending: Sending) {
  const fault = faultOf(entry, sending);
  if (fault !== null) return fault;
  const id = randomUUID();
  const envelope = {
    version: "0",
    id,
    "detail-type": entry.DetailType,
    source: entry.Source,
    account: sending.caller,
    time: `${new Date((entry.Time ?? sending.at / 1000) * 1000).toISOString().slice(0, 19)}Z`,
    region: sending.region,
    resources: entry.Resources ?? [],
    detail: JSON.parse(entry.Detail ?? "{}"),
  };
  const bus = sending.buses.get(busNameOf(entry.EventBusName ?? DEFAULT_BUS));
  // The caller is not told what becomes of the event, but the run still learns of an error.
  route(bus, envelope, sending).catch(sending.onUnforeseen);
  return { EventId: id };
}

function faultOf(
  entry: Entry,
  sending: Sending,
): { ErrorCode: string; ErrorMessage: string } | null {
  const fault = (ErrorCode: string, ErrorMessage: string) => ({ ErrorCode, ErrorMessage });
  for (const name of ["Source", "DetailType", "Detail"] as const) {
    if (entry[name]) continue;
    const reason = `Parameter ${name} is not valid. Reason: ${name} is a required argument.`;
    return fault("InvalidArgument", reason);
  }
  if (entry.Source?.startsWith("aws.")) {
    return fault("NotAuthorizedForSourceException", "Not authorized for the source.");
  }
  const denied = denialOf(entry.EventBusName ?? DEFAULT_BUS, sending);
  if (denied !== null) return denied;
  return isJsonObject(entry.Detail ?? "") ? null : fault("MalformedDetail", "Detail is malformed.");
}

function denialOf(nameOrArn: string, { buses, caller, owner }: Sending) {
  const name = busNameOf(nameOrArn);
  const bus = buses.get(name);
  if (bus === undefined) {
    return { ErrorCode: "InvalidArgument", ErrorMessage: `Event bus ${name} does not exist.` };
  }
  if (mayPutEvents(bus, caller, owner)) return null;
  return {
    ErrorCode: "AccessDeniedException",
    ErrorMessage: `Account ${caller} may not put events on event bus ${name}.`,
  };
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/**
 * Puts an envelope as another account's own bus would forward it, unchanged: events from AWS
 * services (`aws.*`) reach a bus only this way.
 * @returns how many targets accepted it at the first attempt, or why the bus refused it
 */
export async function forwardEvent(
  nameOrArn: string,
  envelope: Envelope,
  sending: Sending,
): Promise<{ delivered: number; denied?: string }> {
  const denied = denialOf(nameOrArn, sending);
  if (denied !== null) return { delivered: 0, denied: denied.ErrorMessage };
  return { delivered: await route(sending.buses.get(busNameOf(nameOrArn)), envelope, sending) };
}

/**
 * Delivers the event to every target of every matching rule.
 * @returns how many targets accepted it at the first attempt
 */
async function route(bus: Bus | undefined, event: Envelope, sending: Sending): Promise<number> {
  const matching = (bus?.rules ?? []).filter(({ pattern }) => testOf(pattern)(event));
  const taken = await Promise.all(
    matching.flatMap(({ arn, targets }) =>
      targets.map((target) =>
        sending.deliveries.deliver({ event, target, ruleArn: arn, at: sending.at }),
      ),
    ),
  );
  return taken.filter(Boolean).length;
}

const read = new Map<string, ReturnType<typeof readEventPattern>>();

function testOf(pattern: string): ReturnType<typeof readEventPattern> {
  const known = read.get(pattern);
  if (known !== undefined) return known;
  const test = readEventPattern(pattern);
  if (read.size >= 1000) read.clear();
  read.set(pattern, test);
  return test;
}
