import type { Artifact } from "#shared/domain/discovery/artifact.ts";
import type { RunRecord } from "#shared/domain/discovery/run.ts";
import { artifactPage } from "./artifacts.ts";
import { readRuns } from "./discovery-runs.ts";

const PAGE = 200;
/** Runs for pushes lie between the full runs; this many pages are searched. */
const MOST_PAGES = 5;

/** Every artifact of a tenant, retired ones included. */
export async function allArtifacts(tenantId: string): Promise<Artifact[]> {
  const all: Artifact[] = [];
  let cursor: string | undefined;
  do {
    const narrowed = { connectionId: undefined, kind: undefined };
    const page = await artifactPage(tenantId, narrowed, { limit: PAGE, cursor });
    all.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}

/** The last full run of a connection that has ended; null if there is none among its newest runs. */
export async function lastFullRun(connectionId: string): Promise<RunRecord | null> {
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await readRuns(connectionId, { limit: PAGE, cursor });
    const found = page.items.find(
      ({ kind, finished_at }) => kind === "full" && finished_at !== null,
    );
    if (found !== undefined) return found;
    if (page.next_cursor === null) return null;
    cursor = page.next_cursor;
  }
  return null;
}
