import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import * as CDX from "@cyclonedx/cyclonedx-library";
import Ajv from "ajv";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Artifact } from "#shared/domain/discovery/artifact.ts";
import euAiAct from "#shared/domain/frameworks/rule-books/eu-ai-act.json" with { type: "json" };
import { reclassified } from "#shared/domain/inventory/classification.ts";
import { cyclonedxOf } from "#shared/domain/inventory/cyclonedx.ts";
import type { ExportedInventory } from "#shared/domain/inventory/exported-inventory.ts";
import { eachFact } from "#shared/domain/inventory/facts.ts";
import { GATES_VERSION, weigh } from "#shared/domain/inventory/gates.ts";
import { sized } from "#test/support/full-size.ts";
import {
  discoverPush,
  type InventoryTenant,
  inventoryTenant,
} from "#test/support/inventory-fixture.ts";
import { knownNo, labelled } from "#test/support/labelled-artifacts.ts";
import {
  appointAnother,
  expectStatus,
  requestReview,
  ruleText,
} from "#test/support/review-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { scanTable, tableClient } from "#test/support/table.ts";
import { putItems } from "#test/support/table-attack.ts";
import { goodFacts, startUpstream, type Upstream } from "#test/support/upstream.ts";

const library = dirname(
  createRequire(import.meta.url).resolve("@cyclonedx/cyclonedx-library/package.json"),
);
const schemaOf = (name: string) =>
  JSON.parse(readFileSync(join(library, "res/schema", name), "utf8"));

const ajv = new Ajv.default({ strict: false, allErrors: false, validateFormats: true });
addFormats.default(ajv);
ajv.addFormat("iri-reference", true);
ajv.addFormat("idn-email", true);
for (const name of [
  "spdx.SNAPSHOT.schema.json",
  "jsf-0.82.SNAPSHOT.schema.json",
  "cryptography-defs.SNAPSHOT.schema.json",
]) {
  ajv.addSchema(schemaOf(name), `http://cyclonedx.org/schema/${name}`);
}
/** Without uniqueItems, which takes minutes for ten thousand items; `faultsOf` checks it instead. */
const schema = JSON.parse(
  JSON.stringify(schemaOf("bom-1.7.SNAPSHOT.schema.json"), (name, value) =>
    name === "uniqueItems" ? undefined : value,
  ),
);
const isValid = ajv.compile(schema);

/** What the schema refuses, and lists that contain something twice. */
function faultsOf(document: unknown): unknown[] {
  const faults: unknown[] = isValid(document) ? [] : [...(isValid.errors ?? [])];
  const open = [document];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== "object" || value === null) continue;
    if (
      Array.isArray(value) &&
      new Set(value.map((one) => JSON.stringify(one))).size < value.length
    ) {
      faults.push(value.slice(0, 2));
    }
    open.push(...Object.values(value).filter((one) => one !== undefined));
  }
  return faults;
}

const gates = {
  version: GATES_VERSION,
  basis: "x",
  weigh: (facts: Parameters<typeof weigh>[0]) =>
    weigh(facts, { has: () => true, stands: () => true }),
};

const AT = "2026-11-20T10:15:30.123Z";

/** An artifact of the labelled set, classified, and confirmed by one of two people or by nobody. */
function artifactOf(index: number): Artifact {
  const one = labelled[index % labelled.length] as (typeof labelled)[number];
  const values = { ...knownNo, is_ai_system: true, ...one.facts };
  const facts = eachFact((name) => ({
    value: values[name],
    confidence: 0.5,
    quote: one.text.slice(0, 10),
    source: "extractor" as const,
  }));
  const basis = { input_hash: "a", instructions_hash: "b", provider: "mock", model: "m" };
  const proposed = reclassified(null, facts, basis, gates, AT);
  const decided = {
    state: "confirmed" as const,
    confirmed_by: `user-${index % 2}`,
    confirmed_at: AT,
  };
  const isDecided = index % 3 === 0 && proposed.class !== "unknown";
  return {
    id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    tenant_id: "t",
    connection_id: index % 2 === 0 ? "c-even" : "c-odd",
    kind: index % 5 === 0 ? "model_file" : "repository",
    name: one.name,
    provider_ref: `acme/${one.name}-${index}`,
    location: null,
    details: index % 7 === 0 ? { hosted_endpoints: ["api.openai.com"] } : {},
    first_seen_at: AT,
    last_seen_at: AT,
    retired_at: null,
    classification: { ...proposed, row_hash: "ab".repeat(32), ...(isDecided ? decided : {}) },
  };
}

