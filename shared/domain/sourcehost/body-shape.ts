import type { Payload } from "./delivery.ts";

/*
 * The signature of a delivery covers only its body, not the header that names its event. Anyone who saw
 * one delivery can send its body again under another event's name. So the header is trusted only if the
 * body has that event's shape (GitHub's "Webhook events and payloads"): it has the member that each
 * body of the event has, and no member that only other events have. A body with only the members of any
 * event is believed where it changes nothing: without a subject, neither a pull request nor an issue nor
 * a list of repositories has an effect.
 */

const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const lacks = (payload: Payload, ...members: readonly string[]): boolean =>
  members.every((member) => !Object.hasOwn(payload, member));

/**
 * The members of an `installation` body. It has no subject of its own, because every delivery of an app
 * contains an `installation`, mostly only its id.
 */
const ofInstallation: ReadonlySet<string> = new Set([
  "action",
  "installation",
  "repositories",
  "requester",
  "sender",
  "organization",
  "enterprise",
]);

/** The members that a body of any event may have. */
const ofAnyEvent: ReadonlySet<string> = new Set([
  "action",
  "installation",
  "repository",
  "sender",
  "organization",
  "enterprise",
]);

const hasOnly = (payload: Payload, members: ReadonlySet<string>): boolean =>
  Object.keys(payload).every((member) => members.has(member));

/** Only the two installation events carry the whole installation, with its account. */
const hasWholeInstallation = ({ installation }: Payload): boolean =>
  isObject((installation as { account?: unknown } | null | undefined)?.account);

/** Whether a payload has the shape of each event kind that is dispatched. */
const shapes = {
  push: (payload) =>
    typeof payload.ref === "string" && lacks(payload, "ref_type", "workflow", "inputs", "alert"),
  pull_request: (payload) =>
    hasOnly(payload, ofAnyEvent) ||
    (isObject(payload.pull_request) && lacks(payload, "review", "comment", "thread")),
  issues: (payload) =>
    hasOnly(payload, ofAnyEvent) || (isObject(payload.issue) && lacks(payload, "comment")),
  installation_repositories: (payload) =>
    hasOnly(payload, ofAnyEvent) ||
    Array.isArray(payload.repositories_added) ||
    Array.isArray(payload.repositories_removed),
  installation: (payload) =>
    hasOnly(payload, ofInstallation) ||
    (hasWholeInstallation(payload) &&
      lacks(payload, "repository", "repositories_added", "repositories_removed")),
} satisfies Record<string, (payload: Payload) => boolean>;

export type EventKind = keyof typeof shapes;

/** Whether a payload is of the event kind that its header names. */
export const hasShapeOf = (kind: EventKind, payload: Payload): boolean => shapes[kind](payload);
