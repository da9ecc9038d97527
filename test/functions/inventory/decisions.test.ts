import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sized } from "#test/support/full-size.ts";
import {
  actionsOf,
  discoverPush,
  historyOf,
  type InventoryTenant,
  inventoryTenant,
} from "#test/support/inventory-fixture.ts";
import { expectKeptCounts } from "#test/support/kept-counts.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";
import {
  goodFacts,
  type Reply,
  shaped,
  startUpstream,
  type Upstream,
} from "#test/support/upstream.ts";

const KEY = "sk-inventory";

/** What the model answers next. */
let answer: unknown = goodFacts;
const told: Reply = (request, response) =>
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify(shaped("byo", request, { text: JSON.stringify(answer) })));

let upstream: Upstream;
let system: TestSystem;
beforeAll(async () => {
  upstream = await startUpstream({ told });
  system = await startTestSystem({
    functions: "deployed",
    settings: { EXTRACTOR_ALLOWED_HOSTS: upstream.host, EXTRACTOR_CACHE_ENABLED: "false" },
  });
  await system.admin("PUT", "/admin/frameworks/eu_ai_act", { display_name: "EU AI Act" });
  await system.admin("PUT", "/admin/frameworks/co_sb_26_189", { display_name: "Colorado" });
});
afterAll(() => Promise.all([system.close(), upstream.close()]));

const unknown = { value: null, confidence: null, quote: null };
const said = (value: unknown, quote = "ranking") => ({ value, confidence: 0.8, quote });

const tenantOf = () =>
  inventoryTenant(system, [{ provider: "byo", endpoint: `${upstream.url}/told`, auth: KEY }]);

let one: Promise<InventoryTenant> | undefined;
let repositories = 0;

/**
 * An artifact that nobody has decided on, in a repository of its own. All are of one tenant unless one
 * is given.
 */
async function found(given: unknown = goodFacts, of?: InventoryTenant) {
  answer = given;
  one ??= tenantOf();
  const tenant = of ?? (await one);
  repositories += 1;
  const repository = `acme/ranking-service-${repositories}`;
  const { artifact } = await discoverPush(system, tenant, repository);
  const path = `/artifacts/${artifact.id}`;
  const again = async (facts: unknown) => {
    answer = facts;
    return (await discoverPush(system, tenant, repository)).artifact.classification;
  };
  return { tenant, artifact, path, put: putter(tenant, path), again };
}

const putter = (tenant: InventoryTenant, path: string) => (body: unknown) =>
  tenant.org("PUT", `${path}/classification`, body);

describe("a classification", () => {
  test("is a row in the log that says who said so, from which input, at what price", async () => {
    const { tenant, artifact } = await found();
    const [row, ...others] = await historyOf(tenant, artifact.id);
    expect(others).toEqual([]);
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(row).toMatchObject({
      action: "artifact.classified",
      resource_type: "artifact",
      resource_id: artifact.id,
      tenant_id: tenant.id,
      actor_type: "system",
      row_hash: hash,
    });
    expect(row?.context).toEqual({
      number: 1,
      input_hash: hash,
      instructions_hash: hash,
      gates_version: artifact.classification.gates_version,
      provider: "byo",
      model: "own",
      attempts: 1,
      tokens: { input: 100, output: 10 },
      cost: 0,
      answer_hash: hash,
      class: "high_risk",
      reasons: artifact.classification.reasons,
      facts_hash: hash,
      facts_before: null,
    });
  });

  test("that says the same again writes no new row", async () => {
    const { tenant, artifact, again } = await found();
    await again(goodFacts);
    await again({ ...goodFacts, class: "minimal" });
    expect(await actionsOf(tenant, artifact.id)).toEqual(["artifact.classified"]);
  });

  test("is not made if a model answers with a class or with prose", async () => {
    const tenant = await tenantOf();
    for (const given of [{ class: "minimal" }, "It is minimal risk, trust me."]) {
      const { artifact } = await found(given, tenant);
      expect(artifact.classification).toBeNull();
    }
  });

  test("is unknown if quotes are only almost in the text, and says what is open", async () => {
    const { artifact, path, tenant } = await found(
      Object.fromEntries(Object.keys(goodFacts).map((name) => [name, said(true, "Ranking")])),
    );
    expect(artifact.classification).toMatchObject({ class: "unknown", reasons: [] });
    const questions = (await tenant.member("GET", "/classification/questions")).body;
    expect(questions.gates_version).toBe(artifact.classification.gates_version);
    const texts = new Map(
      questions.questions.map((one: { fact: string; text: string }) => [one.fact, one.text]),
    );
    for (const { fact, question } of artifact.classification.open_questions) {
      expect(texts.get(fact)).toBe(question);
    }
    expect((await tenant.member("GET", path)).body).toEqual(artifact);
  });
});

