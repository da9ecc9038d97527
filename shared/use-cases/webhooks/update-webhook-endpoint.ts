import { changed, type EndpointChange, shownEndpoint } from "#shared/domain/webhooks/endpoint.ts";
import { type Caller, changeEndpoint, requireAddress } from "./change-endpoint.ts";

/** @throws DomainError `not_found`, `endpoint_blocked`, `conflict` */
export async function updateWebhookEndpoint(caller: Caller, id: string, content: EndpointChange) {
  if (content.url !== undefined) await requireAddress(content.url);
  const { now } = caller;
  const after = await changeEndpoint(caller, id, "updated", (before) => {
    const next = changed(before, content, now);
    const isSame =
      JSON.stringify({ ...next, updated_at: "" }) === JSON.stringify({ ...before, updated_at: "" });
    return isSame ? before : next;
  });
  return shownEndpoint(after, now);
}
