import type { AuditRow } from "#shared/domain/audit/row.ts";
import { DomainError } from "#shared/domain/errors.ts";
import type { Material } from "#shared/domain/evidence/evidence.ts";
import { attachedVersion } from "#shared/domain/setup/deployment.ts";
import { COUNSEL_SECRET, readKeyring } from "#shared/platform/secrets/counsel-keyring.ts";
import { auditRowOf, resourcePartition } from "#shared/store/audit.ts";
import { counselKey, counselOf } from "#shared/store/counsel.ts";
import { getKeyRows } from "#shared/store/counsel-trail.ts";
import { deploymentKey, deploymentOf } from "#shared/store/deployment.ts";
import { getLeaves } from "#shared/store/log-rows.ts";
import { getItems, type Item, queryAll } from "#shared/store/read.ts";
import { reviewKey, reviewOf } from "#shared/store/reviews.ts";
import { contentKey, contentOf, liveKey, liveRuleOf } from "#shared/store/rules.ts";

import { loadLogMaterial } from "./load-log-material.ts";

/**
 * All that the evidence procedure looks at, in two round trips.
 * @throws DomainError `not_found`
 */
export const loadMaterial = (id: string, now: string): Promise<Material> =>
  load(id, (attached) => readKeyring(Date.parse(now), attached));

/**
 * The same without the keyring, for what is handed out and verified elsewhere.
 * @throws DomainError `not_found`
 */
export const loadUnsealed = (id: string): Promise<Omit<Material, "keyring">> =>
  load(id, async () => null);

async function load<K>(
  id: string,
  readKeys: (attached: string | null) => Promise<K>,
): Promise<Omit<Material, "keyring"> & { keyring: K }> {
  const [[item, deploymentItem], rows] = await Promise.all([
    getItems([reviewKey(id), deploymentKey]),
    queryAll({ pk: resourcePartition("rule_review_request", id) }),
  ]);
  if (!item) throw new DomainError("not_found", "There is no such review.");
  const record = reviewOf(item);
  const { framework_id, rule_use_case_ids, pinned_hashes } = record;
  const attached = attachedVersion(deploymentOf(deploymentItem ?? null), COUNSEL_SECRET);
  const [keyring, log, keyRows, [counselItem, ...contents]] = await Promise.all([
    readKeys(attached),
    loadLogMaterial(record, rows.map(auditRowOf)),
    getKeyRows(record.counsel_id),
    getItems([
      counselKey(record.counsel_id),
      ...rule_use_case_ids.map((useCase, i) =>
        contentKey(framework_id, useCase, pinned_hashes[i] ?? ""),
      ),
      ...rule_use_case_ids.map((useCase) => liveKey(framework_id, useCase)),
    ]),
  ]);
  // Only a counsel with keys of their own costs this round trip more.
  const leaves = await getLeaves(keyRows.length === 0 ? [] : [...rows.map(auditRowOf), ...keyRows]);
  const count = rule_use_case_ids.length;
  const orNull =
    <T>(read: (item: Item) => T) =>
    (found: Item | null) =>
      found ? read(found) : null;
  return {
    record,
    counsel: counselItem ? counselOf(counselItem) : null,
    rows: rows.map(auditRowOf) satisfies AuditRow[],
    keyring,
    keyRows,
    leaves,
    log,
    pinned: contents.slice(0, count).map(orNull(contentOf)),
    live: contents.slice(count).map(orNull((found) => liveRuleOf(found).rule)),
  };
}
