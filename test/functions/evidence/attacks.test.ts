import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Attack, LastingAttack, RecordAttack } from "#test/support/attacks/attack.ts";
import { type Ground, layGround } from "#test/support/attacks/ground.ts";
import {
  type Bench,
  everyJudge,
  NOT_ASKED,
  namedIn,
  sha256,
  watched,
  withoutIds,
} from "#test/support/attacks/judges.ts";
import { attacksIn, type Row, withTable } from "#test/support/attacks/page.ts";
import { type CiIssuer, startCiIssuer } from "#test/support/ci-issuer.ts";
import { sampled, sized } from "#test/support/full-size.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import {
  hasAltered,
  type Item,
  itemsUnder,
  leaveAltered,
  putItem,
  removeItem,
} from "#test/support/table-attack.ts";
import { atTheDoors } from "./attacks/at-the-doors.ts";
import { inFiles } from "./attacks/in-files.ts";
import { inRecords } from "./attacks/in-records.ts";
import { inRows } from "./attacks/in-rows.ts";
import { inTheLog, lasting } from "./attacks/in-the-log.ts";

/*
 * Attacks on a running system by somebody who holds its whole table, the HMAC secret and admin rights,
 * but not the keys in KMS, the anchors or somebody else's mirror; and what each judge of the evidence
 * says about them. docs/attacks.md lists the attacks. Each attack is undone before the next. FULL=1
 * carries out all of them, asks the watcher about each, and compares the whole page, which `-u` writes
 * anew. Other runs carry out every twentieth attack at each place, beginning with the first, and ask the
 * watcher about those that only it can find.
 */

const PAGE = "docs/attacks.md";
const page = readFileSync(PAGE, "utf8");
const known = attacksIn(page);

let ci: CiIssuer;
let system: TestSystem;
let ground: Ground;
let bench: Omit<Bench, "watches">;
let before: ReadonlyMap<string, Item>;

const keyOf = ({ pk, sk }: Item): string => `${pk}\n${sk}`;
const table = async () =>
  new Map((await itemsUnder(system, "")).map((item) => [keyOf(item), item]));

/** Puts every item back as it was before the attacks. */
async function undo(): Promise<void> {
  const now = await table();
  for (const [key, item] of before) {
    if (!isDeepStrictEqual(now.get(key), item)) await putItem(system, item);
    now.delete(key);
  }
  // Keeps the writers' certificates: a function that stored its own does not store it again.
  for (const item of now.values()) {
    if (!String(item.pk).startsWith("WRITER#")) await removeItem(system, item as never);
  }
  leaveAltered(system);
}

beforeAll(async () => {
  ci = await startCiIssuer();
  const settings = { WORKER_INVOKE_ENABLED: "false", PIPELINE_ISSUER_ALLOWED_HOSTS: ci.host };
  system = await startTestSystemWithLog({ settings });
  ground = await layGround(system, ci);
  // From now on, every earlier row either has its leaf or should have it.
  await system.advance(180);
  const drawn = new Map([...ground.pdfs].map(([id, bytes]) => [id, sha256(bytes)]));
  bench = { system, auditor: ground.auditor, drawn };
  await ground.auditor.copyLog();
  before = await table();
});
afterAll(async () => {
  ground.auditor.close();
  await Promise.all([system.close(), ci.close()]);
});

/** What the sequencer says about planted rows. The log takes none of them. */
async function sequencer(): Promise<string> {
  const size = async () =>
    (await system.api()("GET", "/evidence/log/checkpoint")).text.split("\n")[1];
  const taken = await size();
  system.lines.length = 0;
  await system.api()("POST", "/_local/schedules/sequence-log/run");
  const said = system.lines.flatMap(({ level, event, reason }) =>
    level === "error" && String(event).startsWith("evidence_log.")
      ? [event === "evidence_log.row_refused" ? String(reason) : String(event).split(".")[1]]
      : [],
  );
  expect(await size()).toBe(taken);
  return said.length === 0 ? "quiet" : [...new Set(said)].sort().join(", ");
}

const rows: Row[] = [];

/** Compares a row with the page's row, in every cell that was asked. */
function hold(row: Row): void {
  rows.push(row);
  if (sized(true, false)) return;
  const asked = Object.entries(row).filter(([, said]) => said !== NOT_ASKED);
  const documented = known.find(({ of, what }) => of === row.of && what === row.what);
  expect(documented).toMatchObject(Object.fromEntries(asked));
}

async function carryOut(attack: Attack | LastingAttack): Promise<void> {
  const { of, what, must } = attack;
  const lasts = "lasts" in attack;
  try {
    const { door = NOT_ASKED, target, sequenced } = await attack.run(ground);
    const waits = !lasts && (sequenced === true || hasAltered(system, "LOGOUT#"));
    const refused = waits ? await sequencer() : NOT_ASKED;
    const watches = sized(true, must[0] === "watcher");
    const said = await everyJudge({ ...bench, watches }, target);
    const row: Row = { of, what, door, sequencer: refused, ...said };
    expect(row[must[0]]).toMatch(must[1]);
    hold(row);
  } finally {
    if (lasts) leaveAltered(system);
    else await undo();
  }
}

/** Makes all these changes at once; the watcher's lines tell which is which. */
async function carryOutTogether(attacks: readonly RecordAttack[]): Promise<void> {
  try {
    const targets = [];
    for (const attack of attacks) targets.push(await attack.run(ground));
    const lines = await watched(system);
    const left = new Set(lines);
    for (const [i, { of, what, found }] of attacks.entries()) {
      const own = lines.filter((line) => found.test(withoutIds(line)));
      for (const line of own) left.delete(line);
      const said = await everyJudge({ ...bench, watches: false }, targets[i] ?? null);
      const watcher = own.length === 0 ? "quiet" : namedIn(own);
      const row: Row = { of, what, door: NOT_ASKED, sequencer: NOT_ASKED, ...said, watcher };
      expect(row).toMatchObject({ what, watcher: expect.stringContaining("state_differs") });
      hold(row);
    }
    expect([...left]).toEqual([]);
  } finally {
    await undo();
  }
}

const named = <A extends { of: string; what: string }>(attacks: readonly A[]) =>
  attacks.map((attack) => [`${attack.of}: ${attack.what}`, attack] as const);

test("in an untouched system with every kind of thing in it, nothing is found", async () => {
  expect(await watched(system)).toEqual([]);
});

const places = [inRows, atTheDoors, inTheLog, inFiles];
const every = places.flat();
const tried = places.flatMap((list) => sampled(list, 20));
test.each(named(tried))("%s", (_, attack) => carryOut(attack));

test.each(sampled([...inRecords.entries()], 2, 1))(
  "what the service keeps beside its rows, altered together: list %s",
  (_, list) => carryOutTogether(list),
);

test("once every attack is undone, the watcher finds nothing", async () => {
  expect(await watched(system)).toEqual([]);
});

test.each(named(lasting))("%s", (_, attack) => carryOut(attack));

test("docs/attacks.md lists each attack, and what was said about it", async () => {
  const attacks = [...every, ...inRecords.flat(), ...lasting];
  const titles = (list: readonly { of: string; what: string }[]) =>
    list.map(({ of, what }) => `${of}: ${what}`).sort();
  if (sized(true, false))
    await expect(withTable(page, rows)).toMatchFileSnapshot(`../../../${PAGE}`);
  else expect(titles(known)).toEqual(titles(attacks));
  expect(attacks.filter(({ of }) => of === "own").length).toBeGreaterThanOrEqual(30);
});