describe("an org admin", () => {
  test("confirms the class, once", async () => {
    const { tenant, artifact, put } = await found();
    const body = { class: "high_risk", reason: "It ranks applicants." };
    const { status, body: after } = await put(body);
    expect(status).toBe(200);
    expect(after.classification).toMatchObject({
      class: "high_risk",
      state: "confirmed",
      confirmed_by: expect.any(String),
      confirmed_at: expect.any(String),
    });
    expect((await put(body)).body).toEqual(after);
    const rows = await historyOf(tenant, artifact.id);
    expect(rows.map(({ action }) => action)).toEqual(["artifact.classified", "artifact.confirmed"]);
    expect(rows[1]).toMatchObject({
      actor_user_id: after.classification.confirmed_by,
      context: body,
      row_hash: expect.any(String),
    });
    const { items } = (await system.admin("GET", `/admin/artifacts?tenant_id=${tenant.id}`)).body;
    expect(items.find(({ id }: { id: string }) => id === artifact.id)).toEqual({
      id: artifact.id,
      tenant_id: tenant.id,
      class: "high_risk",
      state: "confirmed",
      confirmed_by: after.classification.confirmed_by,
      confirmed_at: after.classification.confirmed_at,
      allowed_by: null,
      second_by: null,
    });
  });

  test("still confirms what a deleted connection found, and is shown since when it has been gone", async () => {
    const own = await tenantOf();
    const { tenant, path, put } = await found(goodFacts, own);
    expect((await tenant.org("DELETE", `/connections/${own.connectionId}`)).status).toBe(204);
    const { retired_at } = (await tenant.member("GET", path)).body;
    expect(retired_at).toEqual(expect.any(String));
    const body = { class: "high_risk", reason: "It ranked applicants." };
    for (const nth of ["first", "second"]) {
      const { status, body: after } = await put(body);
      expect([nth, status, after.retired_at]).toEqual([nth, 200, retired_at]);
    }
  });

  test("confirms a proposal by giving the time of the classification that they saw", async () => {
    const { put, artifact } = await found();
    const { classified_at } = artifact.classification;
    const { body } = await put({ classified_at, reason: "As proposed." });
    expect(body.classification).toMatchObject({ class: "high_risk", state: "confirmed" });
  });

  test("does not confirm an override that came in between when they confirm a proposal", async () => {
    const { put, artifact } = await found();
    await put({ class: "minimal", reason: "Only a prototype." });
    const { classified_at } = artifact.classification;
    const { body } = await put({ classified_at, reason: "Only a prototype." });
    expect(body.classification).toMatchObject({ class: "high_risk", state: "confirmed" });
  });

  test("overrides it with a reason, and takes it back", async () => {
    const { tenant, artifact, put } = await found();
    const over = await put({ class: "minimal", reason: "Only a prototype." });
    expect(over.body.classification).toMatchObject({
      class: "minimal",
      state: "overridden",
      reasons: artifact.classification.reasons,
    });
    const back = await put({ class: "high_risk", reason: "In use after all." });
    expect(back.body.classification).toMatchObject({ class: "high_risk", state: "confirmed" });
    const rows = await historyOf(tenant, artifact.id);
    expect(rows.slice(1).map(({ action, context }) => [action, context])).toEqual([
      [
        "artifact.overridden",
        { number: 2, from: "high_risk", to: "minimal", reason: "Only a prototype." },
      ],
      ["artifact.confirmed", { number: 3, class: "high_risk", reason: "In use after all." }],
    ]);
  });

  test("answers open questions, and the answers outweigh what a model says later", async () => {
    const open = { ...goodFacts, profiles: unknown, narrow_task: said("preparatory") };
    const { tenant, artifact, put, again } = await found(open);
    expect(
      artifact.classification.open_questions.map(({ fact }: { fact: string }) => fact),
    ).toEqual(["profiles"]);
    const body = { answers: { profiles: false }, reason: "Our engineers say so." };
    const { body: after } = await put(body);
    expect(after.classification).toMatchObject({
      class: "minimal",
      state: "confirmed",
      open_questions: [],
      reasons: [{ gate: "6(3)(d)" }],
    });
    expect(after.classification.facts.profiles).toEqual({
      value: false,
      confidence: null,
      quote: null,
      source: "person",
    });
    expect((await put(body)).body).toEqual(after);
    const later = await again({ ...open, profiles: said(true) });
    expect(later).toMatchObject({ class: "minimal", state: "confirmed" });
    expect(later.facts.profiles.source).toBe("person");
    const rows = await historyOf(tenant, artifact.id);
    expect(rows.map(({ action }) => action)).toEqual([
      "artifact.classified",
      "artifact.classified",
      "artifact.confirmed",
    ]);
    expect(rows[1]?.context).toMatchObject({ attempts: 0, cost: 0, reason: body.reason });
  });

  test("cannot confirm what is unknown, but can answer what is open", async () => {
    const { put, artifact } = await found({ ...goodFacts, practices: unknown });
    const { classified_at } = artifact.classification;
    const { status, body } = await put({ classified_at, reason: "Fine." });
    expect([status, body.code]).toEqual([422, "nothing_to_confirm"]);
    expect(body.open_questions).toMatchObject([{ fact: "practices" }]);
    const { body: after } = await put({ answers: { practices: [] }, reason: "None." });
    expect(after.classification).toMatchObject({ class: "high_risk", state: "confirmed" });
  });

  test("repeats answers that leave the class unknown without a second row", async () => {
    const others = Object.fromEntries(Object.keys(goodFacts).map((name) => [name, unknown]));
    const { tenant, artifact, put } = await found({ ...others, is_ai_system: said(true) });
    const { classified_at } = artifact.classification;
    const body = { answers: { interacts_with_people: true }, reason: "It is a chat." };
    const first = await put({ ...body, classified_at });
    expect(first.body.classification).toMatchObject({ class: "unknown", state: "proposed" });
    for (const again of [body, { ...body, classified_at }]) {
      const { status, body: repeated } = await put(again);
      expect([status, repeated]).toEqual([200, first.body]);
    }
    expect(await actionsOf(tenant, artifact.id)).toHaveLength(2);
  });

  test("classifies by answers alone if no extractor is configured", async () => {
    const tenant = await inventoryTenant(system);
    const { artifact } = await discoverPush(system, tenant, "acme/ranking-service");
    expect(artifact.classification).toBeNull();
    const put = putter(tenant, `/artifacts/${artifact.id}`);
    const { body } = await put({ answers: { is_ai_system: false }, reason: "A cron job." });
    expect(body.classification).toMatchObject({
      class: "not_ai",
      state: "confirmed",
      provider: null,
      model: null,
    });
  });
});

