import { DomainError } from "#shared/domain/errors.ts";
import { inputHash } from "#shared/domain/extractors/fact-extraction.ts";
import { notBeforeRecord, unclassified } from "#shared/domain/inventory/classification.ts";
import { type Decision, decidedBy } from "#shared/domain/inventory/decision.ts";
import { rowsOfDecision } from "#shared/domain/inventory/rows.ts";
import { nowMs } from "#shared/platform/clock.ts";
import { rereadArtifact, type StoredArtifact } from "#shared/store/artifacts.ts";
import { putClassification } from "#shared/store/classifications.ts";
import { transact } from "#shared/store/transact.ts";
import { currentGates } from "./current-gates.ts";
import { getArtifact } from "./get-artifact.ts";
import { rowsAbout } from "./record-classification.ts";

/**
 * Records what an org admin says about an artifact: a class, or answers to questions. The same again
 * writes nothing.
 * @throws DomainError `not_found`, `nothing_to_confirm`, `conflict` (it changed in the meantime)
 */
export async function decideClassification(
  id: string,
  tenantId: string,
  decision: Decision,
): Promise<StoredArtifact> {
  const [artifact, gates] = await Promise.all([
    getArtifact(id, tenantId),
    currentGates(decision.at),
  ]);
  const before = artifact.classification ?? unclassified(inputHash(artifact), gates, decision.at);
  const at = notBeforeRecord(artifact.classification, decision.at);
  const after = decidedBy(before, { ...decision, at }, gates);
  if (after === null) return artifact;
  const rows = rowsOfDecision(before, after, decision.answers, decision.reason);
  const outcome = await transact({
    classification: putClassification({
      artifact,
      after,
      madeOf: null,
      rows: rowsAbout(artifact, rows, decision.by, at),
      answer: null,
      now: nowMs(),
    }),
  });
  if (outcome.committed) return { ...artifact, classification: after };
  return repeatedOr409(artifact, decision, gates);
}

/** Another one was quicker: fine if it said the same. */
async function repeatedOr409(
  artifact: StoredArtifact,
  decision: Decision,
  gates: Awaited<ReturnType<typeof currentGates>>,
): Promise<StoredArtifact> {
  const present = await rereadArtifact(artifact);
  const record = present?.classification ?? null;
  if (present !== null && record !== null) {
    const { classified_at: _, ...unseen } = decision;
    if (decidedBy(record, unseen, gates) === null) return present;
  }
  throw new DomainError("conflict", "Someone else decided on this artifact at the same moment.");
}
