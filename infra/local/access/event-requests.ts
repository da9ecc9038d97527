import type { AwsCall } from "../aws-json-server.ts";
import type { Request } from "./evaluate.ts";

type Input = Readonly<Record<string, unknown>>;

/** Calls that name a bus as `Name`; the other calls with a `Name` mean a rule. */
const namingABus = ["CreateEventBus", "DeleteEventBus", "DescribeEventBus"];

/**
 * What an EventBridge call asks for: PutEvents once for each entry, with its bus and source; the
 * others once, on the bus, the rule or the resource that they name.
 * @param eventsArnPrefix `arn:…:events:…:`; `event-bus/<name>` or `rule/<bus>/<name>` follows
 */
export function eventRequests(
  { action, input }: Pick<AwsCall, "action" | "input">,
  eventsArnPrefix: string,
): Request[] {
  if (action === "PutEvents") {
    const entries: unknown[] = Array.isArray(input.Entries) ? input.Entries : [];
    return entries.map((entry) => {
      const { EventBusName, Source } = (entry ?? {}) as Input;
      return {
        action: "events:PutEvents",
        resource: busArn(EventBusName, eventsArnPrefix),
        context: typeof Source === "string" ? { "events:source": [Source] } : {},
      };
    });
  }
  const resource = resourceOf(action, input, eventsArnPrefix);
  return [{ action: `events:${action}`, resource, context: {} }];
}

function resourceOf(action: string, input: Input, prefix: string): string {
  if (typeof input.ResourceARN === "string") return input.ResourceARN;
  if (namingABus.includes(action)) return busArn(input.Name, prefix);
  const rule = input.Rule ?? input.Name;
  if (typeof rule !== "string") return busArn(input.EventBusName, prefix);
  return `${prefix}rule/${nameOf(input.EventBusName)}/${rule}`;
}

const busArn = (bus: unknown, prefix: string): string =>
  typeof bus === "string" && bus.startsWith("arn:") ? bus : `${prefix}event-bus/${nameOf(bus)}`;

const nameOf = (bus: unknown): string =>
  typeof bus === "string" ? (bus.split("event-bus/").at(-1) ?? bus) : "default";
