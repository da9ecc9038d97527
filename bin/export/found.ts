import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { StoredEntry } from "#shared/domain/extractors/platform.ts";
import type { PanelRecord } from "#shared/domain/reviews/panel.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { isDecision } from "#shared/domain/reviews/statuses.ts";
import { entityAt, type Found as Kind, textOf } from "#shared/store/entities.ts";
import type { Wanted } from "./evidence.ts";
import { ownedBy } from "./owned.ts";
import { type Item, scanTable } from "./scan.ts";

/** What a first pass over the table finds out for an export. */
export interface Found {
  owns: (item: Item) => boolean;
  wanted: Wanted;
  /** SHA-256 of the certificates that were issued. */
  issued: ReadonlySet<string>;
  /** Entries of the secret store that belong to tenants. */
  secrets: readonly string[];
  hasStamps: boolean;
}

const ruleName = (framework: unknown, rule: unknown): string => `${framework}#${rule}`;

/** The rules behind the classifications that a person of the tenant confirmed. */
function restingOn(item: Item): string[] {
  const { confirmed_by = null, reasons = [] } = (item.classification ?? {}) as {
    confirmed_by?: string | null;
    reasons?: { rule: { framework_id: string; use_case_id: string } | null }[];
  };
  if (confirmed_by === null) return [];
  return reasons.flatMap(({ rule }) =>
    rule === null ? [] : [ruleName(rule.framework_id, rule.use_case_id)],
  );
}

/**
 * @param tenantId null: everything is exported
 * @param startedAt anything created later is left out
 */
export async function readFound(tenantId: string | null, startedAt: string): Promise<Found> {
  const owned = tenantId === null ? null : await ownedBy(tenantId);
  const owns = (item: Item): boolean =>
    owned === null || owned.owns(item) || isRowOf(item, tenantId);
  const reviews: ReviewRecord[] = [];
  const panels: PanelRecord[] = [];
  const rules = new Set<string>();
  const issued = new Set<string>();
  const secrets = new Set<string>();
  let hasStamps = false;
  for await (const item of scanTable()) {
    const found = entityAt(textOf(item));
    if (found?.name === "review") reviews.push(item.review as ReviewRecord);
    if (found?.name === "panel") panels.push(item.panel as PanelRecord);
    if (found?.name === "row" && found.values[0] === "certificate") issued.add(found.values[1]);
    if (found?.name === "logStamp") hasStamps = true;
    if (!owns(item)) continue;
    for (const secret of secretsOf(item, found)) secrets.add(secret);
    for (const rule of restingOn(item)) rules.add(rule);
  }
  const isOlder = ({ created_at }: { created_at: string }) => created_at <= startedAt;
  const older = reviews.filter(isOlder);
  const rests = ({ framework_id, rule_use_case_ids, status }: ReviewRecord) =>
    isDecision(status) && rule_use_case_ids.some((id) => rules.has(ruleName(framework_id, id)));
  const chosen = tenantId === null ? older : older.filter(rests);
  return {
    owns,
    wanted: {
      reviews: idsOf(chosen),
      panels: tenantId === null ? idsOf(panels.filter(isOlder)) : [],
      words: tenantId === null ? "full" : "withheld",
    },
    issued,
    secrets: [...secrets],
    hasStamps,
  };
}

const idsOf = (records: readonly { id: string }[]): string[] =>
  records.map(({ id }) => id).toSorted();

/** A tenant's rows are part of its export, although they stay when the tenant is removed. */
const isRowOf = (item: Item, tenantId: string | null): boolean =>
  entityAt(textOf(item))?.name === "row" && (item.row as AuditRow).tenant_id === tenantId;

/** The secret-store entries of a connection, or of a tenant's chain of extractors. */
function secretsOf({ connection, extractor }: Item, found: Kind | undefined): string[] {
  const { secret_ref } = (connection ?? {}) as { secret_ref?: string | null };
  const { chain = [] } = (extractor ?? {}) as { chain?: readonly StoredEntry[] };
  const tenant = found?.name === "tenant" ? found.values[0] : "";
  const own = chain.filter(({ credential_version }) => credential_version !== null);
  return [
    ...(secret_ref == null ? [] : [secret_ref]),
    ...own.map(({ provider }) => `extractor-tenant-${tenant}-${provider}`),
  ];
}