describe("refused", () => {
  test.each([
    ["an override without a reason", { class: "minimal" }],
    ["a blank reason", { class: "minimal", reason: " \n " }],
    ["a reason of more than 4,000 characters", { class: "minimal", reason: "a".repeat(4001) }],
    ["a class that is none", { class: "limited", reason: "x" }],
    ["unknown as a decision", { class: "unknown", reason: "x" }],
    ["class and answers at once", { class: "minimal", answers: { profiles: true }, reason: "x" }],
    ["no answer at all", { answers: {}, reason: "x" }],
    ["a confirmation that does not say of what", { reason: "As proposed." }],
    ["an answer to no question", { answers: { verdict: true }, reason: "x" }],
    ["an answer outside the list", { answers: { biometric: "dna" }, reason: "x" }],
    ["a member of a plain object", { answers: { area: ["constructor"] }, reason: "x" }],
    ["a control character in a reason", { class: "minimal", reason: "a\u0000b" }],
    ["an unknown field", { class: "minimal", reason: "x", force: true }],
  ])("%s, with the fault named", async (_, body) => {
    const { put } = await shared();
    const answered = await put(body);
    expect([answered.status, answered.body.code]).toEqual([400, "validation_failed"]);
    expect(answered.body.errors.length).toBeGreaterThan(0);
  });

  let kept: ReturnType<typeof found> | undefined;
  const shared = () => {
    kept ??= found();
    return kept;
  };

  test("members, and everybody of another tenant", async () => {
    const { tenant, path } = await shared();
    const body = { class: "minimal", reason: "x" };
    expect((await tenant.member("PUT", `${path}/classification`, body)).status).toBe(403);
    const other = await newTenant(system, "Other");
    expect((await other.org("PUT", `${path}/classification`, body)).status).toBe(404);
    expect((await other.member("GET", path)).status).toBe(404);
    expect((await other.member("GET", `${path}/history`)).status).toBe(404);
  });

  test("a confirmation of what changed a second ago", async () => {
    const { tenant, put, artifact, again } = await found();
    await again({ ...goodFacts, practices: said(["social_scoring"]) });
    const unseen = await put({ class: "high_risk", reason: "As I saw it." });
    expect([unseen.status, unseen.body.code]).toEqual([409, "conflict"]);
    const { classified_at } = artifact.classification;
    const named = await put({ class: "prohibited", reason: "As I saw it.", classified_at });
    expect(named.status).toBe(409);
    const { body } = await tenant.member("GET", `/artifacts/${artifact.id}`);
    const seen = { classified_at: body.classification.classified_at };
    const words = { class: "high_risk", reason: "No social scoring.", ...seen };
    const silent = await put(words);
    expect([silent.status, silent.body.errors[0].path]).toEqual([400, "allowed_by"]);
    const allowed_by = "Article 5(1)(c) asks for a detrimental treatment; there is none.";
    const meant = await put({ ...words, allowed_by });
    expect(meant.body.classification).toMatchObject({
      class: "high_risk",
      state: "overridden",
      reason: "No social scoring.",
      allowed_by,
      second_by: null,
    });
  });
});