const inventoryOf = (count: number): ExportedInventory => ({
  tenant: { id: "t", name: "Acme \u202e & Söhne" },
  baseUrl: "https://api.example.com",
  artifacts: Array.from({ length: count }, (_, i) => artifactOf(i)),
  connections: [
    { id: "c-even", isComplete: true },
    { id: "c-odd", isComplete: false },
  ],
  books: [
    {
      id: "eu_ai_act",
      display_name: "EU AI Act",
      jurisdiction: "EU",
      source_url: "https://eur-lex.europa.eu/eli/reg/2024/1689/oj",
      rules: euAiAct.rules.map(({ use_case_id, title }) => ({ use_case_id, title, text: title })),
    },
  ],
  approvals: [
    {
      review_id: "r",
      counsel: { id: "k", display_name: "Dr. Ada Lex", firm: "Lex LLP" },
      decided_at: AT,
      rules: [{ framework_id: "eu_ai_act", use_case_id: "annex3.4.a.employment_recruitment" }],
    },
  ],
});

interface Named {
  name: string;
  "bom-ref": string;
}

/** The parts of a document that both sides know. */
interface Described {
  components: (Named & {
    type: CDX.Enums.ComponentType;
    properties: { name: string; value: string }[];
    evidence?: object;
    modelCard?: object;
  })[];
  services: (Named & { endpoints?: string[] })[];
}

