import { afterAll, beforeAll, expect, test } from "vitest";
import { smallEstate } from "#test/support/cloudc-estate.ts";
import { allOf, connectWif, provisionIssuer, runToEnd } from "#test/support/cloudc-fixture.ts";
import { type CloudcServer, startCloudc } from "#test/support/cloudc-server.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";
import { startUpstream, type Upstream } from "#test/support/upstream.ts";

const estate = smallEstate(["odd-project"], ["us-central1"]);
const models = "projects/odd-project/locations/us-central1/models";

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

/** Odd resources that a customer may create, each as the text of a JSON object. */
const odd = {
  constructor: '{"labels":{"constructor":"x","__proto__":"y","toString":"z","hasOwnProperty":"w"}}',
  "empty-key": '{"labels":{"":"empty"}}',
  number: '{"labels":{"big":12345678901234567890,"small":1e-300,"huge":1e300}}',
  infinite: '{"labels":{"infinite":1e999},"description":"kept"}',
  "forty-levels": `{"labels":${deep(40)}}`,
  bottomless: `{"labels":${deep(20_000)},"description":"kept"}`,
  surrogates: '{"labels":{"half\\ud83d":"\\udc00 half"},"description":"x\\ud83d"}',
  emoji: `{"displayName":"${"a".repeat(299)}🙂🙂","description":"${"b".repeat(79)}🙂${"c".repeat(3000)}"}`,
};

let cloud: CloudcServer;
let upstream: Upstream;
let system: TestSystem;
let tenant: TestTenant;
beforeAll(async () => {
  cloud = await startCloudc(estate);
  upstream = await startUpstream();
  system = await startTestSystem({
    settings: {
      ...cloud.settings,
      EXTRACTOR_ALLOWED_HOSTS: upstream.host,
      EXTRACTOR_CACHE_ENABLED: "true",
    },
  });
  await provisionIssuer(system);
  tenant = await newTenant(system);
  cloud.fault = ({ path }) =>
    path.endsWith(`${models}`) ? { status: 200, body: listing(Object.entries(odd)) } : null;
});
afterAll(() => Promise.all([system.close(), cloud.close(), upstream.close()]));

const listing = (entries: readonly (readonly [string, string])[]) =>
  `{"models":[${entries
    .map(([name, fields]) => `{"name":"${models}/${name}",${fields.slice(1)}`)
    .join(",")}]}`;

test("resources as odd as JSON allows are recorded, listed and classified; the run completes", async () => {
  const chain = [{ provider: "byo", endpoint: `${upstream.url}/good`, auth: "key" }];
  await tenant.org("PATCH", "/tenant/settings/extractor", { chain });
  const id = await connectWif(tenant, cloud);
  const run = await runToEnd(tenant, id);
  expect(run).toMatchObject({ status: "completed", error_jsonb: null });
  const artifacts = await allOf(tenant.member, `/artifacts?connection_id=${id}&kind=model`);
  const byName = new Map(
    artifacts.map((one) => [one.provider_ref.split("/").at(-1) as keyof typeof odd, one]),
  );
  expect(byName.size).toBe(Object.keys(odd).length);
  expect(artifacts.every(({ classification }) => classification?.provider === "byo")).toBe(true);
  const labels = (name: keyof typeof odd) => byName.get(name)?.details.labels;
  expect(labels("constructor")).toMatchObject({ constructor: "x", toString: "z" });
  expect(labels("empty-key")).toEqual({ "": "empty" });
  expect(labels("number")).toEqual({ big: 12345678901234567000, small: 1e-300, huge: 1e300 });
  expect(labels("forty-levels")).toEqual(JSON.parse(deep(40)));
  for (const name of ["infinite", "bottomless"] as const) {
    expect(byName.get(name)?.details).toMatchObject({ description: "kept" });
    expect(labels(name)).toBeUndefined();
  }
  expect(JSON.stringify(artifacts).isWellFormed()).toBe(true);
  expect(byName.get("surrogates")?.details.description).toBe("x\ufffd");
  expect(byName.get("emoji")?.name).toBe("a".repeat(299));
  expect(byName.get("emoji")?.details.description).toBe("b".repeat(79));
});

test("the same resource with its fields in another order is the same input: no model is asked again", async () => {
  const labels = { team: "risk", stage: "production", constructor: "x", "10": 1, "9": 2 };
  const chain = [{ provider: "byo", endpoint: `${upstream.url}/good`, auth: "key" }];
  await tenant.org("PATCH", "/tenant/settings/extractor", { chain });
  const list = (reversed: boolean) => {
    const entries = reversed ? Object.entries(labels).toReversed() : Object.entries(labels);
    const text = entries.map(([name, value]) => `"${name}":${JSON.stringify(value)}`).join(",");
    const rest = [`"labels":{${text}}`, '"description":"Scores applicants"'];
    return listing([["same", `{${(reversed ? rest.toReversed() : rest).join(",")}}`]]);
  };
  let reversed = false;
  cloud.fault = ({ path }) =>
    path.endsWith(models) ? { status: 200, body: list(reversed) } : null;
  const id = await connectWif(tenant, cloud);
  await runToEnd(tenant, id);
  const asked = () => upstream.seen.filter(({ body }) => body.input.includes("/models/same"));
  const [first, ...more] = asked();
  expect([first?.body.input.includes("Scores applicants"), more]).toEqual([true, []]);
  reversed = true;
  await runToEnd(tenant, id);
  expect(asked()).toHaveLength(1);
  // Eight reads of one artifact return the same bytes each time.
  const texts = new Set<string>();
  for (let i = 0; i < 8; i += 1) {
    texts.add((await tenant.member("GET", `/artifacts?connection_id=${id}&kind=model`)).text);
  }
  expect(texts.size).toBe(1);
  // Another connection to the same resources yields the same input, so the stored answer is used.
  const other = await connectWif(tenant, cloud);
  await runToEnd(tenant, other);
  expect(new Set(asked().map(({ body }) => body.input)).size).toBe(1);
  expect(asked()).toHaveLength(1);
});
