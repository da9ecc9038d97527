import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuditRow, chained, loggedHash } from "#shared/domain/audit/row.ts";
import { signerOf } from "#shared/domain/counsel/counsel.ts";
import { DEVELOPMENT_SECRET, keyringOf } from "#shared/domain/reviews/keyring.ts";
import { decide as decideTransition } from "#shared/domain/reviews/transitions.ts";
import { authenticator, challengeFor, enrol, setPolicy } from "#test/support/authenticator.ts";
import { type Auditor, auditorOf } from "#test/support/forge-bundle.ts";
import {
  type Commissioned,
  commission,
  expectStatus,
  requestReview,
} from "#test/support/review-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import {
  type Item,
  itemAt,
  outboxItem,
  placeOf,
  putItem,
  rewriteItem,
  rowItems,
} from "#test/support/table-attack.ts";

/*
 * What someone tries who holds the HMAC secret and admin rights and can write any item of the table,
 * by PutItem alone, against a running system. Each is found by the verifier with the log, and by
 * the service's own evidence wherever the table alone can show it.
 */

let system: TestSystem;
let auditor: Auditor;
beforeAll(async () => {
  system = await startTestSystemWithLog();
  auditor = await auditorOf(system);
});
afterAll(async () => {
  rmSync(auditor.folder, { recursive: true });
  await system.close();
});

type Case = Commissioned & { receipt?: unknown };

const sequence = () => system.api()("POST", "/_local/schedules/sequence-log/run");
const open = (token: string) => expectStatus(system.api()("GET", `/counsel/review/${token}`), 200);
const decide = (token: string, body: object) =>
  expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, body), 200);

/** A decision of counsel's that the log has taken. */
async function rejected(): Promise<Case> {
  const one = await commission(system);
  await open(one.token);
  const { receipt } = (await decide(one.token, { decision: "rejected", comment: "No." })).body;
  await sequence();
  return { ...one, receipt };
}

/** The same with counsel's own key. */
async function rejectedWithKey(): Promise<Case> {
  const first = await commission(system);
  const key = await enrol(system, first.counselId);
  await setPolicy(system, first.counselId, "key_required");
  const one = await requestReview(system, first);
  const said = { decision: "rejected" };
  const assertion = key.get(await challengeFor(system, one, said));
  const { receipt } = (await decide(one.token, { ...said, assertion })).body;
  await sequence();
  return { ...one, receipt };
}

const signing = () => {
  const { current } = keyringOf({ stored: null, override: DEVELOPMENT_SECRET, development: true });
  if (current === null) throw new Error("there is no secret");
  return current;
};
const recordKey = ({ review }: Case) => ({ pk: `REVIEW#${review.id}`, sk: "META" });
const counselKey = ({ counselId }: Case) => ({ pk: `COUNSEL#${counselId}`, sk: "META" });
const reviewRows = ({ review }: Case) => rowItems(system, "rule_review_request", review.id);
const counselRows = ({ counselId }: Case) => rowItems(system, "counsel", counselId);

/** Writes an audit row with everything that makes the sequencer look at it. */
async function plant(row: AuditRow, length: number): Promise<void> {
  const key = { pk: `AUDIT#${row.resource_type}#${row.resource_id}`, sk: placeOf(row, length) };
  await putItem(system, { ...key, row });
  await putItem(system, outboxItem(key));
}

/** Takes an item out of its place: nothing is deleted, but no reader of that place finds it. */
const hide = async (item: Item): Promise<void> => {
  const { DeleteCommand } = await import("@aws-sdk/lib-dynamodb");
  const { tableClient } = await import("#test/support/table.ts");
  const client = tableClient(system);
  const Key = { pk: item.pk, sk: item.sk };
  await client.send(new DeleteCommand({ TableName: system.endpoints.table_name, Key }));
  client.destroy();
};

