import { randomUUID } from "node:crypto";
import { DomainError } from "#shared/domain/errors.ts";
import {
  type EndpointContent,
  newEndpoint,
  shownEndpoint,
} from "#shared/domain/webhooks/endpoint.ts";
import { PLATFORM } from "#shared/domain/webhooks/event-types.ts";
import { MAX_PLATFORM_ENDPOINTS, MAX_TENANT_ENDPOINTS } from "#shared/domain/webhooks/limits.ts";
import { encryptSecret } from "#shared/platform/aws/webhook-key.ts";
import { putNewEndpoint } from "#shared/store/webhook-endpoints.ts";
import { type Caller, newSecret, requireAddress, rowOf } from "./change-endpoint.ts";

/**
 * Creates an endpoint. Only this answer contains its secret.
 * @throws DomainError `endpoint_blocked`, `too_many_endpoints`
 */
export async function createWebhookEndpoint(caller: Caller, content: EndpointContent) {
  const { owner, now } = caller;
  await requireAddress(content.url);
  const [id, secret] = [randomUUID(), newSecret()];
  const ciphertext = await encryptSecret(id, secret);
  const endpoint = newEndpoint(content, { id, owner, ciphertext, now });
  const most = owner === PLATFORM ? MAX_PLATFORM_ENDPOINTS : MAX_TENANT_ENDPOINTS;
  const outcome = await putNewEndpoint(endpoint, most, rowOf(caller, endpoint, "created"));
  if (outcome.committed) return { ...shownEndpoint(endpoint, now), secret };
  throw new DomainError(
    "too_many_endpoints",
    `At most ${most} webhook endpoints can be registered. Delete one first.`,
  );
}