/** Puts members and lists in one order. */
const inOrder = (all: readonly object[]): string[] =>
  all.map((one) => [...JSON.stringify(one).matchAll(/"[^"]*"/g)].sort().join()).sort();

describe("the CycloneDX document", () => {
  test.each([0, 1, sized(10_000, 500)])(
    "of %i artifacts, of partial runs too, is valid by the official schema",
    (count) => {
      const document = cyclonedxOf(inventoryOf(count));
      expect(faultsOf(document)).toEqual([]);
      expect(document.components).toHaveLength(count);
      expect(document.compositions).toContainEqual(
        expect.objectContaining({ "bom-ref": "composition:c-odd", aggregate: "incomplete" }),
      );
    },
  );

  test("has the components and services that an independent library writes for the same things", () => {
    const document = cyclonedxOf(inventoryOf(60)) as unknown as Described;
    const bom = new CDX.Models.Bom();
    for (const { type, name, properties, ...one } of document.components) {
      const bomRef = one["bom-ref"];
      const own = properties.map((each) => new CDX.Models.Property(each.name, each.value));
      const given = { bomRef, properties: new CDX.Models.PropertyRepository(own) };
      bom.components.add(new CDX.Models.Component(type, name, given));
    }
    for (const service of document.services) {
      bom.services.add(new CDX.Models.Service(service.name, { bomRef: service["bom-ref"] }));
    }
    const factory = new CDX.Serialize.JSON.Normalize.Factory(CDX.Spec.Spec1dot7);
    const text = new CDX.Serialize.JsonSerializer(factory).serialize(bom);
    const written = JSON.parse(text) as Described;
    // The library has no classes for the rest, which the schema judges.
    const known = ({ components, services }: Described) => [
      inOrder(components.map(({ evidence: _e, modelCard: _m, ...one }) => one)),
      inOrder(services.map(({ endpoints: _, ...one }) => one)),
    ];
    expect(known(document)).toEqual(known(written));
  });

  test("is the same bytes for the same state, whatever order it was read in", () => {
    const given = inventoryOf(50);
    const turned = {
      ...given,
      artifacts: given.artifacts.toReversed(),
      connections: given.connections.toReversed(),
    };
    expect(JSON.stringify(cyclonedxOf(turned))).toBe(JSON.stringify(cyclonedxOf(given)));
    const other = cyclonedxOf({ ...given, artifacts: given.artifacts.slice(1) });
    expect(other.serialNumber).not.toBe(cyclonedxOf(given).serialNumber);
    expect(other.serialNumber).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
  });

  test("says who answers: administrators are not third parties, counsel is", () => {
    const { assessors, attestations, claims, evidence } = cyclonedxOf(inventoryOf(60))
      .declarations as Record<string, Record<string, unknown>[]>;
    expect(assessors?.map((one) => [one["bom-ref"], one.thirdParty])).toEqual([
      ["assessor:user:user-0", false],
      ["assessor:user:user-1", false],
      ["assessor:counsel:k", true],
    ]);
    expect(attestations).toHaveLength(3);
    expect(claims).toHaveLength(60);
    expect(claims?.[0]?.predicate).toBe("class: prohibited; state: confirmed");
    expect(JSON.stringify(evidence?.[0])).toContain("/evidence/log/proof/abab");
  });
});

describe("over the API", () => {
  let upstream: Upstream;
  let system: TestSystem;
  let tenant: InventoryTenant;
  let artifact: { id: string };
  beforeAll(async () => {
    upstream = await startUpstream();
    system = await startTestSystemWithLog({
      settings: { EXTRACTOR_ALLOWED_HOSTS: upstream.host },
    });
    await system.admin("PUT", "/admin/frameworks/eu_ai_act", { display_name: "EU AI Act" });
    tenant = await inventoryTenant(system, [
      { provider: "byo", endpoint: `${upstream.url}/good`, auth: "k" },
    ]);
    artifact = (await discoverPush(system, tenant, "acme/ranking")).artifact;
  });
  afterAll(() => Promise.all([system.close(), upstream.close()]));

  const EXPORT = "/artifacts/export?format=cyclonedx";

  test("a connection stays complete however many pushes follow its last full run", async () => {
    const busy = await inventoryTenant(system, [
      { provider: "byo", endpoint: `${upstream.url}/good`, auth: "k" },
    ]);
    const { run } = await discoverPush(system, busy, "acme/busy");
    const stored = (await scanTable(system)).find(({ pk }) => pk === `RUN#${run.id}`);
    const copyOf = (change: object) => {
      const id = randomUUID();
      const copy = JSON.parse(JSON.stringify(stored).replaceAll(run.id, id));
      return { ...copy, run: { ...copy.run, ...change } };
    };
    const complete = { project: "p", location: "*", kind: "*", status: "complete" };
    const full = copyOf({ kind: "full", coverage: [complete] });
    await putItems(system, [
      {
        ...full,
        gsi4pk: `RUNS#FULL#${run.connection_id}`,
        gsi4sk: full.gsi1sk,
        gsi1sk: `0${full.gsi1sk}`,
      },
      ...Array.from({ length: 1001 }, () => copyOf({})),
    ]);
    const { body } = await busy.org("GET", EXPORT);
    expect(body.compositions).toMatchObject([{ aggregate: "complete" }]);
  });

  test("org admins get it as an attachment; others, other formats and other tenants do not", async () => {
    const { status, headers, text } = await tenant.org("GET", EXPORT);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/vnd.cyclonedx+json; version=1.7");
    expect(headers.get("content-disposition")).toMatch(/attachment/);
    const document = JSON.parse(text);
    expect(faultsOf(document)).toEqual([]);
    expect(document.components).toMatchObject([{ "bom-ref": `artifact:${artifact.id}` }]);
    expect(document.compositions).toMatchObject([{ aggregate: "incomplete" }]);
    expect((await tenant.org("GET", EXPORT)).text).toBe(text);
    expect((await tenant.member("GET", EXPORT)).status).toBe(403);
    for (const query of ["", "?format=spdx", "?format=cyclonedx&x=1"]) {
      expect((await tenant.org("GET", `/artifacts/export${query}`)).status).toBe(400);
    }
    const [proof] = document.declarations.evidence;
    const { url } = proof.data[0].contents;
    await system.api()("POST", "/_local/schedules/sequence-log/run");
    expect((await system.api()("GET", new URL(url).pathname)).status).toBe(200);
  });

  test("an approval followed by a refusal of the same wording is no attestation until the wording is approved again", async () => {
    const frameworkId = "eu_ai_act";
    const rules = [ruleText("art50.1.interaction")];
    const path = `/admin/frameworks/${frameworkId}/rules`;
    await expectStatus(system.admin("PUT", path, { rules }), 200);
    const ruleIds = rules.map(({ use_case_id }) => use_case_id);
    const counsel = await appointAnother(system, { frameworkId, ruleIds });
    const attestedAfter = async (decision: string): Promise<string[]> => {
      const { token } = await requestReview(system, counsel);
      await expectStatus(
        system.api()("POST", `/counsel/review/${token}/decide`, { decision }),
        200,
      );
      await system.advance(2);
      const { declarations } = JSON.parse((await tenant.org("GET", EXPORT)).text);
      return declarations.attestations
        .filter(({ assessor }: { assessor: string }) => assessor.startsWith("assessor:counsel:"))
        .flatMap(({ map }: { map: { requirement: string }[] }) => map)
        .map(({ requirement }: { requirement: string }) => requirement);
    };
    const own = `requirement:${frameworkId}/${ruleIds[0]}`;
    expect(await attestedAfter("approved")).toEqual([own]);
    expect(await attestedAfter("rejected")).toEqual([]);
    expect(await attestedAfter("approved_with_changes")).toEqual([own]);
  });

  test("a link leads to the same bytes for five minutes, and only if nothing in it is changed", async () => {
    const { status, headers } = await tenant.org("GET", `${EXPORT}&link=true`);
    expect(status).toBe(303);
    const link = headers.get("location") ?? "";
    const download = await system.api()("GET", link);
    expect([download.status, download.text]).toEqual([200, (await tenant.org("GET", EXPORT)).text]);
    const other = await inventoryTenant(system);
    for (const wrong of [`${link}0`, link.replace(tenant.id, other.id), "/artifacts/export/x"]) {
      expect((await system.api()("GET", wrong)).status).toBe(404);
    }
    await system.advance(301);
    expect((await system.api()("GET", link)).status).toBe(404);
  });

  /** Stores this many copies of an artifact, each with a thousand long hosts in its details. */
  async function copyWithHosts(id: string, copies: number): Promise<void> {
    const stored = (await scanTable(system)).find((item) => item.id === id) ?? {};
    const table = tableClient(system);
    for (let copy = 0; copy < copies; copy += 1) {
      const hosted_endpoints = Array.from(
        { length: 1000 },
        (_, i) => `${`models-${copy}-${i}-`.padEnd(190, "x")}.example.com`,
      );
      const keys = ["id", "sk", "gsi1sk", "gsi2sk", "gsi3pk"];
      const renamed = Object.fromEntries(keys.map((key) => [key, `${stored[key]}-${copy}`]));
      const Item = { ...stored, ...renamed, details: JSON.stringify({ hosted_endpoints }) };
      await table.send(new PutCommand({ TableName: system.endpoints.table_name, Item }));
    }
    table.destroy();
  }

  test("above the limit of an answer, a 303 leads to the whole file", async () => {
    const large = await inventoryTenant(system);
    const { artifact: one } = await discoverPush(system, large, "acme/many-models");
    expect((await large.org("GET", EXPORT)).status).toBe(200);
    await copyWithHosts(one.id, 8);
    const { status, headers, text } = await large.org("GET", EXPORT);
    expect([status, text.length]).toEqual([303, 0]);
    const download = await fetch(`${system.baseUrl}${headers.get("location")}`);
    expect([download.status, download.headers.get("content-encoding")]).toEqual([200, "gzip"]);
    expect(download.headers.get("content-disposition")).toMatch(/attachment/);
    const whole = await download.text();
    expect(whole.length).toBeGreaterThan(6_300_000);
    const { components, services } = JSON.parse(whole);
    expect([components.length, services.length]).toEqual([9, 8000]);
  });

  test("the draft of a registration has section A for high risk, B for an exception, and is otherwise refused", async () => {
    const path = `/artifacts/${artifact.id}/registration`;
    const put = (body: unknown) =>
      tenant.org("PUT", `/artifacts/${artifact.id}/classification`, body);
    const a = (await tenant.org("GET", path)).body;
    expect(a).toMatchObject({ artifact_id: artifact.id, section: "A", state: "proposed" });
    expect(a.points.map(({ point }: { point: number }) => point)).toEqual(
      Array.from({ length: 13 }, (_, i) => i + 1),
    );
    expect(a.points[4]).toMatchObject({ value: goodFacts.purpose.value, source: "extractor" });
    expect(a.missing).toEqual([1, 6, 7, 10, 11, 12]);
    await put({ answers: { narrow_task: "procedural", profiles: false }, reason: "Only sorts." });
    const b = (await tenant.org("GET", path)).body;
    expect(b).toMatchObject({ section: "B", state: "confirmed" });
    expect(b.points.map(({ point }: { point: number }) => point)).toEqual([1, 2, 3, 4, 5, 6, 8]);
    const file = await tenant.org("GET", `${path}?format=csv`);
    expect(file.headers.get("content-type")).toMatch(/text\/csv/);
    expect(file.text.split("\r\n")).toHaveLength(9);
    expect((await tenant.org("GET", `${path}?format=pdf`)).status).toBe(400);
    await put({ answers: { practices: null, area: [] }, reason: "No." });
    const none = await tenant.org("GET", path);
    expect([none.status, none.body.code]).toEqual([422, "registration_not_applicable"]);
    expect((await tenant.member("GET", path)).status).toBe(403);
    expect((await tenant.org("GET", `${path}?format=xml`)).status).toBe(400);
  });
});
