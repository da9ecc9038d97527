import { NumberValue, PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { keyMessage } from "#shared/domain/courier/key-message.ts";
import { panelEnds } from "#shared/domain/courier/panel-message.ts";
import { reviewMessage } from "#shared/domain/courier/review-message.ts";
import { entityAt, textOf } from "#shared/store/entities.ts";
import { shardOf } from "#shared/store/table-schema.ts";
import { enrol } from "#test/support/enrol.ts";
import { eventually } from "#test/support/eventually.ts";
import { sampled, sized } from "#test/support/full-size.ts";
import { useEnvironmentOf } from "#test/support/in-process.ts";
import { commissionPanel } from "#test/support/panel-fixture.ts";
import { commission, expectStatus, requestReview } from "#test/support/review-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { tableClient } from "#test/support/table.ts";
import type { Item } from "../../bin/export/scan.ts";
import { checkLog } from "../../bin/restore-drill/check-log.ts";
import { findChangedSince } from "../../bin/restore-drill/compare.ts";
import { checkDemands } from "../../bin/restore-drill/demands.ts";
import { contentsOf, readTable, type TableContents } from "../../bin/restore-drill/read-table.ts";
import { findUnexplained } from "../../bin/restore-drill/unexplained.ts";

/*
 * Somebody with full access to a table deletes or alters one item of each kind, in the restored table
 * or in the live one. The drill names the item.
 */

let system: TestSystem;
/** Loaded once the environment names the system: it makes its AWS clients then. */
let verify: typeof import("../../bin/restore-drill/verify.ts").verify;
let items: Item[];
let at: string;
/** Requests whose counsel wants no reminders, so that nobody misses these requests. */
const unwanted: string[] = [];
/** The panel to which the courier comes at its end. */
let panelId: string;
/** The request whose link is in the outbox. */
let waiting: { review: { id: string } };

beforeAll(async () => {
  // Mail waits until the courier is asked to run.
  system = await startTestSystemWithLog({ settings: { WORKER_INVOKE_ENABLED: "false" } });
  const provision = "/admin/setup/counsel-review-hmac-secret/provision-secret";
  await expectStatus(system.admin("POST", provision), 200);
  const tenant = await expectStatus(system.admin("POST", "/admin/tenants", { name: "One" }), 201);
  const org = system.api(
    await system.token({ tenant_id: tenant.body.id, org_role: "admin", is_platform_admin: false }),
  );
  const connection = { provider: "sourcehost", display_name: "Host", installation_id: "1" };
  await expectStatus(org("POST", "/connections", connection), 201);
  const approved = await commission(system);
  await decide(approved.token, "approved");
  const denied = await requestReview(system, approved);
  await decide(denied.token, "rejected");
  await requestReview(system, approved);
  panelId = (await commissionPanel(system, { members: 2 })).panel.id;
  await recordLaw(approved.frameworkId);
  await enrol(system, approved.counselId);
  await sendMails();
  await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
  items = await scan();
  at = await system.advance(600);
  useEnvironmentOf(system);
  ({ verify } = await import("../../bin/restore-drill/verify.ts"));
});
afterAll(() => system.close());

async function decide(token: string, decision: string): Promise<void> {
  await expectStatus(system.api()("GET", `/counsel/review/${token}`), 200);
  const body = { decision, comment: "Read." };
  await expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, body), 200);
}

/** One enforcement event in two versions, and one in a single version. */
async function recordLaw(frameworkId: string): Promise<void> {
  const event = (id: string, note: string) => ({
    id,
    on: "2026-01-01",
    kind: "stayed",
    authority: "A parliament",
    citation_url: "https://law.example/1",
    note,
  });
  const put = (...events: object[]) =>
    system.admin("PUT", `/admin/frameworks/${frameworkId}/enforcement`, { events });
  await expectStatus(put(event("begins", "As passed."), event("also", "As passed.")), 200);
  await expectStatus(put(event("begins", "As corrected.")), 200);
}

const courier = () => expectStatus(system.api()("POST", "/_local/schedules/courier/run"), 200);