const scoring = { ...goodFacts, practices: said(["social_scoring"]) };
const allowed_by = "Article 5(1)(c): only in unrelated social contexts.";

/** A tenant's second org admin. */
async function secondAdmin({ id }: InventoryTenant, path: string) {
  const claims = { tenant_id: id, org_role: "admin", sub: "second-admin" };
  const api = system.api(await system.token(claims));
  return (body: unknown) => api("PUT", `${path}/classification`, body);
}

/** How many systems Home counts as allowed by one person. */
async function allowedByOne({ member }: InventoryTenant): Promise<number> {
  const { body } = await member("GET", "/tenant/overview");
  const work: { kind: string; count: number }[] = body.work;
  return work.find(({ kind }) => kind === "allowed_by_one")?.count ?? 0;
}

test("answers that leave “prohibited” for an unknown class need the sentence of the law, which stays for the decision that follows", async () => {
  const tenant = await tenantOf();
  const others = Object.fromEntries(Object.keys(goodFacts).map((name) => [name, unknown]));
  const { practices } = scoring;
  const { put } = await found({ ...others, is_ai_system: said(true), practices }, tenant);
  const answers = { answers: { practices: [] }, reason: "It scores nobody." };
  const silent = await put(answers);
  expect([silent.status, silent.body.errors?.[0].path]).toEqual([400, "allowed_by"]);
  const { body: open } = await put({ ...answers, allowed_by });
  expect(open.classification).toMatchObject({ class: "unknown", allowed_by, confirmed_by: null });
  expect(await allowedByOne(tenant)).toBe(0);
  const { body: decided } = await put({ class: "minimal", reason: "A prototype." });
  expect(decided.classification).toMatchObject({ class: "minimal", allowed_by, second_by: null });
  expect(await allowedByOne(tenant)).toBe(1);
});

