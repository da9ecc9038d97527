import { retiredSince } from "#shared/domain/discovery/artifact.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { inputHash } from "#shared/domain/extractors/fact-extraction.ts";
import {
  type Gates,
  notBeforeRecord,
  unclassified,
} from "#shared/domain/inventory/classification.ts";
import { type Decision, decidedBy } from "#shared/domain/inventory/decision.ts";
import { rowsOfDecision } from "#shared/domain/inventory/rows.ts";
import { nowMs } from "#shared/platform/clock.ts";
import { rereadArtifact, type StoredArtifact } from "#shared/store/artifacts.ts";
import { putClassification, recounted } from "#shared/store/classifications.ts";
import { changeCounts } from "#shared/store/system-counts.ts";
import { transact } from "#shared/store/transact.ts";
import { currentGates } from "./current-gates.ts";
import { findArtifact } from "./get-artifact.ts";
import { rowsAbout } from "./record-classification.ts";

/** No input that an extractor is given: the next run asks about the artifact again. */
const NO_INPUT = "";

/** Whether the extractor's own facts apply again in place of an answer. */
const withdraws = ({ answers = {} }: Decision): boolean => Object.values(answers).includes(null);

/** How often a decision is made again after a run changed the artifact first. */
const MAX_TRIES = 3;

/**
 * Records an org admin's decision about an artifact: a class, or answers to questions. Repeating the
 * same decision writes nothing.
 * @throws DomainError `not_found`, `nothing_to_confirm`, `conflict` (it changed in the meantime)
 */
export async function decideClassification(
  id: string,
  tenantId: string,
  decision: Decision,
): Promise<StoredArtifact> {
  const [{ artifact, deletedAt }, gates] = await Promise.all([
    findArtifact(id, tenantId),
    currentGates(decision.at),
  ]);
  const decided = await decideOn(artifact, decision, gates, MAX_TRIES);
  return retiredSince(decided, deletedAt);
}

async function decideOn(
  artifact: StoredArtifact,
  decision: Decision,
  gates: Gates,
  tries: number,
): Promise<StoredArtifact> {
  const before = artifact.classification ?? unclassified(inputHash(artifact), gates, decision.at);
  const at = notBeforeRecord(artifact.classification, decision.at);
  const after = decidedBy(before, { ...decision, at }, gates);
  if (after === null) return artifact;
  const rows = rowsOfDecision(before, after, decision.answers, decision.reason);
  const outcome = await transact({
    classification: putClassification({
      artifact,
      after,
      madeOf: withdraws(decision) ? NO_INPUT : null,
      rows: rowsAbout(artifact, rows, decision.by, at),
      answer: null,
      now: nowMs(),
    }),
    counts: changeCounts([recounted(artifact, after)]),
  });
  if (outcome.committed) return { ...artifact, classification: after };
  const present = await rereadArtifact(artifact);
  // A run has only seen or counted the artifact again, so the decision's basis is unchanged.
  if (present !== null && tries > 1 && isAsRead(present, artifact)) {
    return decideOn(present, decision, gates, tries - 1);
  }
  return repeatedOr409(present, decision, gates);
}

const isAsRead = (present: StoredArtifact, read: StoredArtifact): boolean =>
  present.content_hash === read.content_hash &&
  present.classification?.revision === read.classification?.revision;

/** Someone else decided first. That is fine if they decided the same. */
function repeatedOr409(
  present: StoredArtifact | null,
  decision: Decision,
  gates: Gates,
): StoredArtifact {
  const record = present?.classification ?? null;
  if (present !== null && record !== null) {
    const { classified_at: _, ...unseen } = decision;
    if (decidedBy(record, unseen, gates) === null) return present;
  }
  throw new DomainError("conflict", "Someone else decided on this artifact at the same moment.");
}
