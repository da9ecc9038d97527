import type { CoverageItem } from "#shared/domain/discovery/run.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { coverageOf, newProjectState, type ProjectState } from "./project-state.ts";
import { type WalkEnd, type WalkPorts, walkProject } from "./project-walk.ts";

const PROJECTS_AT_ONCE = 4;
const SAVE_EVERY_MS = 2_000;

export interface EstatePorts extends Omit<WalkPorts, "progressed"> {
  /** Saves one project's state, also when the project is finished. */
  save: (state: ProjectState) => Promise<void>;
}

/**
 * Lists all projects, several at a time, resuming from the states of an earlier invocation.
 * Progress is saved every two seconds and when the work ends; after a crash the unsaved part is
 * listed again, which is idempotent. An error in one project also stops those in progress.
 */
export async function walkEstate(
  projects: readonly string[],
  known: ReadonlyMap<string, ProjectState>,
  ports: EstatePorts,
): Promise<{ end: WalkEnd; coverage: CoverageItem[]; states: ProjectState[] }> {
  const states = projects.map((project) => known.get(project) ?? newProjectState(project));
  const ends: WalkEnd[] = [];
  const walkPorts: WalkPorts = {
    ...ports,
    progressed: savingNowAndThen(ports),
    stopping: () => ends.length > 0 || ports.stopping(),
  };
  const open = states.filter(({ finished }) => !finished);
  await eachBounded(open, PROJECTS_AT_ONCE, async (state) => {
    if (walkPorts.stopping()) return;
    try {
      const end = await walkProject(state, walkPorts);
      await ports.save(state);
      if (end.end !== "done") ends.push(end);
    } catch (error) {
      ends.push({ end: "stopped" });
      throw error;
    }
  });
  const end = ends.find(({ end }) => end === "fatal") ?? ends[0];
  const isWhole = states.every(({ finished }) => finished);
  return {
    end: end ?? (isWhole ? { end: "done" } : { end: "stopped" }),
    coverage: states.flatMap(coverageOf),
    states,
  };
}

function savingNowAndThen(ports: EstatePorts): WalkPorts["progressed"] {
  const savedAt = new Map<string, number>();
  return async (state) => {
    const now = ports.now();
    const last = savedAt.get(state.project);
    savedAt.set(state.project, last === undefined ? now : last);
    if (last === undefined || now - last < SAVE_EVERY_MS) return;
    savedAt.set(state.project, now);
    await ports.save(state);
  };
}
