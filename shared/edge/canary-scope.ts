import { isCanaryFramework, isCanaryUser } from "#shared/domain/canary.ts";
import { DomainError } from "#shared/domain/errors.ts";
import type { Method } from "#shared/routes/contract/route.ts";

interface Scoped {
  principal: { userId: string } | null;
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Keeps the canary and people apart: the canary names its own framework wherever a call names one,
 * people name it in no change. What the canary may read of a review by its id, the use case looks at.
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
  throw new DomainError("forbidden", "The canary's framework is the canary's alone.");
}
