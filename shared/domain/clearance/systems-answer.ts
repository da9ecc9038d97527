import type { ClearanceEvidence } from "#shared/domain/evidence/clearance-file.ts";
import type { ClassificationRecord } from "#shared/domain/inventory/classification.ts";
import type { Class } from "#shared/domain/inventory/verdict.ts";
import type { BlockerReason, Leaf } from "./answer.ts";

/** Why systems are not cleared. If there are several reasons, the first in this order is named. */
export const systemBlockerReasons = [
  "not_connected",
  "not_scanned",
  "questions_open",
  "unconfirmed",
  "class_not_allowed",
  "confirmation_too_old",
  "rules_not_cleared",
] as const;
type SystemBlockerReason = (typeof systemBlockerReasons)[number];

export interface SystemBlocker {
  /** null: it concerns the repository, or a system that only the examined commit has. */
  artifact_id: string | null;
  reason: SystemBlockerReason;
  /** A sentence. */
  detail: string;
}

/** A rule that a system's class rests on. */
export interface SystemRule {
  framework_id: string;
  use_case_id: string;
  /** Its live wording is approved. */
  cleared: boolean;
  reason: BlockerReason | null;
  applies_from: string | null;
}

/** A system that the answer is about, as it is classified. */
export interface System {
  /** null: found at the examined commit, and not in the inventory yet. */
  artifact_id: string | null;
  name: string;
  kind: string;
  /** null: nobody has classified it. */
  class: Class | null;
  state: ClassificationRecord["state"] | null;
  confirmed_by: string | null;
  confirmed_at: string | null;
  rules: SystemRule[];
}

export interface SystemsAnswer {
  cleared: boolean;
  repository: { id: string; full_name: string; connection_id: string } | null;
  /** The run that the answer rests on. */
  run: {
    id: string;
    kind: "full" | "examination";
    commit: string | null;
    finished_at: string;
  } | null;
  systems: System[];
  blockers: SystemBlocker[];
}

/** Accompanies a statement: where the log has the rows behind the systems' classifications. */
export interface SystemsEvidence {
  /** One entry for each classified system, by artifact id. */
  leaves: {
    artifact_id: string;
    /** The leaf of the system's newest row; null until the log has taken that row. */
    leaf: Leaf | null;
  }[];
  /** Every row about the systems, for readers who may see the whole platform. */
  trail?: ClearanceEvidence;
}

/** The systems as the statement's subject hashes them. Renewing a confirmation changes nothing. */
export const withoutTimes = <T extends { confirmed_at: string | null }>(
  systems: readonly T[],
): Omit<T, "confirmed_at">[] => systems.map(({ confirmed_at: _, ...rest }) => rest);