/** A mailed request whose link was sent and whose counsel wants no reminders, and two that wait. */
async function sendMails(): Promise<void> {
  const sent = await mailed();
  await courier();
  // The local SES reports it at once, but on a separate path.
  await eventually(async () => {
    const { body } = await system.admin("GET", `/admin/rule-reviews/${sent.review.id}`);
    expect(body.mail.status).toBe("delivered");
  });
  const { items: outbox } = (await system.api()("GET", "/_local/outbox")).body;
  const text = outbox.at(-1).text as string;
  const [path = ""] = /\/counsel\/reminders\/[\w-]+/.exec(text) ?? [];
  await mailed();
  waiting = await mailed();
  unwanted.push(`${sent.review.id}_reminder_`);
  await expectStatus(system.api()("POST", path, { stop: true }), 200);
}

/** A new request, by mail. */
async function mailed() {
  const first = await commission(system);
  const { body } = await expectStatus(
    system.admin("POST", "/admin/rule-reviews", {
      framework_id: first.frameworkId,
      rule_use_case_ids: first.ruleIds,
      counsel_id: first.counselId,
      deliver: "mail",
    }),
    201,
  );
  return { ...first, review: body };
}

async function scan(): Promise<Item[]> {
  const client = tableClient(system);
  const { Items = [] } = await client.send(
    new ScanCommand({ TableName: system.endpoints.table_name ?? "" }),
  );
  client.destroy();
  return Items as Item[];
}

/** `REVIEW META`, `RULE CONTENT`, …: the first words of both keys. */
const kindOf = ({ pk, sk }: Item): string => {
  const first = pk.split("#")[0] ?? "";
  if (first === "OUTBOX") return `OUTBOX ${sk.split("_").at(-2)}`;
  if (first === "MAILED") return first;
  if (first === "ENFORCEMENT") return pk.endsWith("#VERSIONS") ? "ENFORCEMENT VERSION" : first;
  return /^[A-Z]+/.test(sk) ? `${first} ${sk.split("#")[0]}` : first;
};

/** The log's own items are checked against its signatures (restore-drill.test.ts). */
const isLogs = ({ pk }: Item): boolean => /^LOG/.test(pk);

/** Counters, caches, claims, runs and messages in progress, which prove nothing. */
const isMachinery = (item: Item): boolean =>
  item.ttl !== undefined ||
  / (SCHEDULE|OPEN_FULL_RUNS|OPEN_EXAMINATIONS)$/.test(`${item.pk} ${item.sk}`) ||
  /^(RUN|INSTALLATION|DELIVER|UPGRADE|EVENTS|HOOK|LAWSTARTS|VERDICTS)/.test(item.pk);

const sabotaged = () => {
  const kinds = new Map(
    items.filter((item) => !isLogs(item) && !isMachinery(item)).map((item) => [kindOf(item), item]),
  );
  return [...kinds.values()];
};

const without = (item: Item): Item[] => items.filter((one) => one !== item);

/** The item with one more letter in its first text, keys and index entries aside. */
function altered(item: Item): Item {
  const change = (value: unknown): [unknown, boolean] => {
    if (typeof value === "string") return [`${value}x`, true];
    if (typeof value === "number") return [value + 1, true];
    if (typeof value === "boolean") return [!value, true];
    if (typeof value !== "object" || value === null) return [value, false];
    const copy: Record<string, unknown> = Array.isArray(value)
      ? ([...value] as never)
      : { ...value };
    for (const key of Object.keys(copy)) {
      const [next, isChanged] = change(copy[key]);
      if (!isChanged) continue;
      copy[key] = next;
      return [copy, true];
    }
    return [value, false];
  };
  const own = Object.entries(item).filter(([name]) => !/^(pk|sk|gsi)/.test(name));
  const [next] = change(Object.fromEntries(own));
  return { ...item, ...(next as object) };
}

const withAltered = (item: Item): Item[] => items.map((one) => (one === item ? altered(one) : one));

const tables = new WeakMap<readonly Item[], TableContents>();

/** The contents of a table, which most tests compare with another: each is taken once. */
function tableOf(some: readonly Item[]): TableContents {
  const table = tables.get(some) ?? contentsOf(some);
  tables.set(some, table);
  return table;
}

async function findings(restoredItems: Item[], liveItems: Item[]) {
  const [restored, live] = [tableOf(restoredItems), tableOf(liveItems)];
  return [
    ...(await checkDemands(restored)),
    ...findChangedSince(restored, live),
    ...findUnexplained(restored, live, at),
    ...(await checkDemands(live)),
  ];
}

