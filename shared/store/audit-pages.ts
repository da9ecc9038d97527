import type { AuditRow, Vocabulary } from "#shared/domain/audit/row.ts";
import { auditVocabulary } from "#shared/domain/audit/vocabulary.ts";
import { AFTER_ROWS, auditPartitions, auditRowOf, resourcePartition } from "./audit.ts";
import { type Listing, type Page, type Paging, pageOf } from "./page.ts";
import { toldPage } from "./told-rows.ts";

/** Filters in any combination; a `tenant_id` of `null` or `platform`: rows without a tenant. */
export interface AuditFilters {
  resource_type?: string | undefined;
  resource_id?: string | undefined;
  tenant_id?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** Default: oldest first. */
  order?: "asc" | "desc" | undefined;
}

/**
 * Reads from the narrowest index that the filters allow, and applies the other filters to the result.
 */
export const auditPage = (filters: AuditFilters, paging: Paging): Promise<Page<AuditRow>> =>
  toldPage(listingFor(filters), paging, filterOf(filters));

/** The same rows as they are stored: with commitments in place of counsel's words. */
export const committedPage = (filters: AuditFilters, paging: Paging): Promise<Page<AuditRow>> =>
  pageOf(listingFor(filters), paging, auditRowOf, filterOf(filters));

function listingFor(filters: AuditFilters): Listing {
  const { resource_type, resource_id, tenant_id, action, from, to, order } = filters;
  const bounds = {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { below: to }),
    descending: order === "desc",
  };
  if (resource_id !== undefined) {
    const types = resource_type === undefined ? allTypes() : [resource_type];
    return {
      below: AFTER_ROWS,
      ...bounds,
      partitions: types.map((type) => resourcePartition(type, resource_id)),
    };
  }
  if (action !== undefined) {
    return { ...bounds, index: "audit3", partitions: partitionsOf(action) };
  }
  if (tenant_id !== undefined) {
    return {
      ...bounds,
      index: "audit2",
      partitions: auditPartitions.tenantPartitions(tenantOf(tenant_id)),
    };
  }
  if (resource_type !== undefined) {
    const actions = Object.entries(auditVocabulary)
      .filter(([, entry]) => entry.resourceType === resource_type)
      .flatMap(([name]) => auditPartitions.actionPartitions(name, resource_type));
    return { ...bounds, index: "audit3", partitions: actions };
  }
  return { ...bounds, index: "audit1", partitions: auditPartitions.allPartitions() };
}

const partitionsOf = (action: string): string[] => {
  const known = (auditVocabulary as Vocabulary)[action];
  return auditPartitions.actionPartitions(action, known?.resourceType ?? "");
};

const allTypes = (): string[] => [
  ...new Set(Object.values(auditVocabulary).map(({ resourceType }) => resourceType)),
];

/** `null` and `platform` name the platform-level rows, which carry no tenant. */
const tenantOf = (text: string): string | null =>
  text === "null" || text === "platform" ? null : text;

/** Filters what the index cannot exclude; a single filter always has an index of its own. */
function filterOf({ resource_type, resource_id, tenant_id, action }: AuditFilters) {
  const given = [resource_type, resource_id, tenant_id, action].filter((one) => one !== undefined);
  if (given.length < 2) return undefined;
  return (row: AuditRow): boolean =>
    (resource_type === undefined || row.resource_type === resource_type) &&
    (action === undefined || row.action === action) &&
    (tenant_id === undefined || row.tenant_id === tenantOf(tenant_id));
}
