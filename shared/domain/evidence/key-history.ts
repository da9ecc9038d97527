import { lived } from "#shared/domain/audit/life.ts";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { wordsOf } from "#shared/domain/counsel/counsel-key.ts";
import { counselStep } from "#shared/domain/counsel/life.ts";

/**
 * Counsel's keys and policy changes as shown in review detail and evidence, with words computed from
 * the keys; undefined for a counsel who never had a key or another policy.
 */
export function shownHistory(rows: readonly AuditRow[]) {
  const { keys, changes, policy } = lived(counselStep, rows) ?? {
    keys: null,
    changes: [],
    policy: "link",
  };
  if ((keys === null || keys.length === 0) && changes.length === 0) return undefined;
  return {
    signing_policy: policy,
    keys_count: keys?.length ?? 0,
    keys: (keys ?? []).map((key) => ({
      credential_id: key.credential_id,
      algorithm: key.algorithm,
      fingerprint: wordsOf(key.public_key_spki),
      enrolled_at: key.enrolled_at,
      retired_at: key.retired_at,
    })),
    policy_changes: [...changes],
  };
}