/** A decision made anew with the HMAC secret, from the record as it was before there was one. */
async function forgeDecision(
  one: Case,
  {
    now = new Date().toISOString(),
    keep = false,
    ...more
  }: { now?: string; keep?: boolean; policy?: "link" } = {},
): Promise<Item> {
  const rows = await reviewRows(one);
  const real = rows.find(({ row }) => row.action === "rule_review.rejected");
  const before = rows.filter((item) => item !== real);
  const item = await itemAt(system, recordKey(one));
  const counsel = await itemAt(system, counselKey(one));
  const last = before.at(-1)?.row as AuditRow;
  const { after, row } = decideTransition(
    {
      ...item.review,
      status: "pending",
      decided_at: null,
      decision_signature: null,
      decision_comment: null,
      counsel_email: null,
      record_seal: null,
      audit_head: { hash: last.row_hash, length: before.length, at: last.created_at },
    },
    {
      decision: "approved",
      comment: "Fine.",
      document: null,
      assertion: null,
      signer: {
        ...signerOf(counsel.counsel),
        ...(more.policy ? { signing_policy: more.policy } : {}),
      },
      key: signing(),
      id: "00000000-0000-4000-8000-00000000f00d",
      now,
    },
  );
  if (real !== undefined && !keep) await hide(real);
  await putItem(system, { ...item, review: after });
  await plant(row, after.audit_head.length);
  return after as unknown as Item;
}

interface Attack {
  name: string;
  attack: () => Promise<Case>;
  /** What the verifier says. */
  found: RegExp;
  code?: 1 | 3;
  /** What the service's evidence says; null: the table alone cannot show it. */
  evidence: RegExp | null;
  /** What becomes of the receipt that counsel kept. */
  receipt?: 0 | 1;
}

