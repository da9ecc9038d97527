import { beforeAll, expect, test } from "vitest";
import type { AnsweredFacts } from "#shared/domain/inventory/answered-facts.ts";
import { useEnvironmentOf } from "#test/support/in-process.ts";
import {
  discoverPush,
  historyOf,
  type InventoryTenant,
  inventoryTenant,
} from "#test/support/inventory-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { scanTable } from "#test/support/table.ts";
import { goodFacts } from "#test/support/upstream.ts";

const system = suiteSystem();
let tenant: InventoryTenant;
let artifactId: string;
beforeAll(async () => {
  useEnvironmentOf(system, { AWS_LAMBDA_FUNCTION_NAME: "discoveryWorker" });
  await system.admin("PUT", "/admin/frameworks/eu_ai_act", { display_name: "EU AI Act" });
  tenant = await inventoryTenant(system);
  artifactId = (await discoverPush(system, tenant, "acme/ranking")).artifact.id;
});

const scoring = { value: ["social_scoring"], confidence: 0.9, quote: "ranking" };

/** Writes what a model answered, like a worker that has read the artifact before. */
async function worker(): Promise<(value: AnsweredFacts) => Promise<void>> {
  const { recordClassifications } = await import(
    "#shared/use-cases/inventory/record-classification.ts"
  );
  const { currentGates } = await import("#shared/use-cases/inventory/current-gates.ts");
  const { getArtifact } = await import("#shared/store/artifacts.ts");
  const found = await getArtifact(artifactId, tenant.id);
  if (found === null) throw new Error("There is no such artifact.");
  const { artifact } = found;
  const gates = await currentGates(new Date().toISOString());
  const spending = { attempts: 1, tokens: { input: 1, output: 1 }, cost: 0 };
  return (value) => {
    const answer = { value, provider: "byo" as const, model: "own", spending };
    return recordClassifications([{ artifact, answer, madeOf: null }], gates);
  };
}

test("of workers with the same result, the first writes and the others have nothing to do", async () => {
  const workers = await Promise.all([worker(), worker(), worker()]);
  await Promise.all(workers.map((write) => write(goodFacts)));
  expect((await historyOf(tenant, artifactId)).map(({ action }) => action)).toEqual([
    "artifact.classified",
  ]);
});

test("of two workers on one artifact, the later sees what the first wrote, and each has its row", async () => {
  const [one, other] = await Promise.all([worker(), worker()]);
  const talks = { ...goodFacts, interacts_with_people: { ...scoring, value: true } };
  await Promise.all([one(talks), other({ ...goodFacts, practices: scoring })]);
  const rows = await historyOf(tenant, artifactId);
  const classes = rows.map(({ context }) => context.class);
  expect(classes[0]).toBe("high_risk");
  expect(classes.slice(1)).toContain("prohibited");
  expect(rows).toHaveLength(3);
  const { classification } = (await tenant.member("GET", `/artifacts/${artifactId}`)).body;
  expect(classification.class).toBe(classes.at(-1));
});

test("a worker that read before a person decided takes nothing back", async () => {
  const late = await worker();
  const { body } = await tenant.org("PUT", `/artifacts/${artifactId}/classification`, {
    answers: { practices: [] },
    reason: "It scores nobody.",
    allowed_by: "Article 5(1)(c) prohibits the scoring of persons only.",
  });
  await late({ ...goodFacts, practices: scoring });
  const { classification } = (await tenant.member("GET", `/artifacts/${artifactId}`)).body;
  expect(classification).toMatchObject({ class: "high_risk", state: "confirmed" });
  expect(classification.confirmed_at).toBe(body.classification.confirmed_at);
  expect(classification.facts.practices).toMatchObject({ value: [], source: "person" });
});

test("what a model answered is kept for 400 days beside the log, which has only its hash", async () => {
  const kept = (await scanTable(system)).filter(({ pk }) => pk === `ARTIFACTANSWER#${artifactId}`);
  const rows = await historyOf(tenant, artifactId);
  const hashes = rows.map(({ context }) => context.answer_hash).filter(Boolean);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.map(({ sk }) => sk)).toEqual(expect.arrayContaining(hashes));
  const days = ((kept[0]?.ttl ?? 0) - Date.now() / 1000) / 86_400;
  expect(Math.round(days)).toBe(400);
  expect(JSON.stringify(rows)).not.toContain("Ranks applicants.");
  expect(kept[0]?.text).toContain("Ranks applicants.");
});
