import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { Asked } from "./asked.ts";
import { byId, compared, type Difference, type Members } from "./difference.ts";

/* What artifacts are in law, and which person said so. */

interface Classed extends Members {
  class: unknown;
  state: "proposed" | "confirmed" | "overridden" | "reopened";
  confirmed_by: string | null;
  confirmed_at: string | null;
}

const NOBODY = { confirmed_by: null, confirmed_at: null };

const byPerson = ({ actor_user_id, created_at }: AuditRow) => ({
  confirmed_by: actor_user_id,
  confirmed_at: created_at,
});

type Step = (before: Classed | null, row: AuditRow) => Classed;

const steps: Readonly<Record<string, Step>> = {
  "artifact.classified": (before, { context }) =>
    before?.confirmed_at
      ? before
      : { ...NOBODY, class: context.class, state: before === null ? "proposed" : before.state },
  "artifact.confirmed": (_, row) => ({
    ...byPerson(row),
    class: row.context.class,
    state: "confirmed",
  }),
  "artifact.overridden": (_, row) => ({
    ...byPerson(row),
    class: row.context.to,
    state: "overridden",
  }),
  "artifact.reopened": (_, { context }) => ({ ...NOBODY, class: context.to, state: "reopened" }),
};

/** With its tenant's removal an artifact ends. */
const REMOVAL = "tenant.removal_started";

/**
 * Each tenant's artifacts, as far as a model or a person said what they are; of a tenant that is being
 * removed, or was, there are none.
 */
export async function compareClasses({ service, rows }: Asked): Promise<Difference[]> {
  const found: Difference[] = [];
  const listed = (await service.list("/admin/tenants")).map(({ id }) => String(id));
  const removed = rows.filter(({ action }) => action === REMOVAL).map((row) => row.resource_id);
  for (const tenant of new Set([...listed, ...removed])) {
    const meant = new Map<string, Classed>();
    for (const row of rows) {
      if (row.tenant_id !== tenant) continue;
      if (row.action === REMOVAL) meant.clear();
      const step = steps[row.action];
      if (step) meant.set(row.resource_id, step(meant.get(row.resource_id) ?? null, row));
    }
    const artifacts = await service.list(
      `/admin/artifacts?tenant_id=${encodeURIComponent(tenant)}`,
    );
    const classed = artifacts.filter(({ state }) => state !== null);
    found.push(...compared("artifact", byId(classed), meant));
  }
  return found;
}
