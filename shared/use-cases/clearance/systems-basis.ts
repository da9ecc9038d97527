import type { SystemFacts } from "#shared/domain/clearance/judge-systems.ts";
import type { SystemBlocker, SystemsAnswer } from "#shared/domain/clearance/systems-answer.ts";
import type { CompletedRun } from "#shared/domain/discovery/run.ts";
import type { StoredArtifact } from "#shared/store/artifacts.ts";

/** A system before its rules are judged. */
export type Found = Omit<SystemFacts, "rules">;

/** The facts that are known before any system is judged. */
export interface Basis {
  repository: SystemsAnswer["repository"];
  /** The repository's address at the source host. */
  address: string | null;
  run: CompletedRun | null;
  systems: readonly Found[];
  /** Blockers of the repository, which end the judgement, or of single artifacts. */
  blockers: readonly SystemBlocker[];
}

export const foundOf = ({ id, kind, name, classification }: StoredArtifact): Found => ({
  artifact_id: id,
  kind,
  name,
  classification,
});
