import { randomBytes, randomUUID } from "node:crypto";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { auditRow } from "#shared/domain/audit/webhooks.ts";
import { DomainError } from "#shared/domain/errors.ts";
import type { Endpoint } from "#shared/domain/webhooks/endpoint.ts";
import { PLATFORM } from "#shared/domain/webhooks/event-types.ts";
import { addressRules, mayBeSaved } from "#shared/platform/http/guarded-request.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { moveEndpoint } from "#shared/store/webhook-endpoints.ts";
import { requireEndpoint } from "./require-endpoint.ts";

/** Who acts, on whose endpoints, and when (ISO 8601 UTC). */
export interface Caller {
  /** `platform`, or the tenant's id. */
  owner: string;
  actorUserId: string;
  now: string;
}

/** `whsec_` and 32 random bytes in base64 (Standard Webhooks 1.0.0). */
export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

/** Moves an endpoint on, unless `next` returns it as it was. @throws DomainError `not_found`, `conflict` */
export async function changeEndpoint(
  caller: Caller,
  id: string,
  done: "updated" | "secret_rotated",
  next: (before: Endpoint) => Endpoint,
): Promise<Endpoint> {
  return retryOnConflict(null, async () => {
    const before = await requireEndpoint(caller.owner, id);
    const after = next(before);
    if (after === before) return { done: before };
    const outcome = await moveEndpoint(before, after, rowOf(caller, after, done));
    return outcome.committed ? { done: after } : { conflict: null };
  });
}

export function rowOf(
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

/** @throws DomainError `endpoint_blocked` */
export async function requireAddress(url: string): Promise<void> {
  if (await mayBeSaved(url, addressRules("WEBHOOK_ALLOWED_HOSTS"))) return;
  throw new DomainError("endpoint_blocked", "An endpoint is a public https address.", {
    errors: [{ path: "url", message: "this address is not allowed" }],
  });
}
