import type { Version } from "./secret.ts";

export const CURRENT = "AWSCURRENT";
const PREVIOUS = "AWSPREVIOUS";
const PENDING = "AWSPENDING";
const VERSIONS_KEPT = 100;

export function holderOf(versions: readonly Version[], stage: string): Version | undefined {
  return versions.find((version) => version.stages.includes(stage));
}

/** Appends a version and moves the stages to it; a secret's first version is always current. */
export function addVersion(
  versions: readonly Version[],
  { id, text, at }: { id: string; text: string; at: number },
  stages: readonly string[],
): Version[] {
  const labels = new Set(versions.length === 0 ? [CURRENT, ...stages] : stages);
  let next: Version[] = [...versions, { id, createdAt: at, content: { text }, stages: [] }];
  for (const stage of labels) next = moveStage(next, stage, id);
  return dropOldUnlabelled(next);
}

/**
 * Moves the stage to that version. The version that loses AWSCURRENT becomes AWSPREVIOUS and loses
 * AWSPENDING, as in AWS (seen in LocalStack's recordings of AWS responses).
 */
export function moveStage(versions: readonly Version[], stage: string, toId: string): Version[] {
  const from = holderOf(versions, stage);
  if (from?.id === toId) return [...versions];
  const demoted = stage === CURRENT && from !== undefined;
  return versions.map((version) => {
    const lost = [stage];
    if (demoted) lost.push(PREVIOUS);
    if (demoted && version === from) lost.push(PENDING);
    const stages = version.stages.filter((held) => !lost.includes(held));
    if (version.id === toId) stages.push(stage);
    if (demoted && version === from) stages.push(PREVIOUS);
    return { ...version, stages };
  });
}

export function removeStage(versions: readonly Version[], stage: string): Version[] {
  return versions.map((version) => ({
    ...version,
    stages: version.stages.filter((held) => held !== stage),
  }));
}

function dropOldUnlabelled(versions: Version[]): Version[] {
  let surplus = versions.length - VERSIONS_KEPT;
  return versions.filter(({ stages }) => stages.length > 0 || surplus-- <= 0);
}
