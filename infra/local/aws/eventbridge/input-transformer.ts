/** What a target makes of an event before it is handed over (PutTargets). */
export interface TargetInput {
  Input?: string | undefined;
  InputPath?: string | undefined;
  InputTransformer?:
    | { InputPathsMap?: Record<string, string> | undefined; InputTemplate: string }
    | undefined;
}

interface Occasion {
  event: Readonly<Record<string, unknown>>;
  ruleArn: string;
  ruleName: string;
  /** ISO 8601 UTC. */
  ingestedAt: string;
}

/**
 * The payload that a function is handed.
 * @throws Error when a template does not end up as JSON: such an event cannot be delivered
 */
export function payloadFor(target: TargetInput, occasion: Occasion): unknown {
  if (target.Input !== undefined) return JSON.parse(target.Input);
  if (target.InputPath !== undefined) return valueAt(occasion.event, target.InputPath) ?? {};
  if (target.InputTransformer === undefined) return occasion.event;
  return JSON.parse(rendered(target.InputTransformer, occasion));
}

function rendered(
  { InputPathsMap = {}, InputTemplate }: NonNullable<TargetInput["InputTransformer"]>,
  { event, ruleArn, ruleName, ingestedAt }: Occasion,
): string {
  const { detail: _, ...withoutDetail } = event;
  const values = new Map<string, unknown>([
    ...Object.entries(InputPathsMap).map(
      ([name, path]) => [name, valueAt(event, path)] as [string, unknown],
    ),
    ["aws.events.rule-arn", ruleArn],
    ["aws.events.rule-name", ruleName],
    ["aws.events.event.ingestion-time", ingestedAt],
    ["aws.events.event", withoutDetail],
    ["aws.events.event.json", event],
  ]);
  return replaceOutsideAndInsideText(InputTemplate, (name, isInText) => {
    const value = values.get(name) ?? "";
    if (!isInText) return JSON.stringify(value);
    const asText = typeof value === "string" ? value : JSON.stringify(value);
    return JSON.stringify(asText).slice(1, -1);
  });
}

/** Between quotation marks a value is inserted as text, elsewhere as JSON. */
function replaceOutsideAndInsideText(
  template: string,
  replacement: (name: string, isInText: boolean) => string,
): string {
  let isInText = false;
  return template.replace(/\\.|"|<([\w.-]+)>/gs, (token, name: string | undefined) => {
    if (token === '"') isInText = !isInText;
    return name === undefined ? token : replacement(name, isInText);
  });
}

/** A JSON path of names and indexes: `$.detail.list[0].name`. */
function valueAt(event: unknown, path: string): unknown {
  const steps = path.slice(1).match(/[^.[\]]+/g) ?? [];
  return steps.reduce<unknown>((value, step) => {
    if (typeof value !== "object" || value === null) return undefined;
    return Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : undefined;
  }, event);
}

export const isJsonPath = (path: string): boolean => /^\$(\.[^.[\]]+|\[\d+\])*$/.test(path);
