import { canaryOnly, isCanaryFramework, isCanaryUser } from "#shared/domain/canary.ts";
import type { Method } from "#shared/routes/contract/route.ts";

interface Scoped {
  principal: { userId: string } | null;
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Keeps the canary and users apart: where a call names a framework, the canary may only name its own,
 * and users may name it only to read. Calls that name a counsel or a review by id are checked in
 * their use cases.
 * @throws DomainError `forbidden`
 */
export function keepApart(method: Method, { principal, params, query, body }: Scoped): void {
  if (principal === null) return;
  const named = [params, query, body]
    .map((part) => (part as { framework_id?: unknown } | null | undefined)?.framework_id)
    .filter((id) => typeof id === "string");
  const isCanary = isCanaryUser(principal.userId);
  const isOwn = (id: string) => isCanaryFramework(id) === isCanary;
  if (named.every(isOwn) || (!isCanary && method === "GET")) return;
  throw canaryOnly();
}
