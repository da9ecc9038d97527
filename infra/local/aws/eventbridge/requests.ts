import type { Request } from "#infra/local/aws/iam/evaluate.ts";
import type { AwsCall } from "#infra/local/aws/protocol/aws-json-server.ts";
import { rulesOf } from "#infra/policies/events.ts";

type Input = Readonly<Record<string, unknown>>;

/** Calls that have no resource type in IAM (Service Authorization Reference). */
const withoutResource: ReadonlySet<string> = new Set(["PutPermission", "RemovePermission"]);

/**
 * The IAM requests of an EventBridge call. PutEvents makes one per entry, with its bus and source; a
 * call on a rule makes one for that rule; creating a bus with tags makes one for its tagging, too.
 * @param busArnPrefix `arn:…:event-bus/`; a bus's name follows
 */
export function eventRequests(
  { action, input }: Pick<AwsCall, "action" | "input">,
  busArnPrefix: string,
): Request[] {
  if (action === "PutEvents") {
    const entries: (Input | null)[] = Array.isArray(input.Entries) ? input.Entries : [input];
    return entries.map((entry) => ({
      action: "events:PutEvents",
      resource: arnOf(entry?.EventBusName ?? "default", busArnPrefix),
      context: {
        ...(typeof entry?.Source === "string" ? { "events:source": [entry.Source] } : {}),
        ...(typeof entry?.DetailType === "string"
          ? { "events:detail-type": [entry.DetailType] }
          : {}),
      },
    }));
  }
  const resource = resourceOf(action, input, busArnPrefix);
  const actions = action === "CreateEventBus" && input.Tags ? [action, "TagResource"] : [action];
  return actions.map((name) => ({ action: `events:${name}`, resource, context: {} }));
}

function resourceOf(action: string, input: Input, busArnPrefix: string): string {
  if (withoutResource.has(action)) return "*";
  if (typeof input.ResourceARN === "string") return input.ResourceARN;
  const rule = input.Rule ?? (/Rule$/.test(action) ? input.Name : undefined);
  if (typeof rule !== "string") {
    return arnOf(input.EventBusName ?? input.Name ?? "default", busArnPrefix);
  }
  return `${rulesOf(arnOf(input.EventBusName ?? "default", busArnPrefix))}/${rule}`;
}

const arnOf = (bus: unknown, prefix: string): string => {
  const name = typeof bus === "string" ? bus : "";
  return name.startsWith("arn:") ? name : `${prefix}${name}`;
};
