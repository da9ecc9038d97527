import { entityAt, textOf } from "#shared/store/entities.ts";
import { namedIn } from "#shared/store/tombstones.ts";
import { type Item, scanTable } from "./scan.ts";

/** Tells which items are a tenant's. */
export interface Owned {
  /** Ids of its connections, open runs and webhook endpoints. Running functions may write there. */
  lasting: readonly string[];
  owns(item: Item): boolean;
}

/** A machine's full id consists of its tenant's id, a slash, and its own id. */
const partsOf = ({ pk, sk }: Item): string[] => `${pk}#${sk}`.split(/[#/]/);

/** Ids in a tenant's own items that the keys of its other items contain. */
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

/** Connections, endpoints, and runs that have not ended. These are few enough to remember. */
const isLasting = (item: Item): boolean =>
  ["connection", "webhookEndpoint"].includes(entityAt(textOf(item))?.name ?? "") ||
  (item.run as { finished_at?: unknown } | undefined)?.finished_at === null;

/**
 * Reads the whole table once. An item is a tenant's if its key names the tenant or something that it
 * owns, or if its record names the tenant.
 * @param known ids that it owned in an earlier reading and that may have gone since
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
  // An installation may have moved to another tenant, which the claim then names.
  if (named !== null) return named === tenantId;
  return partsOf(item).some((part) => ids.has(part)) || ownerOf(item) === tenantId;
}

/** The owner of a delivery, whose key names only an endpoint that may have been deleted since. */
const ownerOf = ({ owner, delivery }: Item): unknown =>
  owner ?? (delivery as { owner?: unknown } | undefined)?.owner;