test("the person who lifted “prohibited” cannot take away the mark that nobody else has confirmed it", async () => {
  const tenant = await tenantOf();
  const { path, put, again } = await found(scoring, tenant);
  await put({ answers: { practices: [] }, reason: "It scores nobody.", allowed_by });
  for (const body of [
    { class: "high_risk", reason: "Again." },
    { answers: { purpose: "It ranks." }, reason: "Its purpose." },
  ]) {
    expect((await put(body)).body.classification).toMatchObject({ allowed_by, second_by: null });
    expect(await allowedByOne(tenant)).toBe(1);
  }
  // A run that changes the class asks for a decision, and does not end the exception either.
  await again({ ...scoring, area: said([]), interacts_with_people: said(true) });
  expect(await allowedByOne(tenant)).toBe(0);
  const second = await secondAdmin(tenant, path);
  const { body } = await put({ class: "transparency", reason: "It talks to people." });
  expect(body.classification).toMatchObject({ class: "transparency", allowed_by });
  expect(await allowedByOne(tenant)).toBe(1);
  await second({ class: "transparency", reason: "I read it too." });
  expect(await allowedByOne(tenant)).toBe(0);
  // What changes nothing of the class leaves the second person's confirmation as well.
  await put({ answers: { purpose: "It sorts." }, reason: "Its purpose." });
  expect(await allowedByOne(tenant)).toBe(0);
  await put({ class: "minimal", reason: "It no longer talks to people." });
  expect(await allowedByOne(tenant)).toBe(1);
});

test("a corrected sentence of the law is recorded, and a second person's own one is their decision", async () => {
  const { tenant, artifact, path, put } = await found(scoring, await tenantOf());
  const body = { class: "high_risk", reason: "It scores nobody.", allowed_by };
  const first = (await put(body)).body.classification;
  const corrected = { ...body, allowed_by: "Article 5(1)(c)(i): no unrelated context." };
  for (const repeated of [corrected, corrected]) {
    expect((await put(repeated)).body.classification).toMatchObject({
      allowed_by: corrected.allowed_by,
      confirmed_by: first.confirmed_by,
    });
  }
  const second = await secondAdmin(tenant, path);
  const own = { ...body, allowed_by: "Article 5(1)(c)(ii): the treatment is justified." };
  const silent = { class: "high_risk", reason: "I read it too." };
  await second(silent);
  const theirs = (await second(own)).body.classification;
  expect(theirs).toMatchObject({ allowed_by: own.allowed_by, second_by: null });
  expect(theirs.confirmed_by).not.toBe(first.confirmed_by);
  expect((await put({ ...silent, allowed_by })).body.classification).toMatchObject({
    allowed_by,
    confirmed_by: first.confirmed_by,
    second_by: null,
  });
  const rows = (await historyOf(tenant, artifact.id)).slice(1);
  expect(rows.map(({ action, context }) => [action, context.allowed_by])).toEqual([
    ["artifact.overridden", allowed_by],
    ["artifact.overridden", corrected.allowed_by],
    ["artifact.confirmed", undefined],
    ["artifact.overridden", own.allowed_by],
    ["artifact.overridden", allowed_by],
  ]);
});