const attacks: Attack[] = [
  {
    name: "C1: a logged rejection becomes an approval, signed and sealed anew",
    attack: async () => {
      const one = await rejected();
      await forgeDecision(one);
      return one;
    },
    found: /Log +The log has 1 row of this request that is not here/,
    evidence: /^$/,
    receipt: 0,
  },
  {
    name: "C1: the same against a decision signed with a passkey",
    attack: async () => {
      const one = await rejectedWithKey();
      await forgeDecision(one);
      return one;
    },
    found: /none signed the decision/,
    evidence: /none signed the decision/,
    receipt: 0,
  },
  {
    name: "C1: a second decision beside the first",
    attack: async () => {
      const one = await rejected();
      await forgeDecision(one, { keep: true });
      return one;
    },
    found: /Rows +|Record +/,
    evidence: /does not follow|The request is|counts/,
  },
  {
    name: "C2: the policy flipped in the table, a decision by the link, flipped back",
    attack: async () => {
      const first = await commission(system);
      await enrol(system, first.counselId);
      await setPolicy(system, first.counselId, "key_required");
      const one = await requestReview(system, first);
      const flip = (signing_policy: string) =>
        rewriteItem(system, counselKey(one), (item) => {
          item.counsel.signing_policy = signing_policy;
        });
      await flip("link");
      const { createHash } = await import("node:crypto");
      const pk = `LINK#${createHash("sha256").update(one.token).digest("hex")}`;
      await rewriteItem(system, { pk, sk: "META" }, (item) => {
        item.signer.signing_policy = "link";
      });
      await decide(one.token, { decision: "approved" });
      await flip("key_required");
      await sequence();
      return one;
    },
    found: /Counsel's key +Counsel's own key was required, but none signed/,
    evidence: /own key was required, but none signed/,
  },
  {
    name: "C3: an invented enrolment, back-dated, and a decision under its key",
    attack: async () => {
      const one = await rejectedWithKey();
      const rows = await counselRows(one);
      const enrolled = rows.find(({ row }) => row.action === "counsel.key_enrolled") as Item;
      const own = authenticator(system.baseUrl);
      const row = structuredClone(enrolled.row);
      Object.assign(row.context, { credential_id: own.credentialId, public_key_spki: own.spki });
      row.id = "00000000-0000-4000-8000-00000000c003";
      row.created_at = "2026-01-01T00:00:00.000Z";
      row.row_hash = loggedHash(row);
      await plant(row, 3);
      return one;
    },
    found: /Counsel's row 1 |Rows +/,
    evidence: /does not follow|belongs to something else/,
  },
  {
    name: "H4: a key enrolled after the request, its row dated before",
    attack: async () => {
      const first = await commission(system);
      const one = await requestReview(system, first);
      await sequence();
      const own = await enrol(system, one.counselId);
      await setPolicy(system, one.counselId, "key_required");
      const challenge = await challengeFor(system, one, { decision: "approved" });
      await rewriteItem(
        system,
        { pk: `CREDENTIAL#${await credentialHash(own.credentialId)}`, sk: "META" },
        (item) => {
          item.key.enrolled_at = "2026-01-01T00:00:00.000Z";
        },
      );
      await decide(one.token, { decision: "approved", assertion: own.get(challenge) });
      await sequence();
      return one;
    },
    found: /Counsel's key +The key was enrolled at .* after the request/,
    evidence: /was enrolled at .* after the request/,
  },
  {
    name: "H5: a decision dated a year back, logged today",
    attack: async () => {
      const one = await commission(system);
      const item = await itemAt(system, recordKey(one));
      const counsel = await itemAt(system, counselKey(one));
      const back = "2025-11-22T10:00:00.000Z";
      const rows = await reviewRows(one);
      const requested = { ...(rows[0] as Item).row, created_at: back };
      requested.row_hash = loggedHash(requested);
      await hide(rows[0] as Item);
      await plant(requested, 1);
      const { after, row } = decideTransition(
        {
          ...item.review,
          created_at: back,
          audit_head: { hash: requested.row_hash, length: 1, at: back },
        },
        {
          decision: "approved",
          comment: null,
          document: null,
          assertion: null,
          signer: signerOf(counsel.counsel),
          key: signing(),
          id: "00000000-0000-4000-8000-00000000f005",
          now: back,
        },
      );
      await putItem(system, { ...item, review: after });
      await plant(row, 2);
      await sequence();
      return one;
    },
    found: /LOGGED LATE +Log|Dated before the counsel was registered/,
    evidence: /Dated before the counsel was registered/,
  },
  {
    name: "M2: a rejected decision handed out as pending",
    attack: async () => {
      const one = await rejected();
      const rows = await reviewRows(one);
      await hide(rows.at(-1) as Item);
      const last = (rows.at(-2) as Item).row as AuditRow;
      await rewriteItem(system, recordKey(one), (item) => {
        Object.assign(item.review, {
          status: "pending",
          decided_at: null,
          decision_signature: null,
          decision_comment: null,
          counsel_email: null,
          decision_row_hash: null,
          record_seal: null,
          audit_head: { hash: last.row_hash, length: rows.length - 1, at: last.created_at },
        });
      });
      return one;
    },
    found: /Log +The log has 1 row of this request that is not here/,
    evidence: null,
    receipt: 0,
  },
  {
    name: "L1: the seal taken away",
    attack: async () => {
      const one = await rejected();
      await rewriteItem(system, recordKey(one), (item) => {
        item.review.record_seal = null;
      });
      return one;
    },
    found: /Seal +The record is decided, but its seal is missing/,
    evidence: /its seal is missing/,
  },
  {
    name: "L2: a row added after the decision",
    attack: async () => {
      const one = await rejected();
      const rows = await reviewRows(one);
      const last = (rows.at(-1) as Item).row as AuditRow;
      const { row } = chained(
        { ...last, id: "00000000-0000-4000-8000-00000000f002", action: "rule_review.cancelled" },
        { hash: last.row_hash ?? "", length: rows.length, at: last.created_at },
      );
      await plant(row, rows.length + 1);
      return one;
    },
    found: /Record +|Rows +/,
    evidence: /counts|The request is/,
  },
  ...(
    [
      ["the comment in record and row", "decision_comment", "Another."],
      ["the rules' hash in record and row", "rule_version_hash", "0".repeat(64)],
      ["the e-mail in record and row", "counsel_email", "mallory@law.example"],
    ] as const
  ).map(
    ([name, field, value]): Attack => ({
      name: `own: ${name}, the row's hash and the record's head recomputed`,
      attack: async () => {
        const one = await rejected();
        const item = (await reviewRows(one)).at(-1) as Item;
        const row = structuredClone(item.row);
        row.context[field] = value;
        row.row_hash = loggedHash(row);
        await putItem(system, { ...item, row });
        await rewriteItem(system, recordKey(one), ({ review }) => {
          review[field] = value;
          review.decision_row_hash = review.audit_head.hash = row.row_hash;
        });
        return one;
      },
      found: /Log +The log has 1 row of this request that is not here/,
      evidence: /./,
    }),
  ),
  {
    name: "own: the enrolled key's row swapped for another key, chain recomputed",
    attack: async () => {
      const one = await rejectedWithKey();
      const items = await counselRows(one);
      const own = authenticator(system.baseUrl);
      let previous: string | null = null;
      for (const item of items) {
        const row = structuredClone(item.row);
        if (row.action === "counsel.key_enrolled") row.context.public_key_spki = own.spki;
        row.prev_hash = previous;
        row.row_hash = previous = loggedHash(row);
        await putItem(system, { ...item, row });
      }
      await rewriteItem(system, counselKey(one), ({ counsel }) => {
        counsel.audit_head.hash = previous;
      });
      return one;
    },
    found: /names a row about counsel that is not there/,
    evidence: /names a row about counsel that is not there/,
  },
  {
    name: "own: counsel's rows about the key moved to another counsel",
    attack: async () => {
      const one = await rejectedWithKey();
      const items = await counselRows(one);
      for (const item of items.slice(1)) await hide(item);
      await rewriteItem(system, counselKey(one), ({ counsel }) => {
        const { row } = items[0] as Item;
        counsel.audit_head = { hash: row.row_hash, length: 1, at: row.created_at };
      });
      return one;
    },
    found: /The log has \d rows of this counsel that are not here|names a row about counsel/,
    evidence: /names a row about counsel that is not there/,
  },
  {
    name: "own: the rows of two requests exchanged",
    attack: async () => {
      const [one, two] = [await rejected(), await rejected()];
      const [a, b] = [
        (await reviewRows(one)).at(-1) as Item,
        (await reviewRows(two)).at(-1) as Item,
      ];
      await putItem(system, { ...a, row: b.row });
      return one;
    },
    found: /belongs to something else/,
    evidence: /belongs to something else/,
  },
  {
    name: "own: where the log is said to have the row",
    attack: async () => {
      const [one, two] = [await rejected(), await rejected()];
      const hashes = [
        (await reviewRows(one)).at(-1) as Item,
        (await reviewRows(two)).at(-1) as Item,
      ];
      const [a, b] = hashes.map(({ row }) => ({ pk: `LOGROW#${row.row_hash}`, sk: "META" }));
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
      const one = await rejected();
      const stranger = await startTestSystemWithLog();
      const own = await itemAt(stranger, { pk: "LOG#KEYS", sk: "META" });
      await stranger.close();
      kept = await itemAt(system, { pk: "LOG#KEYS", sk: "META" });
      await putItem(system, { ...own });
      return one;
    },
    found: /Log's keys +/,
    evidence: /./,
  },
  {
    name: "own: counsel's firm in the record, after the decision",
    attack: async () => {
      const one = await rejected();
      await rewriteItem(system, counselKey(one), ({ counsel }) => {
        counsel.firm = "Another LLP";
      });
      return one;
    },
    found: /^$/,
    code: 3,
    evidence: /firm \("Lex LLP" then, "Another LLP" now\)/,
  },
];

