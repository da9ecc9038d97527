import { entityAt, textOf } from "#shared/store/entities.ts";
import { namedIn } from "#shared/store/tombstones.ts";
import { type Item, scanTable } from "./scan.ts";

/** Which items are a tenant's. */
export interface Owned {
  /** Ids of its connections, open runs and webhook endpoints, under which functions that still run may write. */
  lasting: readonly string[];
  owns(item: Item): boolean;
}

/** A machine's full id is its tenant's, a slash, and its own. */
const partsOf = ({ pk, sk }: Item): string[] => `${pk}#${sk}`.split(/[#/]/);

/** Ids in a tenant's own items by which the keys of others name it. */
export function idsIn(item: Item): string[] {
  const { connection, run, id } = item;
  const { id: connectionId, installation_id } = (connection ?? {}) as Record<string, unknown>;
  const { id: runId } = (run ?? {}) as Record<string, unknown>;
  const found = entityAt(textOf(item));
  const isNamed = found?.name === "webhookEndpoint" || found?.name === "deletedConnection";
  return [connectionId, installation_id, runId, id, isNamed && found.values[1]].filter(
    (one): one is string => typeof one === "string",
  );
}

/** Connections and endpoints, and runs that have not ended: few enough to be remembered. */
const isLasting = (item: Item): boolean =>
  ["connection", "webhookEndpoint"].includes(entityAt(textOf(item))?.name ?? "") ||
  (item.run as { finished_at?: unknown } | undefined)?.finished_at === null;

/**
 * Reads the whole table once: what is a tenant's is told by keys that name it, or what it owns.
 * @param known ids of what it owned when it was read before, and that may be gone since
 */
export async function ownedBy(tenantId: string, known: readonly string[] = []): Promise<Owned> {
  const ids = new Set([tenantId, ...known]);
  const lasting = new Set(known);
  for await (const item of scanTable()) {
    if (!mayLeave(item)) continue;
    if (!partsOf(item).includes(tenantId) && namedIn(item) !== tenantId) continue;
    for (const id of idsIn(item)) {
      ids.add(id);
      if (isLasting(item)) lasting.add(id);
    }
  }
  return { lasting: [...lasting], owns: (item) => isOwned(item, ids, tenantId) };
}

const mayLeave = (item: Item): boolean => entityAt(textOf(item))?.ofTenant === true;

function isOwned(item: Item, ids: ReadonlySet<string>, tenantId: string): boolean {
  if (!mayLeave(item)) return false;
  const named = namedIn(item);
  // An installation may have moved to another tenant, which names itself in the claim.
  return named === null ? partsOf(item).some((part) => ids.has(part)) : named === tenantId;
}
