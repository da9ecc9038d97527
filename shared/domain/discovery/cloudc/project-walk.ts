import type { FoundArtifact } from "#shared/domain/discovery/artifact.ts";
import { ALL_LOCATIONS, EVERY } from "#shared/domain/discovery/coverage.ts";
import { record, type UpstreamFault } from "#shared/domain/discovery/upstream.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { cut } from "#shared/domain/text/text.ts";
import { cutWritten } from "#shared/domain/text/written.ts";
import { baseOf, type CloudcEndpoints } from "./endpoints.ts";
import { type ServiceName, services } from "./kinds.ts";
import { askVendor, type ListAnswer, type ListPorts, listPage } from "./list-page.ts";
import {
  faultEntry,
  locationsUnknown,
  openUnits,
  type ProjectState,
  partialEntry,
  type Unit,
  unreachableEntry,
} from "./project-state.ts";
import { artifactOf } from "./resource.ts";

export interface WalkPorts extends ListPorts {
  endpoints: CloudcEndpoints;
  /** Keeps a page of artifacts; awaited before the page counts as read. */
  record: (artifacts: readonly FoundArtifact[]) => Promise<void>;
  /** Called after every step, so that the state can be saved periodically. */
  progressed: (state: ProjectState) => Promise<void>;
}

export type WalkEnd = { end: "done" } | { end: "stopped" } | { end: "fatal"; fault: UpstreamFault };

type Fault = Pick<UpstreamFault, "http_status" | "code">;

const UNITS_AT_ONCE = 8;
const MAX_PAGES = 10_000;
/** As many as fit into a project's checkpoint; the vendor has some 40 locations. */
const MAX_FAULTS = 1000;
const MAX_LOCATIONS = 200;
const MAX_LOCATION_PAGES = 100;

/** Reasons for a 403 that hold for the whole project: the service's other lists would fail too. */
const projectWide = new Set(["SERVICE_DISABLED", "CONSUMER_INVALID", "BILLING_DISABLED"]);

/**
 * Lists one project: the project itself, its locations, then every kind in each, several lists at a
 * time. Resumes from `state` and keeps it up to date; a failed list is recorded there and does not
 * stop the others.
 */
export async function walkProject(state: ProjectState, ports: WalkPorts): Promise<WalkEnd> {
  for (const step of [checkProject, listLocations]) {
    const end = await step(state, ports);
    if (end.end !== "done") return end;
    await ports.progressed(state);
    if (state.finished) return end;
  }
  const ends: WalkEnd[] = [];
  const refused = new Map<ServiceName, Fault>();
  await eachBounded(openUnits(state), UNITS_AT_ONCE, async (unit) => {
    if (ends.length > 0) return;
    const end = await readUnit(state, unit, refused, ports);
    if (end.end !== "done") ends.push(end);
    await ports.progressed(state);
  });
  const bad = ends.find(({ end }) => end === "fatal") ?? ends[0];
  if (bad !== undefined) return bad;
  state.finished = true;
  state.pages = {};
  await ports.progressed(state);
  return { end: "done" };
}

const done: WalkEnd = { end: "done" };

/** Keeps the project's first fault in full. */
async function noting(state: ProjectState, asked: Promise<ListAnswer>): Promise<ListAnswer> {
  const answer = await asked;
  if (answer.outcome === "fault") state.firstFault ??= answer.fault;
  return answer;
}

/**
 * Skips a project that is not active (such as one being deleted); its lists reveal any other
 * problem.
 */
async function checkProject(state: ProjectState, ports: WalkPorts): Promise<WalkEnd> {
  if (state.checked) return done;
  const base = baseOf(ports.endpoints.resourceManager, null);
  const answer = await noting(state, askVendor(`${base}/v3/projects/${state.project}`, ports));
  if (answer.outcome === "stopped") return { end: "stopped" };
  if (answer.outcome === "fatal") return { end: "fatal", fault: answer.fault };
  state.checked = true;
  if (answer.outcome === "fault") {
    state.faults.push(faultEntry(state, ALL_LOCATIONS, "project", "failed", answer.fault));
  }
  const status = answer.outcome === "page" ? answer.body.state : undefined;
  if (typeof status === "string" && status !== "ACTIVE") {
    const fault = { http_status: 200, code: `PROJECT_${cut(status, 40)}` };
    state.faults.push(faultEntry(state, EVERY, EVERY, "failed", fault));
    state.locations = [];
    state.finished = true;
  }
  return done;
}

