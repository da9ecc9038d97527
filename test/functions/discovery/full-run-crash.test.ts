import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  type CloudbServer,
  connectRole,
  fewResources,
  startCloudb,
} from "#test/support/cloudb-server.ts";
import { namesIn, smallEstate } from "#test/support/cloudc-estate.ts";
import { allOf, connectWif, provisionIssuer } from "#test/support/cloudc-fixture.ts";
import { type CloudcServer, startCloudc } from "#test/support/cloudc-server.ts";
import { noteKills, sized } from "#test/support/full-size.ts";
import { killAt, useEnvironmentOf } from "#test/support/in-process.ts";
import { expectKeptCounts } from "#test/support/kept-counts.ts";
import { type RepositoryServer, startRepositories } from "#test/support/repository-server.ts";
import { rsaPem } from "#test/support/rsa-key.ts";
import { auditRows } from "#test/support/sourcehost.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { connectSourcehost, newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";

const clock = vi.hoisted(() => ({ offset: 0 }));
vi.mock("#shared/platform/clock.ts", () => ({
  now: () => new Date(Date.now() + clock.offset).toISOString(),
  nowMs: () => Date.now() + clock.offset,
}));

/*
 * The worker runs in this process against the system's table, with a clock of its own, so that it
 * can be cut off after each of its kill points and its run resumed once the lease has expired.
 */

let cloudb: CloudbServer;
let cloudc: CloudcServer;
let host: RepositoryServer;
let system: TestSystem;
let acme: TestTenant;
beforeAll(async () => {
  [cloudb, cloudc, host] = await Promise.all([
    startCloudb(),
    startCloudc(smallEstate(["my-project"], ["region-1"])),
    startRepositories(() => Date.now() + clock.offset),
  ]);
  cloudb.pageSize = 100;
  const settings = {
    ...cloudb.settings,
    ...cloudc.settings,
    SOURCEHOST_APP_ID: "314159",
    SOURCEHOST_API_URL: host.url,
    WORKER_INVOKE_ENABLED: "false",
  };
  system = await startTestSystem({ settings });
  useEnvironmentOf(system, settings);
  vi.stubEnv("OIDC_ISSUER_URL", "https://app.example/oidc");
  vi.spyOn(console, "log").mockReturnValue(undefined);
  await provisionIssuer(system);
  const private_key_pem = rsaPem();
  await system.admin("POST", "/admin/setup/sourcehost-app/private-key", { private_key_pem });
  acme = await newTenant(system);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([system.close(), cloudb.close(), cloudc.close(), host.close()]);
});

interface Environment {
  /** A normal test run tries one kill point in so many: those of a listing are all alike. */
  step: number;
  connect: () => Promise<string>;
  /** Replaces the previous contents; returns the references of everything it now contains. */
  change: (nth: number) => string[];
}

const environments: Record<string, Environment> = {
  "cloud-b": {
    step: 8,
    connect: () => connectRole(acme, cloudb, ["eu-west-1"]),
    change: (nth) => {
      const ref = `arn:aws:bedrock:eu-west-1:123456789012:flow/${nth}`;
      cloudb.resources = (region) => ({
        ...fewResources(region),
        flow: [{ id: `${nth}`, name: `flow-${nth}`, arn: ref }],
      });
      const few = fewResources("eu-west-1");
      return [
        ...few.model.map(({ ModelArn }) => ModelArn),
        ...few.custom_model.map(({ modelArn }) => modelArn),
        "arn:aws:bedrock:eu-west-1:123456789012:agent/AGENT12345",
        ref,
      ];
    },
  },
  "cloud-c": {
    step: 4,
    connect: () => connectWif(acme, cloudc),
    change: (nth) => {
      const count = (_: string, __: string, collection: string) =>
        collection === "models" ? 1 + (nth % 2) : 1;
      cloudc.estate = { ...cloudc.estate, count };
      return namesIn(cloudc.estate);
    },
  },
  "source host": {
    step: 3,
    connect: async () => (await connectSourcehost(acme)).id,
    change: (nth) => {
      const files = { "requirements.txt": "torch\n" };
      const repositories = [1, 2, 100 + nth].map((id) => ({ id, full_name: `acme/r${id}`, files }));
      host.repositories = repositories;
      return repositories.map(({ full_name }) => full_name);
    },
  },
};

test.each(Object.entries(environments))(
  "a full run of %s whose worker dies after any call is completed by the next one",
  async (name, { step, connect, change }) => {
    const { workOnRun } = await import("#shared/use-cases/discovery/work-on-run.ts");
    const { getRun } = await import("#shared/store/discovery-runs.ts");
    const id = await connect();
    let kills = 0;
    for (let nth = 1, reached = true; reached; nth += sized(1, step)) {
      const held = change(nth);
      const posted = await acme.member("POST", `/connections/${id}/discovery-runs`);
      expect([nth, posted.status]).toEqual([nth, 202]);
      const work = async () => {
        const run = await getRun(posted.body.id);
        return run === null ? null : workOnRun(run, () => 840_000);
      };
      reached = await killAt(nth, "after", work);
      kills += reached ? 1 : 0;
      clock.offset += 901_000;
      if (reached) await work();
      const run = (await acme.member("GET", `/discovery-runs/${posted.body.id}`)).body;
      expect([nth, run.status, run.artifacts_count]).toEqual([nth, "completed", held.length]);
      expect(
        run.coverage.filter(({ status }: { status: string }) => status !== "complete"),
      ).toEqual([]);
      const artifacts = await allOf(acme.member, `/artifacts?connection_id=${id}`);
      const live = artifacts.filter(({ retired_at }) => retired_at === null);
      expect(live.map(({ provider_ref }) => provider_ref).toSorted()).toEqual(held.toSorted());
      // Most deaths leave the counts unchanged; if one does not, the next worker corrects them.
      if (nth % 8 === 1 || !reached) expect(await expectKeptCounts(system)).toBeGreaterThan(0);
      const words = (await auditRows(system, `resource_id=${run.id}`)).map(({ action }) => action);
      expect(words).toEqual(["discovery.run.started", "discovery.run.completed"]);
    }
    // The kill points: taking the run, recording what was found with its progress, and ending it.
    expect(kills).toBeGreaterThanOrEqual(3);
    noteKills(`full run of ${name}`, kills);
  },
);