test("the second person's later answers count", async () => {
  const { tenant, artifact, path, put } = await found(scoring, await tenantOf());
  await put({ answers: { practices: [] }, reason: "It scores nobody.", allowed_by });
  const second = await secondAdmin(tenant, path);
  await second({ class: "high_risk", reason: "I read it too." });
  const { body } = await second({
    answers: { practices: ["social_scoring"] },
    reason: "It is used elsewhere as well.",
  });
  expect(body.classification).toMatchObject({
    class: "prohibited",
    state: "confirmed",
    allowed_by: null,
  });
  const [classified, confirmed] = (await historyOf(tenant, artifact.id)).slice(-2);
  expect([classified?.action, confirmed?.action]).toEqual([
    "artifact.classified",
    "artifact.confirmed",
  ]);
  expect(classified?.actor_user_id).toBe(body.classification.confirmed_by);
});

test("what one person took out of “prohibited” waits on Home until a second one has confirmed it", async () => {
  const tenant = await tenantOf();
  const { path, put } = await found({ ...goodFacts, practices: said(["social_scoring"]) }, tenant);
  const work = async (): Promise<string[]> => {
    const { body } = await tenant.member("GET", "/tenant/overview");
    return body.work
      .filter(({ kind }: { kind: string }) => /prohibited|allowed_by_one/.test(kind))
      .map(({ kind, count }: { kind: string; count: number }) => `${kind} ${count}`);
  };
  const listed = async () =>
    (await tenant.member("GET", "/artifacts?allowed_by_one=true&class=high_risk")).body.items
      .length;
  expect(await work()).toEqual(["prohibited_undecided 1"]);
  const decision = {
    class: "high_risk",
    reason: "The score is used within one procedure.",
    allowed_by: "Article 5(1)(c): only in unrelated social contexts.",
  };
  const first = (await put(decision)).body.classification;
  expect([await work(), await listed()]).toEqual([["allowed_by_one 1"], 1]);
  // The same person does not count as a second one.
  await put({ ...decision, reason: "I say it again." });
  expect([await work(), await listed()]).toEqual([["allowed_by_one 1"], 1]);
  const token = await system.token({
    tenant_id: tenant.id,
    org_role: "admin",
    sub: "second-admin",
  });
  const other = system.api(token);
  const confirm = { class: "high_risk", reason: "I read it too." };
  const second = await other("PUT", `${path}/classification`, confirm);
  expect(second.body.classification).toMatchObject({
    class: "high_risk",
    confirmed_by: first.confirmed_by,
    reason: "I say it again.",
    allowed_by: decision.allowed_by,
  });
  expect(second.body.classification.second_by).not.toBe(first.confirmed_by);
  expect([await work(), await listed()]).toEqual([[], 0]);
  await expectKeptCounts(system);
  const history = await historyOf(tenant, path.split("/")[2] ?? "");
  expect(history.slice(1).map(({ action, context }) => [action, context.allowed_by])).toEqual([
    ["artifact.overridden", decision.allowed_by],
    ["artifact.overridden", decision.allowed_by],
    ["artifact.confirmed", undefined],
  ]);
  // Confirming the same again writes nothing new.
  await other("PUT", `${path}/classification`, confirm);
  expect(await historyOf(tenant, path.split("/")[2] ?? "")).toHaveLength(history.length);
});

