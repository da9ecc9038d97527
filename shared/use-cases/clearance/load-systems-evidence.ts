import { sameJson } from "#shared/domain/canonical-json.ts";
import type { SystemFacts } from "#shared/domain/clearance/judge-systems.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { chainedIn, writtenIn } from "#shared/domain/evidence/bundle.ts";
import { classifiedBy } from "#shared/domain/evidence/classified.ts";
import type { WrittenRow } from "#shared/domain/evidence/evidence-file.ts";
import type { SystemsFile } from "#shared/domain/evidence/systems-file.ts";
import type { ClassificationRecord } from "#shared/domain/inventory/classification.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { getArtifacts } from "#shared/store/artifacts.ts";
import { artifactTrail } from "#shared/store/audit-trails.ts";
import { getLogRows } from "#shared/store/log-rows.ts";
import { refuseUnsigned } from "#shared/use-cases/evidence/refuse-unsigned.ts";
import { different } from "#shared/use-cases/evidence/state-differs.ts";
import { keyRow, restingRows } from "./load-clearance-evidence.ts";
import { isTooLarge, loadProvenRows } from "./load-proven-rows.ts";

const AT_ONCE = 16;

interface Classified {
  artifact_id: string;
  classification: ClassificationRecord;
}

/**
 * The leaves on which each classified system's classification rests. If the caller may see them, also
 * the rows themselves, which name the people who decided, and the row of the statement's key. A
 * statement is signed only on the basis of the rows about the systems and of the rows on which the
 * cleared rules rest, whoever asks.
 * @param kid the id of the key that signs the statement; null: the caller may not see the rows
 * @returns null if a system was classified after the inventory was read
 * @throws DomainError `state_differs` if the rows contradict the inventory or a rule's approval;
 * `too_many_systems`
 */
export async function loadSystemsEvidence(
  systems: readonly SystemFacts[],
  tenantId: string,
  kid: string | null,
): Promise<SystemsFile["evidence"] | null> {
  const classified = systems
    .flatMap(({ artifact_id, classification }): Classified[] =>
      artifact_id === null || classification === null ? [] : [{ artifact_id, classification }],
    )
    .sort((a, b) => (a.artifact_id < b.artifact_id ? -1 : 1));
  const logged = await getLogRows(
    classified.map(({ classification }) => classification.row_hash ?? ""),
  );
  const leaves = classified.map(({ artifact_id }, i) => {
    const row = logged[i] ?? null;
    return { artifact_id, leaf: row && { index: row.index, hash: row.row_hash } };
  });
  const [trail, ownKey] = await Promise.all([
    trailOf(classified, tenantId),
    kid === null ? [] : keyRow(kid),
    refuseUnapproved(systems),
  ]);
  if (trail === null) return null;
  if (kid !== null) return { leaves, trail: await provenTrail([...trail, ...ownKey]) };
  await refuseUnsigned(trail, {});
  return { leaves };
}

/**
 * Every row about the systems, if the inventory shows them as these rows say; null if the inventory no
 * longer shows one of them as it did.
 * @throws DomainError `state_differs`
 */
async function trailOf(
  classified: readonly Classified[],
  tenantId: string,
): Promise<WrittenRow[] | null> {
  let hasMoved = false;
  const rows: Awaited<ReturnType<typeof artifactTrail>>[] = [];
  await eachBounded(classified.entries(), AT_ONCE, async ([i, { artifact_id, classification }]) => {
    const own = await artifactTrail(artifact_id);
    rows[i] = own;
    const fault = (await classifiedBy(own.map(chainedIn))).faultOf(artifact_id, classification);
    if (fault === null) return;
    const [now] = await getArtifacts([artifact_id], tenantId);
    if (sameJson(now?.classification, classification)) throw different({ artifact_id }, fault);
    hasMoved = true;
  });
  return hasMoved ? null : rows.flat().map(writtenIn);
}

async function provenTrail(trail: readonly WrittenRow[]) {
  const evidence = await loadProvenRows(trail, {});
  if (isTooLarge(evidence)) {
    throw new DomainError(
      "too_many_systems",
      "The rows about these systems are more than 4 MB. Ask about fewer systems at once.",
    );
  }
  return evidence;
}

/** Refuses a rule that counts as cleared although the rows of its approval do not say so. */
async function refuseUnapproved(systems: readonly SystemFacts[]): Promise<void> {
  const cleared = systems.flatMap(({ rules }) => rules).filter(({ cleared }) => cleared);
  const books = Map.groupBy(cleared, ({ framework_id }) => framework_id);
  const checked = [...books].map(async ([framework_id, rules]) => {
    const approvals = new Map(rules.map(({ use_case_id, approval }) => [use_case_id, approval]));
    const rows = await restingRows(
      framework_id,
      [...approvals.values()].filter((approval) => approval !== null),
    );
    await refuseUnsigned([...new Set(rows)], { framework_id });
  });
  await Promise.all(checked);
}
