import type { SystemsEvidence } from "#shared/domain/clearance/systems-answer.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { chainedIn, writtenIn } from "#shared/domain/evidence/bundle.ts";
import { classifiedBy } from "#shared/domain/evidence/classified.ts";
import type { ClassificationRecord } from "#shared/domain/inventory/classification.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { artifactTrail } from "#shared/store/audit-trails.ts";
import { getLogRows } from "#shared/store/log-rows.ts";
import { refuseDifferent } from "#shared/use-cases/evidence/state-differs.ts";
import { isTooLarge, loadProvenRows } from "./load-proven-rows.ts";
import type { Found } from "./systems-basis.ts";

const AT_ONCE = 16;

interface Classified {
  artifact_id: string;
  classification: ClassificationRecord;
}

/**
 * The leaves on which each classified system's classification rests, with the rows themselves if the
 * caller may see them. The rows name the people who decided.
 * @throws DomainError `state_differs` if the rows contradict the inventory; `too_many_systems`
 */
export async function loadSystemsEvidence(
  systems: readonly Found[],
  seesRows: boolean,
): Promise<SystemsEvidence> {
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
  return seesRows ? { leaves, trail: await loadTrail(classified) } : { leaves };
}

async function loadTrail(classified: readonly Classified[]) {
  const rows: Awaited<ReturnType<typeof artifactTrail>>[] = [];
  await eachBounded(classified.entries(), AT_ONCE, async ([i, { artifact_id, classification }]) => {
    const own = await artifactTrail(artifact_id);
    const said = await classifiedBy(own.map(chainedIn));
    refuseDifferent({ artifact_id }, said.faultOf(artifact_id, classification));
    rows[i] = own;
  });
  const evidence = await loadProvenRows(rows.flat().map(writtenIn), {});
  if (isTooLarge(evidence)) {
    throw new DomainError(
      "too_many_systems",
      "The rows about these systems are more than 4 MB. Ask about fewer systems at once.",
    );
  }
  return evidence;
}
