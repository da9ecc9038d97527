import { deleteEndpointItem } from "#shared/store/webhook-endpoints.ts";
import { type Caller, rowOf } from "./change-endpoint.ts";
import { requireEndpoint, unknownEndpoint } from "./require-endpoint.ts";

/** @throws DomainError `not_found` */
export async function deleteWebhookEndpoint(caller: Caller, id: string): Promise<void> {
  const endpoint = await requireEndpoint(caller.owner, id);
  const outcome = await deleteEndpointItem(endpoint, rowOf(caller, endpoint, "deleted"));
  if (!outcome.committed) throw unknownEndpoint();
}
