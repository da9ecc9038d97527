import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ProjectState } from "#shared/domain/discovery/cloudc/project-state.ts";
import { type EstatePorts, walkEstate } from "#shared/domain/discovery/cloudc/walk.ts";
import { createLane } from "#shared/domain/discovery/lane.ts";
import { upstreamHttp } from "#shared/platform/http/upstream-http.ts";
import { largeEstate, namesIn, smallEstate } from "#test/support/cloudc-estate.ts";
import { apiError, type CloudcServer, startCloudc } from "#test/support/cloudc-server.ts";
import { note, sized } from "#test/support/full-size.ts";

setFlagsFromString("--expose_gc");
const collectGarbage = runInNewContext("gc") as () => void;
const MAX_HEAP = 16e6;
/** Pages between looks at the heap. Only the bench looks: a collection takes longer than a page. */
const LOOKED_AT_EACH = sized(200, Number.POSITIVE_INFINITY);
/** In bytes, after a collection, which goes through all that the process has. */
const liveHeap = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

const TOKEN = "ya29.c.test";
const estate = smallEstate(["first-project", "second-project"], ["us-central1", "europe-west4"], 2);

let cloud: CloudcServer;
let found: string[];
let slept: number[];

beforeEach(async () => {
  cloud = await startCloudc(estate);
  cloud.issued.push(TOKEN);
  found = [];
  slept = [];
});

afterEach(() => cloud.close());

const portsTo = (change: Partial<EstatePorts> = {}): EstatePorts => ({
  http: upstreamHttp(),
  lane: createLane(16),
  endpoints: {
    sts: cloud.url,
    iamCredentials: cloud.url,
    resourceManager: cloud.url,
    aiPlatform: `${cloud.url}/{region}-aiplatform`,
    notebooks: `${cloud.url}/notebooks`,
    oauthToken: cloud.url,
  },
  token: async () => ({ ok: true, token: { token: TOKEN, expiresAt: Number.POSITIVE_INFINITY } }),
  stopping: () => false,
  sleep: async (ms) => slept.push(ms) > 0,
  random: () => 0.5,
  now: () => Date.now(),
  record: async (artifacts) => {
    found.push(...artifacts.map(({ provider_ref }) => provider_ref));
  },
  save: async () => {},
  ...change,
});

const walk = (change: Partial<EstatePorts> = {}, known = new Map<string, ProjectState>()) =>
  walkEstate(cloud.estate.projects, known, portsTo(change));

const incomplete = (coverage: Awaited<ReturnType<typeof walk>>["coverage"]) =>
  coverage.filter(({ status }) => status !== "complete");

