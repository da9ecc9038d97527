import type { AwsCall } from "../aws-json-server.ts";
import type { Request } from "./evaluate.ts";

/**
 * What an EventBridge call asks for: PutEvents once for each entry, with its bus and source.
 * @param busArnPrefix `arn:…:event-bus/`; a bus's name follows
 */
export function eventRequests(
  { action, input }: Pick<AwsCall, "action" | "input">,
  busArnPrefix: string,
): Request[] {
  const entries = action === "PutEvents" && Array.isArray(input.Entries) ? input.Entries : [input];
  return entries.map((entry: Record<string, unknown> | null) => ({
    action: `events:${action}`,
    resource: arnOf(entry?.EventBusName ?? "default", busArnPrefix),
    context: typeof entry?.Source === "string" ? { "events:source": [entry.Source] } : {},
  }));
}

const arnOf = (bus: unknown, prefix: string): string => {
  const name = typeof bus === "string" ? bus : "";
  return name.startsWith("arn:") ? name : `${prefix}${name}`;
};