let kept: Item | null = null;
const credentialHash = async (id: string) => {
  const { sha256Hex } = await import("#shared/domain/canonical.ts");
  return sha256Hex(id);
};

describe("with the whole table, the HMAC secret and admin rights", () => {
  test.each(attacks)("$name", async ({ attack, found, code = 1, evidence, receipt }) => {
    const one = await attack();
    const answer = await expectStatus(
      system.admin("GET", `/admin/rule-reviews/${one.review.id}/evidence`),
      200,
    );
    const failing: string[] = answer.body.checks
      .filter(({ result }: { result: string }) => result === "fail")
      .map(({ detail }: { detail: string }) => detail);
    const bundle = await expectStatus(
      system.admin("GET", `/admin/rule-reviews/${one.review.id}/bundle`),
      200,
    );
    await auditor.copyLog();
    if (kept !== null) {
      await putItem(system, kept);
      kept = null;
    }
    const judged = await auditor.run(bundle.text, auditor.options, DEVELOPMENT_SECRET);
    if (code === 1) {
      expect({ status: judged.status, said: judged.stdout }).toEqual({
        status: 1,
        said: expect.stringMatching(found),
      });
    } else {
      // Only the table's present words differ: what was decided is as it was.
      expect(judged.status).toBe(0);
    }
    if (evidence !== null && evidence.source !== "^$") {
      expect(failing.join("\n")).toMatch(evidence);
    }
    if (receipt !== undefined) {
      const options = ["--receipt", ...auditor.options];
      expect((await auditor.run(JSON.stringify(one.receipt), options)).status).toBe(receipt);
    }
  });

  test("a forged decision is never more than pending in evidence, and fails once the log has had its time", async () => {
    const one = await rejected();
    await forgeDecision(one);
    await sequence();
    const checks = async () =>
      (await system.admin("GET", `/admin/rule-reviews/${one.review.id}/evidence`)).body.checks;
    const logOf = async () => (await checks()).find(({ id }: { id: string }) => id === "log");
    expect((await logOf()).result).not.toBe("pass");
    await system.advance(180);
    expect(await logOf()).toMatchObject({ result: "fail" });
  });
});
