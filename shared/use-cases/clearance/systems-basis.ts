import type { SystemFacts } from "#shared/domain/clearance/judge-systems.ts";
import type { SystemBlocker, SystemsAnswer } from "#shared/domain/clearance/systems-answer.ts";
import type { CompletedRun } from "#shared/domain/discovery/run.ts";
import type { StoredArtifact } from "#shared/store/artifacts.ts";

/** A system before its rules are judged. */
export type Found = Omit<SystemFacts, "rules">;

/** What is known before any system is judged. */
export interface Basis {
  repository: SystemsAnswer["repository"];
  /** Where the repository is at the source host. */
  address: string | null;
  run: CompletedRun | null;
  systems: readonly Found[];
  /** Of the repository, which end the judgement; or of single artifacts. */
  blockers: readonly SystemBlocker[];
}

export const foundOf = ({ id, kind, name, classification }: StoredArtifact): Found => ({
  artifact_id: id,
  kind,
  name,
  classification,
});