/** A row of the trail may be named by its id, everything else by its key. */
const named = ({ pk, sk, row }: Item, found: readonly { detail: string }[]): boolean => {
  const names = [`${pk} / ${sk}`, ...(row === undefined ? [] : [String((row as Item).id)])];
  return found.some(({ detail }) => names.some((name) => detail.includes(name)));
};

describe("a restore drill", () => {
  test("finds no fault in an untouched table", async () => {
    expect(await findings(items, items)).toEqual([]);
    expect(sabotaged().map(kindOf).sort()).toEqual(
      expect.arrayContaining([
        "STANDING BUCKET",
        "RULE-DECISIONS",
        "COUNSEL META",
        "COUNSEL SIGNED",
        "DECISIONS",
        "COUNSEL MAIL",
        "CREDENTIAL META",
        "DEPLOYMENT CURRENT",
        "ENFORCEMENT",
        "ENFORCEMENT VERSION",
        "MAILED",
        "OUTBOX end",
        "OUTBOX link",
        "OUTBOX reminder",
        "PANEL META",
        "REMINDERS META",
        "FRAMEWORKS",
        "LINK SIGNED",
        "LINK STATE",
        "REVIEW META",
        "RULE CONTENT",
        "RULE VERSION",
        "RULES",
        "TENANT META",
      ]),
    );
  });

  test("finds by name one deleted or altered item of each kind, in the copy and in the live table", async () => {
    const missed: string[] = [];
    for (const [i, item] of sabotaged().entries()) {
      const cases: [string, Item[], Item[]][] = [
        ["deleted in the copy", without(item), items],
        ["deleted in the live table", items, without(item)],
        ["altered in the copy", withAltered(item), items],
        ["altered in the live table", items, withAltered(item)],
      ];
      // The key alone tells for which mail the event was recorded.
      if (kindOf(item) === "MAILED") cases.splice(2);
      for (const [what, restored, live] of sampled(cases, cases.length, i))
        if (!named(item, await findings(restored, live))) missed.push(`${kindOf(item)} ${what}`);
    }
    expect(missed).toEqual([]);
  });

  test("finds by name what both tables lack: each record, rule, version, link and list entry", async () => {
    const demanded =
      /^(REVIEW|LINK|RULE|RULES|FRAMEWORKS|DECISIONS|RULE-DECISIONS|STANDING|COUNSEL|TENANT META|CONNECTION META|CREDENTIAL|DEPLOYMENT|ENFORCEMENT|OUTBOX)/;
    const all = items.filter((item) => demanded.test(kindOf(item)) && !isMachinery(item));
    // An ordinary test run tries one of each kind.
    const ofKinds = Object.values(Object.groupBy(all, kindOf));
    const tried = sized(
      all,
      ofKinds.flatMap((alike = []) => alike.slice(0, 1)),
    );
    const missed: string[] = [];
    for (const item of tried) {
      const both = without(item);
      if (!named(item, await findings(both, both))) missed.push(`${item.pk} / ${item.sk}`);
    }
    // A bucket without answers says nothing that a review would say.
    const isUndemanded = (key: string) =>
      /^(STANDING|TENANT#\S+ \/ CLAIM)/.test(key) || unwanted.some((id) => key.includes(id));
    expect(missed.filter((key) => !isUndemanded(key))).toEqual([]);
  });

  const isLinkOf = ({ sk }: Item) => sk.endsWith(`#${waiting.review.id}_link_1`);
  const openIn = (item: Item) => Object.keys(item).filter((name) => name.startsWith("open#"));
  const ofKind = (kind: string) => (item: Item) => kindOf(item) === kind;
  const merged = (member: string, more: object) => (item: Item) => ({
    ...item,
    [member]: { ...(item[member] as object), ...more },
  });

  test.each<[string, (item: Item) => boolean, (item: Item) => Item]>([
    ["a waiting message to another", isLinkOf, merged("message", { to: "0".repeat(36) })],
    ["a waiting message of another kind", isLinkOf, merged("message", { kind: "review_reminder" })],
    [
      "a link that asks another counsel",
      ofKind("LINK SIGNED"),
      (item) => {
        const { review, ...link } = item.link as Item;
        return { ...item, link: { ...link, review: { ...(review as Item), counsel_id: "0" } } };
      },
    ],
    ["a waiting message of no attempts", isLinkOf, merged("message", { attempts: -1 })],
    ["a waiting message for later", isLinkOf, merged("message", { due_at: "2999-01-01" })],
    [
      "a reminder for later",
      ofKind("OUTBOX reminder"),
      (item) => {
        const later = merged("message", { due_at: "2999-01-01T00:00:00.000Z" })(item);
        return { ...later, sk: item.sk.replace(/^[^#]*/, "2999-01-01T00:00:00.000Z") };
      },
    ],
    [
      "a panel's end for later",
      ofKind("OUTBOX end"),
      (item) => {
        const later = merged("message", { due_at: "2999-01-01T00:00:00.000Z" })(item);
        return { ...later, sk: item.sk.replace(/^[^#]*/, "2999-01-01T00:00:00.000Z") };
      },
    ],
    ["an event's note", ofKind("ENFORCEMENT"), merged("event", { note: "Else." })],
    [
      "when an event was recorded",
      ofKind("ENFORCEMENT"),
      merged("event", { recorded_at: "2020-01-01T00:00:00.000Z" }),
    ],
    ["a version's day", ofKind("ENFORCEMENT VERSION"), merged("version", { on: "2027-01-01" })],
    ["a rule's hash", ofKind("RULES"), merged("live", { content_hash: "0".repeat(64) })],
    ["a wording", ofKind("RULE CONTENT"), merged("content", { title: "Another" })],
    ["when a decision was made", ofKind("DECISIONS"), merged("decision", { decided_at: "2020" })],
    [
      "what is kept of an open request",
      (item) => kindOf(item) === "STANDING BUCKET" && openIn(item).length > 0,
      (item) => ({ ...item, [openIn(item)[0] as string]: { expires_at: at, content_hash: "" } }),
    ],
  ])("finds by name, in both tables alike, %s", async (_, isMeant, change) => {
    const item = items.find(isMeant) as Item;
    const changed = change(item);
    const both = items.map((one) => (one === item ? changed : one));
    const found = await findings(both, both);
    expect(named(changed, found) || named(item, found)).toBe(true);
  });

  test("accepts an event that was recorded while its framework's newest row was being written, so that its own row is dated later", async () => {
    const sooner = (item: Item): Item => {
      const member = "event" in item ? "event" : "version";
      const recorded_at = new Date(Date.parse(String((item[member] as Item).recorded_at)) - 500);
      return merged(member, { recorded_at: recorded_at.toISOString() })(item);
    };
    const both = items.map((one) => (/^ENFORCEMENT/.test(kindOf(one)) ? sooner(one) : one));
    expect(await findings(both, both)).toEqual([]);
  });

  test("accepts what the courier itself does: a claim, a further attempt, a dropped message that nobody wants any more", async () => {
    const item = items.find(isLinkOf) as Item;
    const claimed = { ...item, lease_until: at };
    const message = { ...(item.message as object), due_at: at, attempts: 1 };
    const again = { ...item, sk: `${at}#${item.sk.split("#")[1]}`, message };
    const next = (...instead: Item[]) => [...without(item), ...instead];
    expect(await findings(items, next(claimed))).toEqual([]);
    expect(await findings(items, next(again))).toEqual([]);
    expect((await findings(next(again), items)).map(({ kind }) => kind)).not.toEqual([]);
    // The same message twice, one of which was never promised.
    expect(await findings(items, [...items, again])).not.toEqual([]);
    // The request is withdrawn before the copy, and its messages leave the outbox after it.
    const isOfReview = ({ pk }: Item) => pk === `REVIEW#${waiting.review.id}`;
    const ended = items.map((one) =>
      isOfReview(one) ||
      (one.pk.startsWith("LINK#") &&
        one.sk === "STATE" &&
        (one.review as Item).id === waiting.review.id)
        ? { ...one, review: { ...(one.review as Item), status: "cancelled" } }
        : one,
    );
    const isOurs = ({ sk }: Item) => sk.includes(`#${waiting.review.id}_`);
    const dropped = ended.filter((one) => !one.pk.startsWith("OUTBOX#") || !isOurs(one));
    const about = ({ detail }: { detail: string }) => detail.includes("OUTBOX#");
    expect((await findings(ended, dropped)).filter(about)).toEqual([]);
    const others = items.filter((one) => !isOurs(one));
    expect((await findings(items, others)).filter(about)).not.toEqual([]);
  });

  test("accepts a waiting or sent invitation to enrol a key, a question to the requester, and a visit to a panel, which no row records", async () => {
    const counsel = items.find((item) => kindOf(item) === "COUNSEL META")?.counsel as Item;
    const question = { reviewId: waiting.review.id, kind: "question", number: 1 } as const;
    for (const message of [
      keyMessage(String(counsel.id), "0".repeat(64), at),
      reviewMessage(question, at),
      panelEnds(panelId, at),
    ]) {
      const key = { pk: `OUTBOX#${shardOf(message.id)}`, sk: `${message.due_at}#${message.id}` };
      const promised = [...items, { ...key, message }];
      expect(await findings(promised, promised)).toEqual([]);
      expect(await findings(promised, items)).toEqual([]);
      // A message to a counsel or a review that does not exist.
      const stray = { ...key, message: { ...message, to: "0".repeat(36) } };
      expect(await findings([...items, stray], items)).not.toEqual([]);
    }
  });

  test("reports the loss of all reviews or all rules review by review and rule by rule", async () => {
    for (const prefix of ["REVIEW#", "RULES#", "RULE#"]) {
      const kept = items.filter(({ pk }) => !pk.startsWith(prefix));
      expect((await findings(kept, kept)).length).toBeGreaterThanOrEqual(2);
    }
  });

  test("accepts later changes with their rows, but finds an older row that only the live table has", async () => {
    const known = new Set(items.map(({ pk, sk }) => `${pk} ${sk}`));
    const counsel = items.find((item) => kindOf(item) === "COUNSEL META")?.counsel as Item;
    await expectStatus(system.admin("POST", `/admin/counsel/${counsel.id}/deactivate`), 200);
    const later = await scan();
    expect(await findings(items, later)).toEqual([]);
    const row = later.find(
      ({ pk, sk }) => pk.startsWith("AUDIT#") && !known.has(`${pk} ${sk}`),
    ) as Item;
    const old = { ...(row.row as object), created_at: "2020-01-01T00:00:00.000Z" };
    const found = await findings(items, [...items, { ...row, row: old } as Item]);
    expect(found.map(({ kind }) => kind)).toContain("row_missing");
  });

  test("finds by name counsel's words that were changed, although a later row of the request explains other changes", async () => {
    const words = items.find((item) => entityAt(textOf(item))?.name === "rowWords") as Item;
    const later = laterRow(words.pk.split("#")[2] ?? "");
    const change = (texts: Item[]) => texts.map((one) => ({ ...one, text: "Not read." }));
    const changed = { ...words, texts: change(words.texts as Item[]) };
    const live = (instead: Item) => [...without(words), instead, later];
    const about = async (instead: Item) =>
      (await findings(items, live(instead))).filter(({ detail }) => detail.includes(textOf(words)));
    expect(await about(words)).toEqual([]);
    expect(await about({ ...words, texts: [] })).toEqual([]);
    expect(await about(changed)).not.toEqual([]);
  });

  test("explains what the courier sends, and what counsel then decides, by its rows", async () => {
    await courier();
    const later = await scan();
    expect(later.filter(({ pk }) => pk.startsWith("OUTBOX#")).length).toBeLessThan(
      items.filter(({ pk }) => pk.startsWith("OUTBOX#")).length,
    );
    expect(await findings(items, later)).toEqual([]);
  });
});

/** The attribute with an item's record; undefined: it has none, or no drill reads it. */
function recordIn(item: Item): string | undefined {
  const { name, drill } = entityAt(textOf(item)) ?? {};
  // An item of the kept standing has an attribute for each rule instead.
  if (name === "ruleStanding") return undefined;
  if (drill !== "demanded" && drill !== "proven" && name !== "row") return undefined;
  const own = Object.entries(item).filter(
    ([attribute]) => !/^(pk|sk|gsi|audit|certificate$)/.test(attribute),
  );
  return own.find(([, value]) => typeof value === "object" && value !== null)?.[0];
}

/** One item of each kind that has a record. */
const recorded = (some: readonly Item[] = sabotaged()) =>
  some.flatMap((item) => {
    const attribute = recordIn(item);
    return attribute === undefined ? [] : [{ item, attribute }];
  });

/** A row of the live table that names a review, so that it explains what has changed of it. */
const laterRow = (id: string): Item => {
  const { pk, row } = items.find((one) => one.pk === `AUDIT#rule_review_request#${id}`) as Item;
  const later = { ...(row as Item), id: "later", created_at: at };
  return { pk, sk: `${at}#9999#later`, row: later } as never;
};

test.each<[string, (item: Item, attribute: string) => Item]>([
  ["without their records", (item, attribute) => replacedAt(item, [attribute], undefined) as Item],
  ["with a text for their records", (item, attribute) => ({ ...item, [attribute]: "text" })],
])(
  "a drill names items of each kind %s, in the copy and in the live table, and finds the rest",
  async (_, harmed) => {
    const kinds = recorded();
    expect(kinds.length).toBeGreaterThan(15);
    const lost = items.find((item) => kindOf(item) === "FRAMEWORKS") as Item;
    expect(kinds.map(({ item }) => item)).not.toContain(lost);
    // One by one in the bench; an ordinary run has all of them in one table.
    for (const some of sized(
      kinds.map((one) => [one]),
      [kinds],
    )) {
      const instead = new Map(some.map(({ item, attribute }) => [item, harmed(item, attribute)]));
      const changed = without(lost).map((item) => instead.get(item) ?? item);
      const review = some.find(({ item }) => kindOf(item) === "REVIEW META");
      const later = review ? [laterRow(String((review.item.review as Item).id))] : [];
      const [before, harm] = [tableOf(items), contentsOf([...changed, ...later])];
      const inCopy = await verify(contentsOf(changed), before, at, async () => before);
      const inLive = await verify(before, harm, at, async () => harm);
      for (const [{ findings: found }, prefix] of [
        [inCopy, ""],
        [inLive, "live_"],
      ] as const) {
        const unread = some.filter(({ item, attribute }) => {
          const kind = attribute === "row" ? "row_altered" : "item_altered";
          const detail = expect.stringContaining(`${textOf(item)} cannot be read.`);
          return !found.some(
            (one) => detail.asymmetricMatch(one.detail) && one.kind === `${prefix}${kind}`,
          );
        });
        expect(unread.map(({ item }) => kindOf(item))).toEqual([]);
        expect(found.map(({ kind }) => kind)).toContain(`${prefix}item_missing`);
        expect(named(lost, found)).toBe(true);
      }
    }
  },
  sized(600_000, 120_000),
);

test("a change of the live table while the drill reads it is no finding, because a second reading shows it whole", async () => {
  const earlier = await scan();
  const { id } = earlier
    .filter((item) => kindOf(item) === "COUNSEL META")
    .map(({ counsel }) => counsel as Item)
    .findLast(({ active }) => active === true) as Item;
  await expectStatus(system.admin("POST", `/admin/counsel/${id}/deactivate`), 200);
  const later = await scan();
  const isRow = ({ pk }: Item) => pk.startsWith("AUDIT#");
  const before = tableOf(earlier);
  // The scan reads the one part of the table before the change, and the other after it.
  for (const half of [
    [...earlier.filter(isRow), ...later.filter((item) => !isRow(item))],
    [...later.filter(isRow), ...earlier.filter((item) => !isRow(item))],
  ]) {
    expect(await findings(earlier, half)).not.toEqual([]);
    const { findings: found } = await verify(before, tableOf(half), at, async () => tableOf(later));
    const ofItems = found.map(({ kind }) => kind).filter((kind) => /^(live_|item_)/.test(kind));
    expect(ofItems).toEqual([]);
  }
});

/** The paths of all members of a record, down to the third level. Bytes are one member. */
function* pathsIn(value: unknown, path: readonly string[]): Generator<readonly string[]> {
  if (path.length > 1) yield path;
  if (typeof value !== "object" || value === null || path.length > 3) return;
  if (value instanceof Uint8Array) return;
  for (const [name, member] of Object.entries(value)) yield* pathsIn(member, [...path, name]);
}

/** A copy with another value at a path; undefined: without it. */
function replacedAt(value: unknown, [name = "", ...rest]: readonly string[], by: unknown): unknown {
  const copy: Record<string, unknown> = Array.isArray(value)
    ? ([...value] as never)
    : { ...(value as object) };
  if (rest.length > 0) copy[name] = replacedAt(copy[name], rest, by);
  else if (by === undefined) delete copy[name];
  else copy[name] = by;
  return copy;
}

/** A panel that has ended, over the requests of one framework. */
function panelItem(): Item {
  const reviews = items.filter(
    ({ review, pk }) => review !== undefined && pk.startsWith("REVIEW#"),
  );
  const decided = reviews.find(({ review }) => (review as Item).decided_at !== null)
    ?.review as Item;
  const { framework_id, rule_use_case_ids, pinned_hashes, created_at, expires_at } = decided;
  const rules = (rule_use_case_ids as string[]).map((use_case_id) => ({
    ...{ use_case_id, outcome: "approved", approvals: 1, refusals: 0 },
  }));
  const panel = {
    ...{ id: "panel", framework_id, rule_use_case_ids, pinned_hashes, created_at, expires_at },
    ...{ need: 1, on_reject: "ends", status: "approved", decided_at: decided.decided_at, rules },
    members: [{ review_id: decided.id, counsel_id: decided.counsel_id, status: "approved" }],
    audit_head: decided.audit_head,
  };
  return { pk: "PANEL#panel", sk: "META", panel };
}

interface Harm {
  item: Item;
  path: readonly string[];
  by: unknown;
}

/**
 * Spread over as few tables as possible: a table has at most one harm in each item, and a harm in an
 * item of the log has a table of its own.
 */
function inTables(harms: readonly Harm[]): readonly Harm[][] {
  const ofItems = Map.groupBy(
    harms.filter(({ item }) => !isLogs(item)),
    ({ item }) => item,
  );
  const most = Math.max(...ofItems.values().map(({ length }) => length));
  return [
    ...harms.filter(({ item }) => isLogs(item)).map((one) => [one]),
    ...Array.from({ length: most }, (_, nth) =>
      [...ofItems.values()].flatMap((ofItem) => ofItem[nth] ?? []),
    ),
  ];
}

test("no malformed member of an item ends a drill", async () => {
  const ofLog = new Map(items.filter(isLogs).map((item) => [entityAt(textOf(item))?.name, item]));
  const isDecided = ({ review }: Item) => (review as Item | undefined)?.decided_at != null;
  const some = [...sabotaged(), ...ofLog.values(), items.find(isDecided) as Item, panelItem()];
  const values = [undefined, null, "text", {}, [], -1, 1e15, new Set(["text"]), Uint8Array.of(1)];
  const cases = recorded(some).flatMap(({ item, attribute }) =>
    [...pathsIn(item[attribute], [attribute])].flatMap((path) =>
      values.map((by) => ({ item, path, by })),
    ),
  );
  const fatal: string[] = [];
  const before = tableOf(items);
  const tried = sampled(cases, 31);
  // At full size, each harm has a table of its own.
  for (const harms of sized(
    tried.map((one) => [one]),
    inTables(tried),
  )) {
    const harmed = new Map(harms.map(({ item, path, by }) => [item, replacedAt(item, path, by)]));
    const kept = items.filter((one) => !harmed.has(one));
    const table = contentsOf([...kept, ...(harmed.values() as Iterable<Item>)]);
    const drill = harmed.keys().some(isLogs)
      ? checkLog(table, table, at)
      : checkDemands(table).then(() => findUnexplained(before, table, at));
    await drill.catch((error: Error) => {
      const harm = harms.map(({ item, path, by }) => [kindOf(item), path, by]);
      fatal.push(`${JSON.stringify(harm)}: ${error.message}`);
    });
  }
  expect(fatal).toEqual([]);
});

test.each([
  [new Error("AWS does not respond"), "not_checked"],
  [new TypeError("size is not a function"), "TypeError"],
])("a mistake of the drill itself never looks like a failure of AWS: %s", async (fault, said) => {
  const anchors = await import("#shared/platform/aws/anchors.ts");
  const sizes = vi.spyOn(anchors, "anchoredSizes").mockRejectedValue(fault);
  onTestFinished(() => sizes.mockRestore());
  const table = tableOf(items);
  const outcome = await verify(table, table, at, async () => table).then(
    ({ findings }) => findings.map(({ kind }) => kind),
    ({ name }) => [name],
  );
  expect(outcome).toContain(said);
});

test("an item with a number that no program reads exactly does not end a drill", async () => {
  const { dynamodb: endpoint, table_name: name = "" } = system.endpoints;
  const client = tableClient(system);
  const live = { version: NumberValue.from("12345678901234567.5") };
  await client.send(
    new PutCommand({ TableName: name, Item: { pk: "RULES#odd", sk: "rule", live } }),
  );
  client.destroy();
  const { unreadable } = await readTable({ endpoint, name }, "us-east-1");
  expect(unreadable).toEqual(["RULES#odd / rule"]);
});
