import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { softwarePasskey } from "#infra/local/software-passkey.ts";
import { type AuditRow, chained, loggedHash } from "#shared/domain/audit/row.ts";
import { Attacker, type Case } from "#test/support/evidence-attacker.ts";
import { type Auditor, auditorOf } from "#test/support/forge-bundle.ts";
import { type Attack, judgeAttack } from "#test/support/judged-attack.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import { startTestSystemWithLog } from "#test/support/system.ts";
import { type Item, itemAt, putItem, rewriteItem, takeBack } from "#test/support/table-attack.ts";

/*
 * Further attacks on a running system through its table, beside those of table-attacks.test.ts, by
 * the same person.
 */

const system = suiteSystemWithLog();
let auditor: Auditor;
let on: Attacker;
beforeAll(async () => {
  auditor = await auditorOf(system);
  on = new Attacker(system);
});
afterAll(async () => {
  rmSync(auditor.folder, { recursive: true });
});

const MISSING =
  /CHANGED +row_missing +The log has \d+ rows? of this request that (is|are) not here/;
const NO_COUNSEL_ROW = /names a row about counsel that is not there/;

/** A rejection after which the record alone says something else. */
const inRecord = (name: string, change: Item, found: RegExp, evidence: RegExp): Attack => ({
  name: `own: ${name}, in the record alone`,
  attack: async () => {
    const one = await on.rejected();
    await on.changeRecord(one, (review) => Object.assign(review, change));
    return one;
  },
  found,
  evidence,
});

/** A rejection after which record and row say something else, hashes and head recomputed. */
const inBoth = (name: string, field: string, value: string): Attack => ({
  name: `own: ${name} in record and row, the row's hash and the record's head recomputed`,
  attack: async () => {
    const one = await on.rejected();
    const item = (await on.reviewRows(one)).at(-1) as Item;
    const row = structuredClone(item.row);
    row.context[field] = value;
    row.row_hash = loggedHash(row);
    await putItem(system, { ...item, row });
    await on.changeRecord(one, (review) => {
      review[field] = value;
      review.decision_row_hash = review.audit_head.hash = row.row_hash;
    });
    return one;
  },
  found: MISSING,
  evidence: /./,
});