async function listLocations(state: ProjectState, ports: WalkPorts): Promise<WalkEnd> {
  if (state.locations !== null) return done;
  const base = baseOf(ports.endpoints.aiPlatform, null);
  const url = `${base}/v1/projects/${state.project}/locations`;
  const locations = new Set<string>();
  let pageToken: string | null = null;
  let pages = 0;
  do {
    pages += 1;
    const answer = await noting(state, listPage(url, pageToken, ports));
    if (answer.outcome === "stopped") return { end: "stopped" };
    if (answer.outcome === "fatal") return { end: "fatal", fault: answer.fault };
    if (answer.outcome !== "page") {
      const fault = answer.outcome === "fault" ? answer.fault : notFound;
      state.faults.push(...locationsUnknown(state, fault));
      break;
    }
    for (const entry of listOf(answer.body.locations)) {
      const id = record(entry).locationId;
      // The id becomes part of a host name.
      if (typeof id === "string" && /^[a-z0-9][a-z0-9-]{0,62}$/.test(id)) locations.add(id);
    }
    pageToken = answer.nextPageToken === pageToken ? null : answer.nextPageToken;
  } while (pageToken !== null && pages < MAX_LOCATION_PAGES);
  state.locations = [...locations].slice(0, MAX_LOCATIONS);
  return done;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function urlOf({ project }: ProjectState, { location, row }: Unit, endpoints: CloudcEndpoints) {
  const template = row.service === "notebooks" ? endpoints.notebooks : endpoints.aiPlatform;
  const base = baseOf(template, location === ALL_LOCATIONS ? null : location);
  const { version } = services[row.service];
  return `${base}/${version}/projects/${project}/locations/${location}/${row.collection}`;
}

/** How reading one list ended. */
type Reading =
  | { end: "complete" }
  | { end: "absent" }
  /** Complete except for unreachable locations, which have their own entries. */
  | { end: "unreachable" }
  | { end: "partial" | "failed"; fault: Fault }
  | Exclude<WalkEnd, { end: "done" }>;

async function readUnit(
  state: ProjectState,
  unit: Unit,
  refused: Map<ServiceName, Fault>,
  ports: WalkPorts,
): Promise<WalkEnd> {
  const known = refused.get(unit.row.service);
  const reading: Reading =
    known === undefined ? await readPages(state, unit, ports) : { end: "failed", fault: known };
  if (reading.end === "stopped" || reading.end === "fatal") return reading;
  delete state.pages[unit.key];
  if (reading.end === "complete") state.done.push(unit.key);
  else if (reading.end === "absent") state.absent.push(unit.key);
  else if (reading.end === "unreachable") state.faults.push(partialEntry(state, unit));
  else {
    const { end, fault } = reading;
    if (projectWide.has(fault.code)) refused.set(unit.row.service, fault);
    state.faults.push(faultEntry(state, unit.location, unit.row.kind, end, fault));
  }
  return done;
}

/** Reads a list from its current position to its end, saving page by page. */
async function readPages(state: ProjectState, unit: Unit, ports: WalkPorts): Promise<Reading> {
  const url = urlOf(state, unit, ports.endpoints);
  let pageToken = state.pages[unit.key] ?? null;
  let isResumed = pageToken !== null;
  let gap: Gap | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await noting(state, listPage(url, pageToken, ports));
    if (answer.outcome === "stopped") return { end: "stopped" };
    if (answer.outcome === "fatal") return { end: "fatal", fault: answer.fault };
    if (answer.outcome !== "page") {
      if (isResumed) {
        // An earlier invocation's page token may have expired: start from the beginning.
        isResumed = false;
        pageToken = null;
        continue;
      }
      if (answer.outcome === "fault") {
        return { end: pageToken === null ? "failed" : "partial", fault: answer.fault };
      }
      return pageToken === null ? { end: "absent" } : { end: "partial", fault: notFound };
    }
    isResumed = false;
    gap = (await keepPage(state, unit, answer.body, ports)) ?? gap;
    if (answer.nextPageToken === null) {
      return gap === null ? { end: "complete" } : partly(unit, gap);
    }
    if (answer.nextPageToken === pageToken) break;
    pageToken = answer.nextPageToken;
    // After a gap we save no position: if interrupted, the list is read and the gap found again.
    if (gap === null) state.pages[unit.key] = pageToken;
    await ports.progressed(state);
  }
  return partly(unit, "endless_paging");
}

const notFound: Fault = { http_status: 404, code: "NOT_FOUND" };

/** Why a list that was read to its end may be incomplete. */
type Gap = "malformed_response" | typeof UNREACHABLE;
const UNREACHABLE = "unreachable";

const partly = (unit: Unit, code: Gap | "endless_paging"): Reading =>
  code === UNREACHABLE && unit.location === ALL_LOCATIONS
    ? { end: "unreachable" }
    : { end: "partial", fault: { http_status: 200, code } };

/** Saves a page's artifacts; returns why the page may be incomplete, or null. */
async function keepPage(
  state: ProjectState,
  unit: Unit,
  body: Record<string, unknown>,
  ports: WalkPorts,
): Promise<Gap | null> {
  const listed = body[unit.row.collection];
  const resources = listOf(listed);
  const artifacts = resources.flatMap(
    (resource) => artifactOf(state.project, unit.row, resource) ?? [],
  );
  if (artifacts.length > 0) await ports.record(artifacts);
  const unreachable = noteUnreachable(state, unit, listOf(body.unreachable));
  const isMalformed = listed !== undefined && !Array.isArray(listed);
  if (isMalformed || artifacts.length < resources.length) return "malformed_response";
  return unreachable ? UNREACHABLE : null;
}

/**
 * Adds an entry for each location that a list over all locations could not reach.
 * @returns whether there are any
 */
function noteUnreachable(state: ProjectState, unit: Unit, listed: readonly unknown[]): boolean {
  // If a list of one location is unreachable, its own entry says so.
  const others = unit.location === ALL_LOCATIONS ? listed : [];
  for (const entry of others) {
    const named = typeof entry === "string" ? entry.slice(entry.lastIndexOf("/") + 1) : "";
    const location = cutWritten(named, 100) || "unknown";
    const isNoted = state.faults.some(
      (fault) => fault.location === location && fault.kind === unit.row.kind,
    );
    if (isNoted) continue;
    state.faults.push(unreachableEntry(state, location, unit.row.kind));
    if (state.faults.length >= MAX_FAULTS) break;
  }
  return listed.length > 0;
}
