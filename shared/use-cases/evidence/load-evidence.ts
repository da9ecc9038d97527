import { withRowHash } from "#shared/domain/audit/row.ts";
import { noSuch } from "#shared/domain/errors.ts";
import type { ReviewEvidence } from "#shared/domain/evidence/evidence.ts";
import { attachedVersion } from "#shared/domain/setup/deployment.ts";
import { COUNSEL_SECRET, readKeyring } from "#shared/platform/secrets/counsel-keyring.ts";
import { counselTrail, panelTrail, reviewTrail } from "#shared/store/audit-trails.ts";
import { counselRead } from "#shared/store/counsel.ts";
import { deploymentRead } from "#shared/store/deployment.ts";
import { enforcementOf } from "#shared/store/enforcement.ts";
import { readTogether } from "#shared/store/read-together.ts";
import { reviewRead } from "#shared/store/reviews.ts";
import { contentsRead, liveRulesRead } from "#shared/store/rules.ts";
import { loadLogParts } from "./load-log-parts.ts";
import { loadWriters } from "./load-writers.ts";

/** Record, rows, what they name, what the log proves of them. @throws DomainError `not_found` */
export const loadEvidence = (id: string, now: string): Promise<ReviewEvidence> =>
  load(id, (attached) => readKeyring(Date.parse(now), attached));

/** Without the keyring, for evidence verified elsewhere. @throws DomainError `not_found` */
export const loadUnsealed = (id: string): Promise<Omit<ReviewEvidence, "keyring">> =>
  load(id, async () => null);

async function load<K>(
  id: string,
  readKeys: (attached: string | null) => Promise<K>,
): Promise<Omit<ReviewEvidence, "keyring"> & { keyring: K }> {
  const [{ record, deployment }, rows] = await Promise.all([
    readTogether({ record: reviewRead(id), deployment: deploymentRead }),
    reviewTrail(id),
  ]);
  if (record === null) throw noSuch("review");
  const { framework_id, counsel_id, rule_use_case_ids, pinned_hashes } = record;
  const [keyring, counselRows, panelRows, events, { counsel, pinned, live }] = await Promise.all([
    readKeys(attachedVersion(deployment, COUNSEL_SECRET)),
    counselTrail(counsel_id),
    record.panel_id === null ? null : panelTrail(record.panel_id),
    enforcementOf(framework_id),
    readTogether({
      counsel: counselRead(counsel_id),
      pinned: contentsRead(
        rule_use_case_ids.map((use_case_id, i) => ({
          framework_id,
          use_case_id,
          content_hash: pinned_hashes[i] ?? "",
        })),
      ),
      live: liveRulesRead(framework_id, rule_use_case_ids),
    }),
  ]);
  const hashes = [...rows, ...counselRows, ...(panelRows ?? [])].map(
    (row) => withRowHash(row).row_hash ?? "",
  );
  const decision = rows.findIndex(({ action }) => action === `rule_review.${record.status}`);
  const [log, writers] = await Promise.all([
    loadLogParts(hashes, record.decided_at === null ? null : hashes[decision]),
    loadWriters([...rows, ...counselRows, ...(panelRows ?? [])]),
  ]);
  return {
    record,
    counsel,
    rows,
    counselRows,
    panelRows,
    writers,
    keyring,
    log,
    pinned,
    live: live.map((rule) => rule?.rule ?? null),
    events,
  };
}
