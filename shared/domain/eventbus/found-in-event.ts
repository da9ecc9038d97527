import type { FoundArtifact } from "#shared/domain/discovery/artifact.ts";
import { cut } from "#shared/domain/text/text.ts";
import { aiSources, CLOUDTRAIL_CALL, type StateChange } from "./ai-events.ts";
import type { Envelope } from "./envelope.ts";

/** What one event says about one resource in the customer's account. */
export interface Finding {
  found: FoundArtifact;
  /** The event says that the resource was deleted. */
  isGone: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const MAX_TEXT = 1024;

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};

const textAt = (fields: Fields, name: string): string | null => {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return typeof value === "string" && value !== "" ? cut(value, MAX_TEXT) : null;
};

/** The text under that name, here or one level below (agent calls return `{agent: {agentArn}}`). */
const textWithin = (fields: Fields, name: string): string | null =>
  [fields, ...Object.values(fields).map(fieldsOf)]
    .map((level) => textAt(level, name))
    .find((text) => text !== null) ?? null;

/**
 * The resource that a relevant event names, derived from the event alone, so that the same event
 * always yields the same artifact. Its identity is the ARN if the event has one (in the call's
 * response or its resources), else an ARN built from service, region, account and name in the
 * service's own format.
 * @returns null when the event names nothing
 */
export function findingIn(event: Envelope): Finding | null {
  const source = aiSources[event.source];
  if (source === undefined) return null;
  if (event["detail-type"] !== CLOUDTRAIL_CALL) {
    const change = source.changes[event["detail-type"]];
    return change === undefined ? null : changed(event, change);
  }
  const call = source.calls[textAt(event.detail, "eventName") ?? ""];
  if (call === undefined) return null;
  const asked = fieldsOf(event.detail.requestParameters);
  const answered = fieldsOf(event.detail.responseElements);
  if (call.versionOnly !== undefined && textAt(asked, call.versionOnly) !== null) return null;
  const owner = call.owner === undefined ? null : textAt(asked, call.owner);
  const own = textAt(asked, call.name) ?? textWithin(answered, call.name);
  const name = owner === null || own === null ? own : `${owner}/${own}`;
  const arn = call.arn === undefined ? null : textWithin(answered, call.arn);
  return finding(event, call.kind, name, arn, call.ends);
}

function changed(event: Envelope, { kind, name, arn, status, isEither }: StateChange) {
  const { detail } = event;
  const isGone = status !== undefined && /^delet(ing|ed)$/i.test(textAt(detail, status) ?? "");
  const made = finding(event, kind, textAt(detail, name), textAt(detail, arn), isGone);
  if (made === null || !isEither) return made;
  return { ...made, found: { ...made.found, isOnlyIfNew: true as const } };
}

function finding(
  event: Envelope,
  kind: string,
  name: string | null,
  arn: string | null,
  ends = false,
): Finding | null {
  const location = event.region ?? textAt(event.detail, "awsRegion");
  const isArn = name?.startsWith("arn:") ?? false;
  const fallback = kind === "invocation_logging" ? "model-invocation-logging" : name;
  const known = arn ?? arnIn(event) ?? (isArn ? name : null);
  const last = fallback ?? known?.split(/[/:]/).at(-1) ?? null;
  if (last === null) return null;
  const shortName = isArn ? (last.split(/[/:]/).at(-1) ?? last) : last;
  const found = {
    kind,
    name: shortName,
    provider_ref: known ?? madeArn(event, location, kind, shortName),
    location,
    details: detailsOf(event),
  };
  return { found, isGone: ends };
}

/** The one resource the envelope names, if it names exactly one. */
function arnIn({ resources = [] }: Envelope): string | null {
  const [first] = resources;
  return resources.length === 1 && typeof first === "string" && first.startsWith("arn:")
    ? cut(first, MAX_TEXT)
    : null;
}

/** ARN resource types that differ from the kind with hyphens. */
const arnTypes: Readonly<Record<string, string>> = {
  auto_ml_job: "automl-job",
  inference_profile: "application-inference-profile",
};

/**
 * The ARN in the service's format: the kind with hyphens, then the name, which SageMaker
 * lower-cases. This maps a call that has only the name (a Delete) to the artifact recorded at
 * creation.
 */
function madeArn(event: Envelope, location: string | null, kind: string, name: string): string {
  const service = event.source.replace(/^aws\./, "");
  const type = arnTypes[kind] ?? kind.replaceAll("_", "-");
  const written = service === "sagemaker" ? name.toLowerCase() : name;
  return `arn:aws:${service}:${location ?? ""}:${String(event.account ?? "")}:${type}/${written}`;
}

/** Details for classification, each bounded in length; never the caller's identity. */
function detailsOf(event: Envelope): Record<string, unknown> {
  const asked = fieldsOf(event.detail.requestParameters);
  const status = Object.entries(event.detail).find(
    ([key, value]) => /Status$/i.test(key) && typeof value === "string",
  );
  const hints = ["baseModelIdentifier", "modelId", "foundationModel", "algorithmSpecification"];
  return {
    event: event["detail-type"],
    ...(textAt(event.detail, "eventName") ? { call: textAt(event.detail, "eventName") } : {}),
    ...(status === undefined ? {} : { status: cut(String(status[1]), 64) }),
    ...Object.fromEntries(
      hints.flatMap((name) => {
        const value = textAt(asked, name);
        return value === null ? [] : [[name, value]];
      }),
    ),
  };
}
