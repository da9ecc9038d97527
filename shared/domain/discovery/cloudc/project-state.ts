import { ALL_LOCATIONS, EVERY } from "#shared/domain/discovery/coverage.ts";
import type { CoverageItem } from "#shared/domain/discovery/run.ts";
import type { UpstreamFault } from "#shared/domain/discovery/upstream.ts";
import { cloudcKinds, type KindRow, services } from "./kinds.ts";

/**
 * Progress of one project's listing: all that a later invocation needs to resume. Plain data; lists
 * are keyed by unit, `<location>/<kind>`.
 */
export interface ProjectState {
  project: string;
  finished: boolean;
  /** Whether the project itself has been looked up. */
  checked: boolean;
  /** null: not listed yet. */
  locations: string[] | null;
  /** Lists read to their end. */
  done: string[];
  /** Lists that returned 404: nothing there, but no reason to retire anything either. */
  absent: string[];
  /** The next page token of each list in progress. */
  pages: Record<string, string>;
  faults: CoverageItem[];
  /** The first fault, in the upstream's own words. */
  firstFault: UpstreamFault | null;
}

export const newProjectState = (project: string): ProjectState => ({
  project,
  finished: false,
  checked: false,
  locations: null,
  done: [],
  absent: [],
  pages: {},
  faults: [],
  firstFault: null,
});

/** One list: a kind in a location (`-`: in all locations). */
export interface Unit {
  key: string;
  location: string;
  row: KindRow;
}

const unit = (location: string, row: KindRow): Unit => ({
  key: `${location}/${row.kind}`,
  location,
  row,
});

/** Every list of the project in its known locations. */
function unitsOf(state: ProjectState): Unit[] {
  return cloudcKinds.flatMap((row) =>
    services[row.service].everywhere
      ? [unit(ALL_LOCATIONS, row)]
      : (state.locations ?? []).map((location) => unit(location, row)),
  );
}

/** The lists that are neither read to the end nor absent nor failed. */
export function openUnits(state: ProjectState): Unit[] {
  const closed = new Set([
    ...state.done,
    ...state.absent,
    ...state.faults.map((fault) => `${fault.location}/${fault.kind}`),
  ]);
  return unitsOf(state).filter(({ key }) => !closed.has(key));
}

/**
 * The unit that an artifact belongs to: the list that would have contained it.
 * @param location the artifact's own location
 */
export function unitKeyOf(kind: string, location: string): string {
  const row = cloudcKinds.find((entry) => entry.kind === kind);
  const isEverywhere = row !== undefined && services[row.service].everywhere;
  return `${isEverywhere ? ALL_LOCATIONS : location}/${kind}`;
}

export function coverageOf(state: ProjectState): CoverageItem[] {
  const closed = new Set([...state.done, ...state.absent]);
  const complete = unitsOf(state)
    .filter(({ key }) => closed.has(key))
    .map(({ location, row }) => ({
      project: state.project,
      location,
      kind: row.kind,
      status: "complete" as const,
    }));
  return [...complete, ...state.faults];
}

export const faultEntry = (
  state: ProjectState,
  location: string,
  kind: string,
  status: "partial" | "failed",
  fault: Pick<UpstreamFault, "http_status" | "code">,
): CoverageItem => ({
  project: state.project,
  location,
  kind,
  status,
  ...(fault.http_status === null ? {} : { http_status: fault.http_status }),
  code: fault.code,
});

/**
 * A location that a list over all locations could not reach (contract, "Unreachable locations").
 */
export const unreachableEntry = (
  { project }: ProjectState,
  location: string,
  kind: string,
): CoverageItem => ({ project, location, kind, status: "partial", code: "unreachable" });

/** A list over all locations that missed some of them; each of those has its own entry. */
export const partialEntry = ({ project }: ProjectState, { location, row }: Unit): CoverageItem => ({
  project,
  location,
  kind: row.kind,
  status: "partial",
});

/** The locations could not be listed: every kind that is listed per location counts as failed. */
export const locationsUnknown = (
  state: ProjectState,
  fault: Pick<UpstreamFault, "http_status" | "code">,
): CoverageItem[] =>
  cloudcKinds
    .filter((row) => !services[row.service].everywhere)
    .map((row) => faultEntry(state, EVERY, row.kind, "failed", fault));
