import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { Kind, States, World } from "#shared/domain/evidence/replay/world.ts";
import { isCanaryFramework } from "#shared/domain/service/canary.ts";
import type { Members } from "./difference.ts";

/** The service as an admin or a reader uses it. */
export interface Service {
  /** Every item of a list. */
  list(path: string): Promise<Members[]>;
  get(path: string): Promise<Members>;
  ask(path: string, body: object): Promise<Members>;
}

/** The input of a comparison. */
export interface Asked {
  service: Service;
  /** All rows, oldest first. */
  rows: readonly AuditRow[];
  /** The state that the rows imply. */
  world: World;
  /** ISO 8601 UTC. */
  now: string;
}

/** Kinds of resources that belong to a framework. */
type OfFramework = {
  [K in Kind]: States[K] extends { framework_id: string } ? K : never;
}[Kind];

/** The resources of a kind, as the rows describe them. No list contains the canary's. */
export const livesOf = <K extends OfFramework>({ world }: Asked, kind: K): States[K][] =>
  world.all.flatMap(({ type, id }) => {
    const state = type === kind ? (world.find(kind, id)?.state ?? null) : null;
    return state === null || isCanaryFramework(state.framework_id) ? [] : [state];
  });

/** The newest row of each resource among the rows with these actions. */
export function newestOf({ rows }: Asked, actions: readonly string[]): Map<string, AuditRow> {
  return new Map(
    rows.filter(({ action }) => actions.includes(action)).map((row) => [row.resource_id, row]),
  );
}

/** A tenant's removal ends everything that belongs to the tenant. */
const REMOVAL = "tenant.removal_started";

/**
 * The resources of a kind that each tenant's rows are about, for present and for removed tenants. It
 * leaves out the resources that a removal ended.
 */
export async function ofTenants(
  { service, rows }: Asked,
  kind: Kind,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const standing = (await service.list("/admin/tenants")).map(({ id }) => String(id));
  const there = new Map(standing.map((tenant) => [tenant, new Set<string>()]));
  for (const { tenant_id, action, resource_type, resource_id } of rows) {
    if (action === REMOVAL) there.set(resource_id, new Set());
    else if (tenant_id !== null && resource_type === kind) there.get(tenant_id)?.add(resource_id);
  }
  return there;
}