describe("the cloud-c connector", () => {
  test("finds everything once and reports every list as complete", async () => {
    const { end, coverage } = await walk();
    expect(end).toEqual({ end: "done" });
    expect(found.toSorted()).toEqual(namesIn(estate).toSorted());
    expect(incomplete(coverage)).toEqual([]);
    expect(coverage).toHaveLength(2 * (2 * 10 + 1));
  });

  const PROJECTS = sized(50, 4);
  const RESOURCES = PROJECTS * 400;
  test(`${RESOURCES} resources in ${PROJECTS} projects and 12 locations: each once, requests in flight bounded`, async () => {
    cloud.estate = largeEstate(PROJECTS);
    cloud.latencyMs = 2;
    const before = sized(liveHeap, () => 0)();
    let [pages, most] = [0, 0];
    const { record } = portsTo();
    const { end } = await walk({
      record: async (artifacts) => {
        await record(artifacts);
        pages += 1;
        if (pages % LOOKED_AT_EACH !== 0) return;
        // The fake cloud's own records do not count against the connector.
        cloud.lists.clear();
        most = Math.max(most, liveHeap() - before);
      },
    });
    expect(end).toEqual({ end: "done" });
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
    const what = `cloud-c: ${RESOURCES} resources: live heap over the start, their names included`;
    note(what, megabytes(most), megabytes(MAX_HEAP), most / MAX_HEAP);
    expect(most).toBeLessThan(MAX_HEAP);
    expect(found).toHaveLength(RESOURCES);
    expect(new Set(found).size).toBe(RESOURCES);
    expect(cloud.peakInFlight).toBeLessThanOrEqual(16);
    expect(cloud.peakInFlight).toBeGreaterThan(8);
  });

  test("when a page fails for good, the pages before it are kept: its list is partial, all others are complete", async () => {
    cloud.estate = { ...estate, count: (p, l, c) => (isBig(p, l, c) ? 242 : 1) };
    cloud.fault = ({ path, query }) =>
      path.endsWith("first-project/locations/us-central1/models") &&
      query.get("pageToken") === "t200"
        ? apiError(500, "INTERNAL")
        : null;
    const { coverage } = await walk();
    expect(incomplete(coverage)).toEqual([
      {
        project: "first-project",
        location: "us-central1",
        kind: "model",
        status: "partial",
        http_status: 500,
        code: "INTERNAL",
      },
    ]);
    expect(found.filter((name) => name.includes("/models/"))).toHaveLength(200 + 3);
    expect(slept).toHaveLength(6);
    expect(slept.toSorted((a, b) => a - b)).toEqual(slept);
  });

  test("a storm of 429s is waited out as long as asked, with fewer concurrent requests", async () => {
    cloud.fault = (_, nth) =>
      nth <= 3 ? { ...apiError(429, "RESOURCE_EXHAUSTED"), headers: { "retry-after": "7" } } : null;
    const { end, coverage } = await walk();
    expect(end).toEqual({ end: "done" });
    expect(incomplete(coverage)).toEqual([]);
    expect(found.toSorted()).toEqual(namesIn(estate).toSorted());
    expect(Math.min(...slept)).toBe(7000);
  });

  test("a missing permission in one project is reported there and stops nothing else", async () => {
    cloud.fault = ({ path }) =>
      path.includes("/projects/first-project/") && path.endsWith("/endpoints")
        ? apiError(403, "PERMISSION_DENIED", "IAM_PERMISSION_DENIED")
        : null;
    const { coverage } = await walk();
    expect(incomplete(coverage)).toEqual(
      estate.locations.map((location) => ({
        project: "first-project",
        location,
        kind: "endpoint",
        status: "failed",
        http_status: 403,
        code: "IAM_PERMISSION_DENIED",
      })),
    );
    expect(found).toHaveLength(namesIn(estate).length - 4);
  });

  test("an API that is disabled in a project is called a few times at most, not for every list", async () => {
    cloud.estate = largeEstate(3);
    const [off] = cloud.estate.projects;
    cloud.fault = ({ path }) =>
      path.includes(`/projects/${off}/locations/region`)
        ? apiError(403, "PERMISSION_DENIED", "SERVICE_DISABLED")
        : null;
    const { coverage } = await walk();
    const asked = [...cloud.lists.keys()].filter((key) =>
      key.includes(`/projects/${off}/locations/region`),
    );
    expect(asked.length).toBeLessThanOrEqual(8);
    expect(incomplete(coverage)).toHaveLength(120);
    expect(new Set(incomplete(coverage).map(({ code }) => code))).toEqual(
      new Set(["SERVICE_DISABLED"]),
    );
  });

  test("a missing list (404) is empty, not a failure, and retires nothing", async () => {
    cloud.fault = ({ path }) => (path.endsWith("/tuningJobs") ? apiError(404, "NOT_FOUND") : null);
    const { coverage, states } = await walk();
    expect(incomplete(coverage)).toEqual([]);
    expect(states[0]?.absent.toSorted()).toEqual([
      "europe-west4/tuning_job",
      "us-central1/tuning_job",
    ]);
    expect(states[0]?.done).not.toContain("us-central1/tuning_job");
  });

  test("when one API's locations cannot be listed, the other API still is", async () => {
    cloud.fault = ({ path }) =>
      path.endsWith("first-project/locations")
        ? apiError(403, "PERMISSION_DENIED", "IAM_PERMISSION_DENIED")
        : null;
    const { coverage } = await walk();
    expect(incomplete(coverage)).toHaveLength(10);
    expect(incomplete(coverage)[0]).toMatchObject({ location: "*", kind: "endpoint" });
    expect(found.some((name) => name.startsWith("projects/first-project/"))).toBe(true);
  });

  test("unreachable notebook locations are each named; the listing is partial", async () => {
    cloud.fault = ({ path }) =>
      path.endsWith("first-project/locations/-/instances")
        ? {
            status: 200,
            body: {
              instances: [{ name: "projects/first-project/locations/a/instances/1" }],
              unreachable: ["locations/b", "projects/first-project/locations/c", "d/e🙂"],
            },
          }
        : null;
    const { coverage } = await walk();
    const entry = { project: "first-project", kind: "notebook_instance", status: "partial" };
    expect(incomplete(coverage)).toEqual([
      { ...entry, location: "b", code: "unreachable" },
      { ...entry, location: "c", code: "unreachable" },
      { ...entry, location: "e🙂", code: "unreachable" },
      { ...entry, location: "-" },
    ]);
    expect(found).toContain("projects/first-project/locations/a/instances/1");
  });

  test.each([
    ["not JSON", { status: 200, body: "<html>" }, "failed"],
    ["a list", { status: 200, body: [] }, "failed"],
    ["null", { status: 200, body: "null" }, "failed"],
    ["a text for a list", { status: 200, body: { endpoints: "x" } }, "partial"],
    ["resources without names", { status: 200, body: { endpoints: [{}, null, 7] } }, "partial"],
  ])("an answer that is %s spoils that list and nothing else", async (_, answer, status) => {
    cloud.fault = ({ path }) =>
      path.endsWith("first-project/locations/us-central1/endpoints") ? answer : null;
    const { coverage } = await walk();
    expect(incomplete(coverage)).toMatchObject([{ status, code: "malformed_response" }]);
  });

  test("paging that never ends is cut off", async () => {
    cloud.fault = ({ path }) =>
      path.endsWith("first-project/locations/us-central1/endpoints")
        ? { status: 200, body: { nextPageToken: "again" } }
        : null;
    const { coverage } = await walk();
    expect(incomplete(coverage)).toMatchObject([{ status: "partial", code: "endless_paging" }]);
  });

  test("a location that would escape its label in a host name is not followed", async () => {
    cloud.fault = ({ path }) =>
      path.endsWith("/locations")
        ? { status: 200, body: { locations: [{ locationId: "evil.example/#" }, {}] } }
        : null;
    await walk();
    expect([...cloud.lists.keys()].some((key) => key.includes("evil"))).toBe(false);
  });

  test("a project that is being deleted is not listed", async () => {
    cloud.fault = ({ path }) =>
      path === "/v3/projects/first-project"
        ? { status: 200, body: { state: "DELETE_REQUESTED" } }
        : null;
    const { coverage, end } = await walk();
    expect(end).toEqual({ end: "done" });
    expect(incomplete(coverage)).toMatchObject([
      { project: "first-project", location: "*", kind: "*", code: "PROJECT_DELETE_REQUESTED" },
    ]);
    expect(found.every((name) => name.startsWith("projects/second-project/"))).toBe(true);
  });

  test("a token that expires midway is renewed once; a second refusal ends the walk", async () => {
    const refusals: (string | undefined)[] = [];
    const renewing: EstatePorts["token"] = async (refused) => {
      if (refused !== undefined) refusals.push(refused);
      const token = refused === undefined && refusals.length === 0 ? TOKEN : "ya29.c.renewed";
      return { ok: true, token: { token, expiresAt: 1e15 } };
    };
    cloud.issued.push("ya29.c.renewed");
    cloud.fault = () => {
      if (cloud.requests === 20) cloud.revoked.add(TOKEN);
      return null;
    };
    expect((await walk({ token: renewing })).end).toEqual({ end: "done" });
    expect(found.toSorted()).toEqual(namesIn(estate).toSorted());
    expect(refusals.length).toBeGreaterThan(0);
    cloud.revoked.add("ya29.c.renewed");
    expect((await walk({ token: renewing })).end).toMatchObject({
      end: "fatal",
      fault: { stage: "enumerate", http_status: 401 },
    });
  });

  test("stopped after any number of requests and resumed, nothing is lost", async () => {
    cloud.estate = {
      ...estate,
      count: (p, l, c) => (isBig(p, l, c) ? 242 : c === "instances" ? 120 : 1),
    };
    for (const step of [5, 7, 11, 17]) {
      found = [];
      const saved = new Map<string, string>();
      let invocations = 0;
      let isDone = false;
      while (!isDone) {
        invocations += 1;
        const from = cloud.requests;
        const known = new Map(
          [...saved].map(([project, text]) => [project, JSON.parse(text) as ProjectState]),
        );
        const { end } = await walk(
          {
            stopping: () => cloud.requests - from >= step,
            save: async (state) => {
              saved.set(state.project, JSON.stringify(state));
            },
          },
          known,
        );
        isDone = end.end === "done";
        expect(invocations).toBeLessThan(200);
      }
      expect(invocations).toBeGreaterThan(2);
      expect([...new Set(found)].toSorted()).toEqual(namesIn(cloud.estate).toSorted());
    }
  });

  test("an error in one project ends the walk, also of the projects in progress", async () => {
    const hasFailed = Promise.withResolvers<void>();
    let recordedOfSecond = 0;
    const walked = walk({
      record: async ([artifact]) => {
        if (artifact?.provider_ref.startsWith("projects/first-project/")) return;
        recordedOfSecond += 1;
        await hasFailed.promise;
        await new Promise(setImmediate);
      },
      save: async ({ project }) => {
        if (project !== "first-project") return;
        hasFailed.resolve();
        throw new Error("not saved");
      },
    });
    await expect(walked).rejects.toThrow("not saved");
    expect(recordedOfSecond).toBeLessThanOrEqual(8);
  });

  test("a page token that expired between two invocations restarts its list", async () => {
    cloud.estate = { ...estate, count: (p, l, c) => (isBig(p, l, c) ? 242 : 1) };
    const path = "first-project/locations/us-central1/models";
    cloud.fault = (seen) =>
      seen.path.endsWith(path) && seen.query.get("pageToken") === "stale"
        ? apiError(400, "INVALID_ARGUMENT")
        : null;
    const state: ProjectState = {
      project: "first-project",
      finished: false,
      checked: true,
      locations: ["us-central1"],
      done: [],
      absent: [],
      pages: { "us-central1/model": "stale" },
      faults: [],
      firstFault: null,
    };
    const { coverage } = await walk({}, new Map([["first-project", state]]));
    expect(incomplete(coverage)).toEqual([]);
    expect(found.filter((name) => name.includes(path))).toHaveLength(242);
  });
});

const isBig = (project: string, location: string, collection: string) =>
  project === "first-project" && location === "us-central1" && collection === "models";