test("simultaneous decisions are each applied in order or get a 409, and each one that was applied has its row", async () => {
  const { tenant, artifact, put } = await found();
  const classes = ["minimal", "high_risk", "prohibited", "transparency", "minimal", "high_risk"];
  const answers = await Promise.all(
    classes.map((one, i) => put({ class: one, reason: `No. ${i}` })),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
  const decided = (await historyOf(tenant, artifact.id)).slice(1);
  expect(decided).toHaveLength(statuses.filter((status) => status === 200).length);
  for (const [i, { action, context }] of decided.entries()) {
    const before = decided[i - 1]?.context;
    const was = before?.to ?? before?.class ?? "high_risk";
    if (action === "artifact.overridden") expect(context.from).toBe(was);
  }
});

describe("a later run", () => {
  test("reopens what was confirmed when a new fact changes the class", async () => {
    const { tenant, artifact, put, again } = await found();
    await put({ class: "high_risk", reason: "Yes." });
    const later = await again({ ...goodFacts, practices: said(["social_scoring"]) });
    expect(later).toMatchObject({ class: "prohibited", state: "reopened", confirmed_by: null });
    const rows = await historyOf(tenant, artifact.id);
    expect(rows.slice(2).map(({ action, context }) => [action, context.from, context.to])).toEqual([
      ["artifact.classified", undefined, undefined],
      ["artifact.reopened", "high_risk", "prohibited"],
    ]);
  });

  test("keeps a confirmation if no new fact changes the class", async () => {
    const { put, again } = await found();
    const { body } = await put({ class: "high_risk", reason: "Yes." });
    const later = await again({ ...goodFacts, interacts_with_people: said(true) });
    expect(later).toMatchObject({ class: "high_risk", state: "confirmed" });
    expect(later.confirmed_at).toBe(body.classification.confirmed_at);
    expect(later.facts.interacts_with_people.value).toBe(true);
  });

  test("that no longer mentions a fact leaves a confirmed class as it is", async () => {
    const { put, again } = await found();
    await put({ class: "high_risk", reason: "Yes." });
    const later = await again({ ...goodFacts, area: unknown, practices: unknown });
    expect(later).toMatchObject({ class: "high_risk", state: "confirmed" });
  });

  test("does not undo an override unless the gates give a third class", async () => {
    const { put, again } = await found();
    await put({ class: "minimal", reason: "A prototype." });
    expect(await again(goodFacts)).toMatchObject({ class: "minimal", state: "overridden" });
    const third = await again({ ...goodFacts, practices: said(["social_scoring"]) });
    expect(third).toMatchObject({ class: "prohibited", state: "reopened" });
  });

  test("changes nothing that is confirmed, however often it comes again", async () => {
    const { tenant, artifact, put, again } = await found();
    const { body } = await put({ class: "high_risk", reason: "Yes." });
    for (let run = 0; run < sized(100, 4); run += 1) await again(goodFacts);
    const now = await tenant.member("GET", `/artifacts/${artifact.id}`);
    expect(now.body.classification).toEqual(body.classification);
    expect(await actionsOf(tenant, artifact.id)).toEqual([
      "artifact.classified",
      "artifact.confirmed",
    ]);
  });
});

test("the list finds artifacts by class, and by whether somebody answers for them", async () => {
  const { tenant, artifact, put } = await found(goodFacts, await tenantOf());
  const ids = async (query: string) =>
    (await tenant.member("GET", `/artifacts?${query}`)).body.items.map(
      (one: { id: string }) => one.id,
    );
  expect(await ids("class=high_risk")).toEqual([artifact.id]);
  expect(await ids("class=minimal")).toEqual([]);
  expect(await ids("confirmed=false")).toEqual([artifact.id]);
  await put({ class: "minimal", reason: "x" });
  expect(await ids("class=minimal&confirmed=true")).toEqual([artifact.id]);
  expect(await ids("confirmed=false")).toEqual([]);
  expect((await tenant.member("GET", "/artifacts?class=limited")).status).toBe(400);
});

test("Home's counts match the artifacts, whoever decided what at the same time", async () => {
  expect(await expectKeptCounts(system)).toBeGreaterThan(10);
});
