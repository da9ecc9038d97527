import type { EventType } from "./event-types.ts";
import { OVERLAP_HOURS } from "./limits.ts";

/** Why an endpoint gets no messages: switched off, answered 410, or no attempt succeeded. */
export const disabledReasons = ["operator", "gone", "exhausted"] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** A signing secret, encrypted by the key service. */
interface EndpointSecret {
  /** base64 */
  ciphertext: string;
  /** Until when the secret also signs (ISO 8601 UTC); null: it is the current one. */
  until: string | null;
}

export interface Endpoint {
  id: string;
  /** `platform`, or the tenant's id. */
  owner: string;
  url: string;
  events: EventType[];
  description: string | null;
  enabled: boolean;
  disabled_reason: DisabledReason | null;
  disabled_at: string | null;
  created_at: string;
  updated_at: string;
  /** The current one first, then at most one that still signs. */
  secrets: readonly EndpointSecret[];
}

/** The fields of an endpoint that its owner sets. */
export interface EndpointContent {
  url: string;
  events: EventType[];
  description?: string | null | undefined;
  enabled?: boolean | undefined;
}

/** The fields of an endpoint that its owner changes. */
export type EndpointChange = {
  [Field in keyof EndpointContent]?: EndpointContent[Field] | undefined;
};

export function newEndpoint(
  content: EndpointContent,
  given: { id: string; owner: string; ciphertext: string; now: string },
): Endpoint {
  const { id, owner, ciphertext, now } = given;
  const enabled = content.enabled ?? true;
  return {
    id,
    owner,
    url: content.url,
    events: content.events,
    description: content.description ?? null,
    ...switched(enabled, "operator", now),
    created_at: now,
    updated_at: now,
    secrets: [{ ciphertext, until: null }],
  };
}

const switched = (enabled: boolean, reason: DisabledReason, now: string) => ({
  enabled,
  disabled_reason: enabled ? null : reason,
  disabled_at: enabled ? null : now,
});

/** Whether the courier gave it up, and its owner has since neither switched it on nor off. */
export const isGivenUp = ({ disabled_reason }: Pick<Endpoint, "disabled_reason">): boolean =>
  disabled_reason === "gone" || disabled_reason === "exhausted";

/**
 * The endpoint after its owner's change. Switching it on clears the reason why it was off. Switching it
 * off makes that the owner's decision, even if the courier had given it up before.
 */
export function changed(before: Endpoint, content: EndpointChange, now: string): Endpoint {
  const { enabled } = content;
  const isSwitched =
    enabled !== undefined && (enabled !== before.enabled || (!enabled && isGivenUp(before)));
  return {
    ...before,
    url: content.url ?? before.url,
    events: content.events ?? before.events,
    description: content.description === undefined ? before.description : content.description,
    ...(isSwitched ? switched(enabled, "operator", now) : {}),
    updated_at: now,
  };
}

/** The endpoint after the courier gave it up. */
export const disabled = (before: Endpoint, reason: DisabledReason, now: string): Endpoint => ({
  ...before,
  ...switched(false, reason, now),
  updated_at: now,
});

/** The endpoint with another secret. The previous one also signs for a while, older ones do not. */
export function rotated(before: Endpoint, ciphertext: string, now: string): Endpoint {
  const [current] = before.secrets;
  const until = new Date(Date.parse(now) + OVERLAP_HOURS * 3_600_000).toISOString();
  return {
    ...before,
    secrets: [
      { ciphertext, until: null },
      ...(current === undefined ? [] : [{ ...current, until }]),
    ],
    updated_at: now,
  };
}

/** The secrets that sign now, the current one first. */
export const signingSecrets = ({ secrets }: Endpoint, now: string): string[] =>
  secrets.filter(({ until }) => until === null || until > now).map(({ ciphertext }) => ciphertext);

/** The endpoint as its owner sees it. */
export const shownEndpoint = (endpoint: Endpoint, now: string) => ({
  id: endpoint.id,
  url: endpoint.url,
  events: endpoint.events,
  description: endpoint.description,
  enabled: endpoint.enabled,
  disabled_reason: endpoint.disabled_reason,
  disabled_at: endpoint.disabled_at,
  created_at: endpoint.created_at,
  updated_at: endpoint.updated_at,
  previous_secret_until:
    endpoint.secrets.map(({ until }) => until).find((until) => until !== null && until > now) ??
    null,
});
