import { type BenchHost, startBenchHost } from "#test/bench/bench-host.ts";
import { type CiIssuer, startCiIssuer } from "#test/support/ci-issuer.ts";
import { smallEstate } from "#test/support/cloudc-estate.ts";
import { type CloudcServer, startCloudc } from "#test/support/cloudc-server.ts";
import { type FakeIdp, startFakeIdp } from "#test/support/fake-idp.ts";
import { startUpstream, type Upstream } from "#test/support/upstream.ts";
import { idpSettings } from "./scenarios.ts";

/** What functions call: a one-project cloud, an extractor, an identity provider, a source host, a CI. */
export interface Outside {
  cloud: CloudcServer;
  upstream: Upstream;
  idp: FakeIdp;
  host: BenchHost;
  ci: CiIssuer;
}

/** @param now milliseconds since the epoch, by the clock of the system that calls them */
export async function startOutside(now: () => number = Date.now) {
  const [cloud, upstream, idp, host, ci] = await Promise.all([
    startCloudc(smallEstate(["bench-project"], ["us-central1"])),
    startUpstream(),
    startFakeIdp(now),
    startBenchHost(),
    startCiIssuer(now),
  ]);
  const close = () => Promise.all([cloud, upstream, idp, host, ci].map((each) => each.close()));
  return { cloud, upstream, idp, host, ci, close };
}

/** Settings with which a system calls these, and runs nothing that it was not asked to run. */
export const settingsFor = ({
  cloud,
  upstream,
  idp,
  host,
  ci,
}: Outside): Record<string, string> => ({
  ...cloud.settings,
  ...host.settings,
  ...idpSettings(idp),
  EXTRACTOR_ALLOWED_HOSTS: upstream.host,
  PIPELINE_ISSUER_ALLOWED_HOSTS: ci.host,
  WEBHOOK_ALLOWED_HOSTS: ci.host,
  HOSTED_LLM_API_KEY: "sk-bench-platform",
  HOSTED_LLM_BASE_URL: `${upstream.url}/good`,
  // The worker runs only on its own scenario's tick, not whenever a run is announced.
  WORKER_INVOKE_ENABLED: "false",
});
