import type { FoundArtifact } from "#shared/domain/discovery/artifact.ts";
import type { CoverageItem } from "#shared/domain/discovery/run.ts";
import type { UpstreamFault } from "#shared/domain/discovery/upstream.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { writtenBytes } from "#shared/domain/text/written.ts";
import { type Examined, examine } from "./examine.ts";
import { createPrefix } from "./examined-prefix.ts";
import type { HostPorts } from "./host-api.ts";
import { listRepositories, PAGE_SIZE, type Repository } from "./repositories.ts";

/** Progress of an installation's listing, for a later invocation to resume; plain data. */
export interface ListingState {
  /** The next page to list; null once the list was read to its end. */
  page: number | null;
  /** The total count that the host gave with the first page; -1: unknown. */
  total: number;
  /** The number of saved pages, and of the repositories on them. */
  pages: number;
  listed: number;
  /** Where examination resumes. */
  next: { page: number; index: number };
  /** The list changed while being read: a repository missing from it may still exist. */
  isUncertain: boolean;
  faults: UnreadRepository[];
  /** There were more faults than we keep. */
  hasMoreFaults?: true;
}

/** A repository that could not be read in full. */
interface UnreadRepository {
  /** The host's id: its artifacts may be stored under a former name. */
  id: string;
  item: CoverageItem;
}

export const newListing = (): ListingState => ({
  page: 1,
  total: -1,
  pages: 0,
  listed: 0,
  next: { page: 1, index: 0 },
  isUncertain: false,
  faults: [],
});

export interface InstallationPorts extends HostPorts {
  /** Saves a page of the list; pages count from 1. */
  savePage: (page: number, repositories: readonly Repository[]) => Promise<void>;
  /** Reads a page that this invocation or an earlier one saved. */
  readPage: (page: number) => Promise<readonly Repository[]>;
  /** Saves what was found; awaited before its repositories count as examined. */
  record: (artifacts: readonly FoundArtifact[]) => Promise<void>;
  save: (state: ListingState) => Promise<void>;
}

export type InstallationEnd =
  | { end: "done" }
  | { end: "stopped" }
  /** The host asked not to be called before `until` (milliseconds since the epoch). */
  | { end: "limited"; until: number }
  | { end: "fatal" | "failed"; fault: UpstreamFault };

/** More than the requests allowed in flight, so that saving leaves no request slot idle. */
const AT_ONCE = 16;
/** Progress is saved after this many repositories; a crash repeats these and those in flight. */
const STEP = 10;
const MAX_FAULTS = 1000;
/** The faults are kept with the progress, in one item. */
const MAX_FAULT_BYTES = 200_000;
/** More pages than any installation has. */
const MAX_PAGES = 2000;

/**
 * Lists an installation's repositories, all pages first, because a list read slowly changes in the
 * meantime; then examines them in that order. Memory holds one page.
 * @param project the installation's name in coverage items
 */
export async function walkInstallation(
  state: ListingState,
  project: string,
  ports: InstallationPorts,
): Promise<InstallationEnd> {
  const listed = await listAll(state, ports);
  if (listed.end !== "done") return listed;
  return examineAll(state, project, ports);
}

async function listAll(state: ListingState, ports: InstallationPorts): Promise<InstallationEnd> {
  while (state.page !== null) {
    const { page } = state;
    const answer = await listRepositories(page, ports);
    if (answer.outcome === "stopped") return { end: "stopped" };
    if (answer.outcome === "limited") return { end: "limited", until: answer.until };
    if (answer.outcome === "fatal") return { end: "fatal", fault: answer.fault };
    if (answer.outcome === "fault") return { end: "failed", fault: answer.fault };
    const { repositories, total, isLast } = answer;
    if (state.total === -1) state.total = total;
    await ports.savePage(page, repositories);
    state.pages = page;
    state.listed += repositories.length;
    // A short page in the middle or a different total means that the list changed.
    if (total !== state.total || (!isLast && repositories.length < PAGE_SIZE)) {
      state.isUncertain = true;
    }
    state.page = isLast || page >= MAX_PAGES ? null : page + 1;
    if (state.page === null && state.listed < state.total) state.isUncertain = true;
    await ports.save(state);
  }
  return { end: "done" };
}

/** One repository, and where examination resumes after it. */
interface Place {
  repository: Repository;
  after: ListingState["next"];
}

async function* placesFrom(
  { next, pages }: ListingState,
  ports: InstallationPorts,
): AsyncGenerator<Place> {
  let from = next.index;
  for (let page = next.page; page <= pages; page += 1) {
    const repositories = await ports.readPage(page);
    for (const [index, repository] of repositories.entries()) {
      const isLast = index + 1 === repositories.length;
      const after = isLast ? { page: page + 1, index: 0 } : { page, index: index + 1 };
      if (index >= from) yield { repository, after };
    }
    from = 0;
  }
}

/**
 * Examines the remaining repositories, several at a time. All repositories before the saved position
 * have been recorded.
 */
async function examineAll(
  state: ListingState,
  project: string,
  ports: InstallationPorts,
): Promise<InstallationEnd> {
  const ends: InstallationEnd[] = [];
  const prefix = createPrefix<{ after: Place["after"]; fault: UnreadRepository | null }>();
  let unsaved = 0;
  let saving = Promise.resolve();
  await eachBounded(placesFrom(state, ports), AT_ONCE, async ({ repository, after }) => {
    if (ends.length > 0) return;
    const place = prefix.begin();
    const examined: Examined = await examine(repository, ports);
    if (examined.outcome !== "found") {
      ends.push(endOf(examined));
      return;
    }
    await ports.record(examined.artifacts);
    const fault = examined.fault === null ? null : unread(project, repository, examined.fault);
    for (const done of prefix.end(place, { after, fault })) {
      if (done.fault !== null) keepFault(state, done.fault);
      state.next = done.after;
      unsaved += 1;
    }
    if (unsaved < STEP) return;
    unsaved = 0;
    saving = saving.then(() => ports.save(state));
    await saving;
  });
  await saving;
  if (unsaved > 0) await ports.save(state);
  return ends.find(({ end }) => end === "fatal") ?? ends[0] ?? { end: "done" };
}

function keepFault(state: ListingState, fault: UnreadRepository): void {
  if (hasRoom(state.faults, fault)) state.faults.push(fault);
  else state.hasMoreFaults = true;
}

const hasRoom = (faults: readonly UnreadRepository[], fault: UnreadRepository): boolean =>
  faults.length < MAX_FAULTS && writtenBytes([...faults, fault]) <= MAX_FAULT_BYTES;

const endOf = (examined: Exclude<Examined, { outcome: "found" }>): InstallationEnd => {
  if (examined.outcome === "limited") return { end: "limited", until: examined.until };
  return examined.outcome === "fatal"
    ? { end: "fatal", fault: examined.fault }
    : { end: "stopped" };
};

const unread = (
  project: string,
  { id, full_name }: Repository,
  { http_status, code }: Partial<UpstreamFault>,
): UnreadRepository => ({
  id: String(id),
  item: {
    project,
    location: full_name,
    kind: "repository",
    status: "partial",
    ...(http_status == null ? {} : { http_status }),
    code: code ?? "unknown",
  },
});

/** One item for the list, and one for each repository that could not be read in full. */
export const coverageOf = (state: ListingState, project: string): CoverageItem[] => [
  {
    project,
    location: "global",
    kind: "repository",
    ...(state.isUncertain ? { status: "partial", code: "list_changed" } : { status: "complete" }),
  },
  ...state.faults.map(({ id, item }) => ({ ...item, repository_id: id })),
];
