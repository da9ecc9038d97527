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

/** Each tenant's artifacts, as far as a model or a person said what they are. */
export async function compareClasses({ service, rows }: Asked): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const { id } of await service.list("/admin/tenants")) {
    const tenant = String(id);
    const meant = new Map<string, Classed>();
    for (const row of rows) {
      const step = row.tenant_id === tenant ? steps[row.action] : undefined;
      if (step) meant.set(row.resource_id, step(meant.get(row.resource_id) ?? null, row));
    }
    const listed = await service.list(`/admin/artifacts?tenant_id=${encodeURIComponent(tenant)}`);
    const classed = listed.filter(({ state }) => state !== null);
    found.push(...compared("artifact", byId(classed), meant));
  }
  return found;
}
