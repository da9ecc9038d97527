import { shownEndpoint } from "#shared/domain/webhooks/endpoint.ts";
import { requireEndpoint } from "./require-endpoint.ts";

/** @throws DomainError `not_found` */
export const getWebhookEndpoint = async (owner: string, id: string, now: string) =>
  shownEndpoint(await requireEndpoint(owner, id), now);
