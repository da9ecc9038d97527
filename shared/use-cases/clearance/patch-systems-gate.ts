import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/clearance.ts";
import { sameJson } from "#shared/domain/canonical-json.ts";
import type { SystemsPolicy } from "#shared/domain/clearance/systems-question.ts";
import { type Member, unknownTenant } from "#shared/domain/tenants/tenant.ts";
import { putSystemsPolicy, readSystemsPolicy } from "#shared/store/systems-gate.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { requireCurrentBooks } from "./current-books.ts";

/** An org admin's change; null ends a demand, undefined keeps it. */
export type PolicyChange = { [K in keyof SystemsPolicy]?: SystemsPolicy[K] | undefined };

/**
 * Changes the minimum that a tenant demands of systems that go out; writes nothing if nothing changes.
 * @throws DomainError `unknown_framework`, `framework_superseded`, `unknown_tenant`
 */
export async function patchSystemsGate(
  change: PolicyChange,
  { tenantId, userId }: Member,
  now: string,
): Promise<SystemsPolicy> {
  await requireCurrentBooks(change.framework_ids ?? []);
  return retryOnConflict(null, async () => {
    const before = await readSystemsPolicy(tenantId);
    if (before === null) throw unknownTenant();
    const after = changed(before, change);
    if (sameJson(after, before)) return { done: before };
    const row = auditRow({
      action: "tenant.systems_gate.updated",
      resourceId: tenantId,
      tenantId,
      actorUserId: userId,
      context: {
        ...after,
        allow: after.allow === null ? null : [...after.allow],
        framework_ids: after.framework_ids === null ? null : [...after.framework_ids],
      },
      id: randomUUID(),
      at: now,
    });
    const outcome = await putSystemsPolicy(tenantId, before, after, row);
    return outcome.committed ? { done: after } : { conflict: null };
  });
}

const changed = (before: SystemsPolicy, change: PolicyChange): SystemsPolicy => ({
  allow: sorted(change.allow === undefined ? before.allow : change.allow),
  max_confirmed_age_days: either(change.max_confirmed_age_days, before.max_confirmed_age_days),
  max_run_age_hours: either(change.max_run_age_hours, before.max_run_age_hours),
  framework_ids: sorted(
    change.framework_ids === undefined ? before.framework_ids : change.framework_ids,
  ),
});

const either = (given: number | null | undefined, before: number | null): number | null =>
  given === undefined ? before : given;

const sorted = <T extends string>(all: readonly T[] | null): readonly T[] | null =>
  all === null ? null : [...new Set(all)].sort();
