import { randomBytes, randomUUID } from "node:crypto";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { auditRow } from "#shared/domain/audit/webhooks.ts";
import { DomainError } from "#shared/domain/errors.ts";
import {
  changed,
  type Endpoint,
  type EndpointChange,
  type EndpointContent,
  newEndpoint,
  rotated,
  shownEndpoint,
} from "#shared/domain/webhooks/endpoint.ts";
import { PLATFORM } from "#shared/domain/webhooks/event-types.ts";
import { MOST_PLATFORM_ENDPOINTS, MOST_TENANT_ENDPOINTS } from "#shared/domain/webhooks/limits.ts";
import { encryptSecret } from "#shared/platform/aws/webhook-key.ts";
import { addressRules } from "#shared/platform/http/address-guard.ts";
import { mayBeSaved } from "#shared/platform/http/guarded-request.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import {
  deleteEndpointItem,
  moveEndpoint,
  putNewEndpoint,
  getEndpoint as readEndpoint,
} from "#shared/store/webhook-endpoints.ts";

/** Who acts, on whose endpoints, and when (ISO 8601 UTC). */
export interface Caller {
  /** `platform`, or the tenant's id. */
  owner: string;
  actorUserId: string;
  now: string;
}

/** `whsec_` and 32 random bytes in base64 (Standard Webhooks 1.0.0). */
const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

/**
 * Creates an endpoint; its secret is in this answer and in no other.
 * @throws DomainError `endpoint_blocked`, `too_many_endpoints`
 */
export async function createEndpoint(caller: Caller, content: EndpointContent) {
  const { owner, now } = caller;
  await requireAddress(content.url);
  const [id, secret] = [randomUUID(), newSecret()];
  const ciphertext = await encryptSecret(id, secret);
  const endpoint = newEndpoint(content, { id, owner, ciphertext, now });
  const most = owner === PLATFORM ? MOST_PLATFORM_ENDPOINTS : MOST_TENANT_ENDPOINTS;
  const outcome = await putNewEndpoint(endpoint, most, rowOf(caller, endpoint, "created"));
  if (outcome.committed) return { ...shownEndpoint(endpoint, now), secret };
  throw new DomainError("too_many_endpoints", `There may be ${most} endpoints; delete one first.`);
}

/** @throws DomainError `not_found`, `endpoint_blocked`, `conflict` */
export async function updateEndpoint(caller: Caller, id: string, content: EndpointChange) {
  if (content.url !== undefined) await requireAddress(content.url);
  const { now } = caller;
  const after = await move(caller, id, "updated", (before) => {
    const next = changed(before, content, now);
    const isSame =
      JSON.stringify({ ...next, updated_at: "" }) === JSON.stringify({ ...before, updated_at: "" });
    return isSame ? before : next;
  });
  return shownEndpoint(after, now);
}

/**
 * Gives an endpoint another secret; the one before signs too for 24 h, an older one no more.
 * @throws DomainError `not_found`, `conflict`
 */
export async function rotateEndpointSecret(caller: Caller, id: string) {
  const { now } = caller;
  const secret = newSecret();
  const ciphertext = await encryptSecret(id, secret);
  const after = await move(caller, id, "secret_rotated", (before) =>
    rotated(before, ciphertext, now),
  );
  return { ...shownEndpoint(after, now), secret };
}

/** @throws DomainError `not_found` */
export async function deleteEndpoint(caller: Caller, id: string): Promise<void> {
  const endpoint = await getEndpoint(caller.owner, id);
  const outcome = await deleteEndpointItem(endpoint, rowOf(caller, endpoint, "deleted"));
  if (!outcome.committed) throw unknown();
}

/** @throws DomainError `not_found` */
export async function getEndpoint(owner: string, id: string): Promise<Endpoint> {
  const endpoint = await readEndpoint(owner, id);
  if (endpoint === null) throw unknown();
  return endpoint;
}

const unknown = (): DomainError => new DomainError("not_found", "There is no such endpoint.");

async function move(
  caller: Caller,
  id: string,
  done: "updated" | "secret_rotated",
  next: (before: Endpoint) => Endpoint,
): Promise<Endpoint> {
  return retryOnConflict(null, async () => {
    const before = await getEndpoint(caller.owner, id);
    const after = next(before);
    if (after === before) return { done: before };
    const outcome = await moveEndpoint(before, after, rowOf(caller, after, done));
    return outcome.committed ? { done: after } : { conflict: null };
  });
}

function rowOf(
  { owner, actorUserId, now }: Caller,
  endpoint: Endpoint,
  done: "created" | "updated" | "deleted" | "secret_rotated",
): AuditRow {
  const { id, url, events, enabled } = endpoint;
  return auditRow({
    action: `webhook_endpoint.${done}`,
    resourceId: id,
    tenantId: owner === PLATFORM ? null : owner,
    actorUserId,
    context: { url, events: [...events], enabled },
    id: randomUUID(),
    at: now,
  });
}

async function requireAddress(url: string): Promise<void> {
  if (await mayBeSaved(url, addressRules("WEBHOOK_ALLOWED_HOSTS"))) return;
  throw new DomainError("endpoint_blocked", "An endpoint is a public https address.", {
    errors: [{ path: "url", message: "this address is not allowed" }],
  });
}
