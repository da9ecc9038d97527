import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/inventory.ts";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { sha256Hex } from "#shared/domain/canonical.ts";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import type { ExtractorProvider } from "#shared/domain/extractors/catalog.ts";
import { inputHash } from "#shared/domain/extractors/fact-extraction.ts";
import { instructionsHash } from "#shared/domain/extractors/instructions.ts";
import {
  type AnsweredFacts,
  factsIn,
  stillQuoted,
} from "#shared/domain/inventory/answered-facts.ts";
import {
  type ClassificationRecord,
  type Gates,
  mergedFacts,
  notBeforeRecord,
  reclassified,
  saysTheSame,
} from "#shared/domain/inventory/classification.ts";
import {
  type ArtifactRow,
  nothingSpent,
  rowsOfClassification,
  type Spending,
} from "#shared/domain/inventory/rows.ts";
import { now, nowMs } from "#shared/platform/clock.ts";
import { rereadArtifact, type StoredArtifact } from "#shared/store/artifacts.ts";
import { putClassification, putMadeOf, recounted } from "#shared/store/classifications.ts";
import { changeCounts, type Recounted } from "#shared/store/system-counts.ts";
import { type Action, transactGroups } from "#shared/store/transact.ts";

/** A model's answer about one artifact. */
interface FactAnswer {
  value: AnsweredFacts;
  provider: ExtractorProvider;
  model: string | null;
  spending: Omit<Spending, "answer_hash">;
}

/** One artifact to write: with a model's answer, or null where only the gates have changed. */
export interface Classifying {
  artifact: StoredArtifact;
  answer: FactAnswer | null;
  /** The input from which an extractor made the answer; null if no extractor was asked. */
  madeOf: string | null;
}

/** How often a write that lost a race is repeated on top of the winner's. */
const MAX_TRIES = 5;

/**
 * Writes classifications with their rows, several artifacts in one request. If a person or another
 * worker wrote in the meantime, their version is read again and stands. An artifact whose content has
 * changed in the meantime is left to the next run.
 */
export async function recordClassifications(
  all: readonly Classifying[],
  gates: Gates,
): Promise<void> {
  let open = all;
  for (let tries = 0; open.length > 0 && tries < MAX_TRIES; tries += 1) {
    const changes = open.map((one) => changeOf(one, gates));
    const written = await transactGroups(
      changes.map(({ writes }) => writes),
      (at) => changeCounts(at.flatMap((index) => changes[index]?.counts ?? [])),
    );
    const lost = open.filter((_, i) => !written[i]);
    open = (await Promise.all(lost.map(asItIsNow))).flat();
  }
}

async function asItIsNow(lost: Classifying): Promise<Classifying[]> {
  const artifact = await rereadArtifact(lost.artifact);
  const isSame = artifact !== null && artifact.content_hash === lost.artifact.content_hash;
  return isSame ? [{ ...lost, artifact }] : [];
}

/** The writes of one artifact, and how they change its counts. */
interface ClassifiedChange {
  writes: Action[];
  counts: Recounted[];
}

function changeOf({ artifact, answer, madeOf }: Classifying, gates: Gates): ClassifiedChange {
  const before = artifact.classification;
  const after = classifiedAgain(artifact, answer, gates);
  if (saysTheSame(before, after)) {
    const isCurrent = before?.gates_basis === gates.basis;
    if (isCurrent)
      return { writes: madeOf === null ? [] : [putMadeOf(artifact, madeOf)], counts: [] };
  }
  const text = answer === null ? null : canonicalJson(answer.value);
  const kept = text === null ? null : { hash: sha256Hex(text), text };
  const spending =
    answer === null || kept === null
      ? nothingSpent
      : { ...answer.spending, answer_hash: kept.hash };
  const rows = saysTheSame(before, after) ? [] : rowsOfClassification(before, after, spending);
  const writes = putClassification({
    artifact,
    after,
    madeOf,
    rows: rowsAbout(artifact, rows, null, after.classified_at),
    answer: kept,
    now: nowMs(),
  });
  return { writes, counts: [recounted(artifact, after)] };
}

function classifiedAgain(
  artifact: StoredArtifact,
  answer: FactAnswer | null,
  gates: Gates,
): ClassificationRecord {
  const before = artifact.classification;
  if (answer === null && before !== null) {
    const { input_hash, instructions_hash, provider, model } = before;
    const basis = { input_hash, instructions_hash, provider, model };
    return reclassified(before, before.facts, basis, gates, notBeforeRecord(before, now()));
  }
  if (answer === null) throw new Error("Without facts there is nothing to weigh.");
  const found = factsIn(answer.value, artifact);
  const facts = mergedFacts(before, found, (quote) => stillQuoted(quote, artifact));
  const basis = {
    input_hash: inputHash(artifact),
    instructions_hash: instructionsHash(),
    provider: answer.provider,
    model: answer.model,
  };
  return reclassified(before, facts, basis, gates, notBeforeRecord(before, now()));
}

/** Audit rows about an artifact; `by` is the org admin who decided. */
export const rowsAbout = (
  { id, tenant_id, classification }: StoredArtifact,
  rows: readonly ArtifactRow[],
  by: string | null,
  at: string,
): AuditRow[] =>
  rows.map(({ action, context }, i) =>
    auditRow({
      action,
      context: { ...context, number: (classification?.rows ?? 0) + i + 1 } as never,
      resourceId: id,
      tenantId: tenant_id,
      actorUserId: by,
      id: randomUUID(),
      at,
    }),
  );