const attacks: Attack[] = [
  inBoth("the comment", "decision_comment", "Another."),
  inBoth("the rules' hash", "rule_version_hash", "0".repeat(64)),
  inBoth("the e-mail", "counsel_email", "mallory@law.example"),
  inRecord("the first view taken out", { viewed_at: null }, /viewed_at/, /viewed_at|seal/i),
  inRecord(
    "the decision's time",
    { decided_at: "2026-01-01T00:00:00.000Z" },
    /decided_at/,
    /decided_at|seal/i,
  ),
  inRecord(
    "the nonce",
    { nonce: "0".repeat(32) },
    /CHANGED +(signature|record_seal) /,
    /match|changed/,
  ),
  inRecord(
    "the expiry",
    { expires_at: "2036-01-01T00:00:00.000Z" },
    /expires_at/,
    /expires_at|seal/i,
  ),
  inRecord("who asked", { requested_by_user_id: "someone" }, /requested_by_user_id/, /./),
  inRecord(
    "a decision turned",
    { status: "approved" },
    /CHANGED +state_differs +.* differ in: status/,
    /./,
  ),
  inRecord("a decision handed out as expired", { status: "expired" }, /CHANGED/, /./),
  {
    name: "own: a decision handed out as cancelled, by a row of its own",
    attack: async () => {
      const one = await on.rejected();
      const rows = await on.reviewRows(one);
      const real = rows.at(-1) as Item;
      const last = (rows.at(-2) as Item).row as AuditRow;
      const requested = (rows[0] as Item).row as AuditRow;
      await on.hide(real);
      await on.undecide(one, rows.slice(0, -1));
      const { row, head } = chained(
        {
          ...requested,
          action: "rule_review.cancelled",
          id: "00000000-0000-4000-8000-00000000f003",
          created_at: real.row.created_at,
        },
        { hash: last.row_hash ?? "", length: rows.length - 1, at: last.created_at },
      );
      await on.plant(row, head.length);
      await on.changeRecord(one, (review) => {
        Object.assign(review, { status: "cancelled", audit_head: head });
      });
      return one;
    },
    found: /CHANGED/,
    evidence: null,
    receipt: 0,
  },
  {
    name: "own: who asked, in the first row and all after it, chained anew",
    attack: async () => {
      const one = await on.rejected();
      const hash = await on.rechain(await on.reviewRows(one), (row) => {
        if (row.action === "rule_review.requested") row.actor_user_id = "someone";
      });
      await on.changeRecord(one, (review) => {
        review.requested_by_user_id = "someone";
        review.decision_row_hash = review.audit_head.hash = hash;
      });
      return one;
    },
    found: MISSING,
    evidence: /./,
    receipt: 0,
  },
  {
    name: "own: the view's row taken out, the rest chained anew",
    attack: async () => {
      const one = await on.rejected();
      const [first, view, decision] = (await on.reviewRows(one)) as [Item, Item, Item];
      await on.hide(view);
      const hash = await on.rechain([first, decision], () => {});
      await on.changeRecord(one, (review) => {
        review.viewed_at = null;
        review.decision_row_hash = review.audit_head.hash = hash;
        review.audit_head.length = 2;
      });
      return one;
    },
    found: MISSING,
    evidence: /./,
  },
  {
    name: "own: the enrolled key's row swapped for another key, chain recomputed",
    attack: async () => {
      const one = await on.rejectedWithKey();
      const { spki } = softwarePasskey(system.baseUrl);
      const hash = await on.rechain(await on.counselRows(one), (row) => {
        if (row.action === "counsel.key_enrolled") row.context.public_key_spki = spki;
      });
      await on.changeCounsel(one, (counsel) => {
        counsel.audit_head.hash = hash;
      });
      return one;
    },
    found: NO_COUNSEL_ROW,
    evidence: NO_COUNSEL_ROW,
  },
  {
    name: "own: a passkey's assertion replayed in a decision of another request",
    attack: async () => {
      const first = await on.rejectedWithKey();
      const { assertion } = (await on.reviewRows(first)).at(-1)?.row.context ?? {};
      const two = await on.guarded();
      await on.forgeDecision(two, { decision: "rejected", assertion });
      return two;
    },
    found: /CHANGED +counsel_key +It was signed with a key that no row enrols/,
    evidence: /a key that no row enrols/,
  },
  {
    name: "own: counsel's rows about the key taken away",
    attack: async () => {
      const one = await on.rejectedWithKey();
      const [first, ...more] = (await on.counselRows(one)) as [Item, ...Item[]];
      await on.hide(...more);
      await on.changeCounsel(one, (counsel) => {
        const { row } = first;
        counsel.audit_head = { hash: row.row_hash, length: 1, at: row.created_at };
      });
      return one;
    },
    found: /The log has \d rows of this counsel that are not here|names a row about counsel/,
    evidence: NO_COUNSEL_ROW,
  },
  {
    name: "own: counsel's deactivation after the decision taken away",
    attack: async () => {
      const one = await on.rejectedAlone();
      const path = `/admin/counsel/${one.counselId}/deactivate`;
      await expectStatus(system.admin("POST", path), 200);
      await on.sequence();
      const rows = await on.counselRows(one);
      await on.hide(rows.at(-1) as Item);
      await on.changeCounsel(one, (counsel) => {
        const { row } = rows.at(-2) as Item;
        counsel.active = true;
        counsel.audit_head = {
          hash: row.row_hash,
          length: rows.length - 1,
          at: row.created_at,
        };
      });
      return one;
    },
    // A decision is judged as of its leaf; the table, as it is now.
    found: null,
    evidence: /row_missing: The log has 1 row of this counsel that is not here/,
  },
  {
    name: "own: the rows of two requests exchanged",
    attack: async () => {
      const [one, two] = [await on.rejected(), await on.rejected(1)];
      const [a, b] = [(await on.reviewRows(one)).at(-1), (await on.reviewRows(two)).at(-1)];
      await putItem(system, { ...a, row: b?.row });
      return one;
    },
    found: /belongs to something else/,
    evidence: /belongs to something else/,
  },
  {
    name: "own: where the log is said to have the row",
    attack: async () => {
      const [one, two] = [await on.rejected(), await on.rejected(1)];
      const [a, b] = await Promise.all([one, two].map(placeInLog));
      const other = await itemAt(system, b as never);
      await rewriteItem(system, a as never, (item) => {
        item.row.index = other.row.index;
      });
      return one;
    },
    found: /the proof is of another leaf/,
    evidence: /the proof is of another leaf/,
  },
  {
    name: "own: the log's published keys replaced by a key of one's own",
    attack: async () => {
      const one = await on.rejected();
      const stranger = await startTestSystemWithLog();
      const own = await itemAt(stranger, { pk: "LOG#KEYS", sk: "META" });
      await stranger.close();
      await putItem(system, own);
      return one;
    },
    found: /CHANGED +log_keys /,
    evidence: /./,
  },
  {
    name: "own: a leaf changed in the log's tiles and entries as they are served",
    attack: async () => {
      const one = await on.rejected();
      const key = { pk: "LOG#ENTRIES#0", sk: "META" };
      await rewriteItem(system, key, (item) => {
        const bytes = Buffer.from(item.bytes);
        const at = bytes.lastIndexOf('"row":"') + 7;
        bytes[at] = bytes[at] === 0x61 ? 0x62 : 0x61;
        item.bytes = new Uint8Array(bytes);
      });
      return one;
    },
    found: /CHANGED +log_forked .*do not add up/,
    evidence: null,
  },
  {
    name: "own: counsel's firm in counsel's own record, after the decision",
    attack: async () => {
      const one = await on.rejected();
      await on.changeCounsel(one, (counsel) => {
        counsel.firm = "Another LLP";
      });
      return one;
    },
    // Only the table's present words differ: what was decided is as it was.
    found: null,
    evidence: /firm \("Lex LLP" then, "Another LLP" now\)/,
  },
];

async function placeInLog(one: Case): Promise<{ pk: string; sk: string }> {
  const { row } = (await on.reviewRows(one)).at(-1) as Item;
  return { pk: `LOGROW#${row.row_hash}`, sk: "META" };
}

describe("further attacks through the table", () => {
  test.each(attacks)("$name", (attack) => judgeAttack(on, auditor, attack));

  test("own: a link's own copy of the record turned: counsel's page reads the record", async () => {
    const one = await on.rejected();
    const pk = `LINK#${createHash("sha256").update(one.token).digest("hex")}`;
    await rewriteItem(system, { pk, sk: "STATE" }, (item) => {
      item.review.status = "approved";
    });
    const { body } = await on.open(one.token);
    expect([body.status, body.decision.decision]).toEqual(["rejected", "rejected"]);
    await takeBack(system);
    const untouched = await on.commissioned();
    expect((await on.open(untouched.token)).body.status).toBe("pending");
  });
});
