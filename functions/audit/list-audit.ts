import type { AuditRow } from "#shared/domain/audit/row.ts";
import { auditVocabulary } from "#shared/domain/audit/vocabulary.ts";
import { bind } from "#shared/edge/bind.ts";
import { auditRoutes } from "#shared/routes/table/audit.ts";
import { auditPartitions, auditRowOf, resourcePartition } from "#shared/store/audit.ts";
import { type Listing, readPage } from "#shared/store/page.ts";
import type { Item } from "#shared/store/read.ts";

interface Filters {
  resource_type?: string | undefined;
  resource_id?: string | undefined;
  tenant_id?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const MAX_PAGES = 2;

/**
 * Reads the narrowest index the filters allow, and drops what the other filters leave out; a page
 * with few rows or none has a cursor as long as there may be more.
 */
export const handler = bind(auditRoutes.listAudit)(async ({ query }) => {
  const { limit, cursor, ...filters } = query;
  const listing = listingFor(filters);
  const rows: AuditRow[] = [];
  let next = cursor ?? null;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const paging = { limit: limit - rows.length, ...(next === null ? {} : { cursor: next }) };
    const page = await readPage(listing, paging, siftingBy(filters));
    rows.push(...page.items.map(auditRowOf));
    next = page.nextCursor;
    if (next === null || rows.length >= limit) break;
  }
  return { status: 200, body: { items: rows, next_cursor: next } };
});

function listingFor(filters: Filters): Listing {
  const { resource_type, resource_id, tenant_id, action, from, to } = filters;
  const bounds = {
    scope: JSON.stringify(["audit", filters]),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { below: to }),
  };
  if (resource_id !== undefined) {
    const types = resource_type === undefined ? allTypes() : [resource_type];
    return { ...bounds, partitions: types.map((type) => resourcePartition(type, resource_id)) };
  }
  if (action !== undefined) {
    return { ...bounds, index: "gsi3", partitions: auditPartitions.actionPartitions(action) };
  }
  if (tenant_id !== undefined) {
    return {
      ...bounds,
      index: "gsi2",
      partitions: auditPartitions.tenantPartitions(tenantOf(tenant_id)),
    };
  }
  if (resource_type !== undefined) {
    const actions = Object.entries(auditVocabulary)
      .filter(([, entry]) => entry.resourceType === resource_type)
      .flatMap(([name]) => auditPartitions.actionPartitions(name));
    return { ...bounds, index: "gsi3", partitions: actions };
  }
  return { ...bounds, index: "gsi1", partitions: auditPartitions.allPartitions() };
}

const allTypes = (): string[] => [
  ...new Set(Object.values(auditVocabulary).map(({ resourceType }) => resourceType)),
];

/** `null` and `platform` name the platform-level rows, which carry no tenant. */
const tenantOf = (text: string): string | null =>
  text === "null" || text === "platform" ? null : text;

/** What drops rows that the index cannot leave out; a single filter has an index of its own. */
function siftingBy({ resource_type, resource_id, tenant_id, action }: Filters) {
  const given = [resource_type, resource_id, tenant_id, action].filter((one) => one !== undefined);
  if (given.length < 2) return undefined;
  return (item: Item): boolean => {
    const row = auditRowOf(item);
    return (
      (resource_type === undefined || row.resource_type === resource_type) &&
      (action === undefined || row.action === action) &&
      (tenant_id === undefined || row.tenant_id === tenantOf(tenant_id))
    );
  };
}
