import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commission, expectStatus, requestReview } from "#test/support/review-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { tableClient } from "#test/support/table.ts";
import { findChangedSince } from "../../bin/restore-drill/compare.ts";
import { checkDemands } from "../../bin/restore-drill/demands.ts";
import { contentsOf, type Item } from "../../bin/restore-drill/read-table.ts";
import { findUnexplained } from "../../bin/restore-drill/unexplained.ts";

/*
 * Somebody with full access to a table deletes or alters one item of each kind, in the restored
 * table or in the live one: the drill names it.
 */
let system: TestSystem;
let items: Item[];
let at: string;

beforeAll(async () => {
  system = await startTestSystemWithLog();
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
  await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
  items = await scan();
  at = await system.advance(600);
});
afterAll(() => system.close());

async function decide(token: string, decision: string): Promise<void> {
  await expectStatus(system.api()("GET", `/counsel/review/${token}`), 200);
  const body = { decision, comment: "Read." };
  await expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, body), 200);
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
  return /^[A-Z]+/.test(sk) ? `${first} ${sk.split("#")[0]}` : first;
};

/** What the log is made of is checked against its signatures (restore-drill.test.ts). */
const isLogs = ({ pk }: Item): boolean => /^LOG/.test(pk);

/** Counters, caches, claims and runs of the machine: nothing is proven by them. */
const isMachinery = (item: Item): boolean =>
  item.ttl !== undefined ||
  / (SCHEDULE|OPEN_FULL_RUNS)$/.test(`${item.pk} ${item.sk}`) ||
  /^(RUN|INSTALLATION|DELIVER|UPGRADE)/.test(item.pk);

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

function findings(restoredItems: Item[], liveItems: Item[]) {
  const [restored, live] = [contentsOf(restoredItems), contentsOf(liveItems)];
  return [
    ...checkDemands(restored),
    ...findChangedSince(restored, live),
    ...findUnexplained(restored, live, at),
    ...checkDemands(live),
  ];
}

/** A row of the trail may be named by its id, everything else by its key. */
const named = ({ pk, sk, row }: Item, found: readonly { detail: string }[]): boolean => {
  const names = [`${pk} / ${sk}`, ...(row === undefined ? [] : [String((row as Item).id)])];
  return found.some(({ detail }) => names.some((name) => detail.includes(name)));
};

describe("a restore drill", () => {
  test("finds nothing in what nobody touched", () => {
    expect(findings(items, items)).toEqual([]);
    expect(sabotaged().map(kindOf).sort()).toEqual(
      expect.arrayContaining([
        "ANSWERS BUCKET",
        "APPROVED",
        "COUNSEL META",
        "COUNSEL SIGNED",
        "DECISIONS",
        "DEPLOYMENT CURRENT",
        "FRAMEWORKS",
        "LINK META",
        "REVIEW META",
        "RULE CONTENT",
        "RULE VERSION",
        "RULES",
        "TENANT META",
      ]),
    );
  });

  test("finds by name one item of each kind that was deleted or altered, in copy and live", () => {
    const missed = sabotaged().flatMap((item) => {
      const cases: [string, Item[], Item[]][] = [
        ["deleted in the copy", without(item), items],
        ["deleted in the live table", items, without(item)],
        ["altered in the copy", withAltered(item), items],
        ["altered in the live table", items, withAltered(item)],
      ];
      return cases
        .filter(([, restored, live]) => !named(item, findings(restored, live)))
        .map(([what]) => `${kindOf(item)} ${what}`);
    });
    expect(missed).toEqual([]);
  });

  test("finds by name what is gone from both tables alike: each record, rule, version, link and list entry", () => {
    const demanded =
      /^(REVIEW|LINK|RULE|RULES|FRAMEWORKS|DECISIONS|APPROVED|ANSWERS|COUNSEL|TENANT META|CONNECTION META|DEPLOYMENT)/;
    const missed = items
      .filter((item) => demanded.test(kindOf(item)) && !isMachinery(item))
      .filter((item) => !named(item, findings(without(item), without(item))))
      .map((item) => `${item.pk} / ${item.sk}`);
    // A bucket without answers says nothing that a review says.
    expect(missed.filter((key) => !/^(ANSWERS|TENANT#\S+ \/ CLAIM)/.test(key))).toEqual([]);
  });

  test("all reviews gone, or all rules, is found review by review and rule by rule", () => {
    for (const prefix of ["REVIEW#", "RULES#", "RULE#"]) {
      const kept = items.filter(({ pk }) => !pk.startsWith(prefix));
      expect(findings(kept, kept).length).toBeGreaterThanOrEqual(2);
    }
  });

  test("what was written since, with its row, is no finding; a row of before that only the live table has is one", async () => {
    const known = new Set(items.map(({ pk, sk }) => `${pk} ${sk}`));
    const counsel = items.find(({ pk }) => pk.startsWith("COUNSEL#"))?.counsel as Item;
    await expectStatus(system.admin("POST", `/admin/counsel/${counsel.id}/deactivate`), 200);
    const later = await scan();
    expect(findings(items, later)).toEqual([]);
    const row = later.find(
      ({ pk, sk }) => pk.startsWith("AUDIT#") && !known.has(`${pk} ${sk}`),
    ) as Item;
    const old = { ...(row.row as object), created_at: "2020-01-01T00:00:00.000Z" };
    const found = findings(items, [...items, { ...row, row: old } as Item]);
    expect(found.map(({ kind }) => kind)).toContain("row_missing");
  });
});
