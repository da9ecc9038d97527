import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { softwarePasskey } from "#infra/local/software-passkey.ts";
import { type AuditRow, chained, loggedHash } from "#shared/domain/audit/row.ts";
import { signerOf } from "#shared/domain/counsel/counsel.ts";
import { wordsOf } from "#shared/domain/counsel/counsel-key.ts";
import { DEVELOPMENT_SECRET } from "#shared/domain/reviews/keyring.ts";
import { decide as decideTransition } from "#shared/domain/reviews/transitions.ts";
import { challengeFor } from "#test/support/enrol.ts";
import { Attacker, type Case } from "#test/support/evidence-attacker.ts";
import { type Auditor, auditorOf } from "#test/support/forge-bundle.ts";
import { type Attack, judgeAttack } from "#test/support/judged-attack.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import { type Item, itemAt, putItem, rewriteItem, takeBack } from "#test/support/table-attack.ts";

/*
 * The attacks that an earlier form of the evidence did not survive (docs/evidence.md has them by the
 * same names), by someone who holds the HMAC secret and admin rights and can write any item of the
 * table. Each is found by the verifier with the log, and by the service's own evidence wherever the
 * table alone can show it.
 */

const system = suiteSystemWithLog();
let auditor: Auditor;
let on: Attacker;
beforeAll(async () => {
  auditor = await auditorOf(system);
  on = new Attacker(system);
});
afterAll(async () => {
  auditor.close();
});

const credentialOf = (id: string) => ({
  pk: `CREDENTIAL#${createHash("sha256").update(id).digest("hex")}`,
  sk: "META",
});
const MISSING = /CHANGED +row_missing +The log has 1 row of this request that is not here/;

const attacks: Attack[] = [
  {
    name: "C1: a logged rejection becomes an approval, signed and sealed anew",
    attack: async () => {
      const one = await on.rejected();
      await on.forgeDecision(one);
      return one;
    },
    found: MISSING,
    evidence: null,
    receipt: 0,
  },
  {
    name: "C1: the same against a decision signed with a passkey",
    attack: async () => {
      const one = await on.rejectedWithKey();
      await on.forgeDecision(one);
      return one;
    },
    found: /CHANGED +counsel_key .*none signed the decision/,
    evidence: /none signed the decision/,
    receipt: 0,
  },
  {
    name: "C1: a second decision beside the first",
    attack: async () => {
      const one = await on.rejected();
      await on.forgeDecision(one, { keep: true });
      return one;
    },
    found: /CHANGED +decided_twice /,
    evidence: /decided_twice/,
    receipt: 0,
  },
  {
    name: "C3: an invented enrolment, back-dated, and a decision under its key",
    attack: async () => {
      const one = await on.rejectedWithKey();
      const rows = await on.counselRows(one);
      const enrolled = rows.find(({ row }) => row.action === "counsel.key_enrolled") as Item;
      const own = softwarePasskey(system.baseUrl);
      const row = structuredClone(enrolled.row);
      Object.assign(row.context, { credential_id: own.credentialId, public_key_spki: own.spki });
      row.id = "00000000-0000-4000-8000-00000000c003";
      row.created_at = "2026-01-01T00:00:00.000Z";
      row.row_hash = loggedHash(row);
      await on.plant(row, 3);
      const assertion = own.get(await challengeFor(system, one, { decision: "approved" }));
      await on.forgeDecision(one, { assertion });
      return one;
    },
    found: /CHANGED +row_unsigned +/,
    evidence: /does not follow|belongs to something else/,
  },
  {
    name: "H5, N8: a request and its decision dated a year back, whole but for a writer's signature",
    attack: backDated,
    found: /CHANGED +row_unsigned +rule_review.requested of 2025/,
    evidence: /row_unsigned: rule_review.requested of 2025/,
  },
  {
    name: "H7: a rejection replaced before the log took it",
    attack: async () => {
      const one = await on.rejectedUnlogged();
      const real = (await on.reviewRows(one)).at(-1) as Item;
      await on.forgeDecision(one);
      await on.hide({ pk: `LOGOUT#${real.pk}`, sk: real.sk });
      await on.sequence();
      return one;
    },
    found: /CHANGED +row_unsigned +rule_review.approved/,
    evidence: /row_unsigned: rule_review.approved/,
    // The log never took the one, and does not take the other.
    receipt: 3,
  },
  {
    name: "M2: a rejected decision handed out as pending",
    attack: async () => {
      const one = await on.rejected();
      const rows = await on.reviewRows(one);
      await on.hide(rows.at(-1) as Item);
      await on.undecide(one, rows.slice(0, -1));
      return one;
    },
    found: MISSING,
    evidence: null,
    receipt: 0,
  },
  {
    name: "H5, M3: a decision that waited for the log, whose row says that it was in time",
    attack: async () => {
      const one = await on.rejectedUnlogged();
      await system.advance(11 * 60);
      await on.sequence();
      const item = (await on.reviewRows(one)).at(-1) as Item;
      await putItem(system, { ...item, row: { ...item.row, logged_late: false } });
      return one;
    },
    found: /LOGGED LATE logged_late +rule_review.rejected of /,
    evidence: null,
    status: 3,
  },
  {
    name: "M5: a stored key exchanged for one of small order, under which anyone can sign",
    attack: async () => {
      const one = await on.guarded();
      const point = Buffer.concat([
        Buffer.from("302a300506032b6570032100", "hex"),
        Buffer.alloc(32),
      ]);
      const rows = await on.counselRows(one);
      const weak = { algorithm: "EdDSA", public_key_spki: point.toString("base64url") };
      const hash = await on.rechain(rows, (row) => {
        if (row.action === "counsel.key_enrolled") Object.assign(row.context, weak);
      });
      await on.changeCounsel(one, (counsel) => {
        counsel.audit_head.hash = hash;
      });
      const assertion = one.key.get(await challengeFor(system, one, { decision: "approved" }));
      // R = the point, S = 0: valid under that key for every message, to a careless verifier.
      const signature = Buffer.alloc(64).toString("base64url");
      await on.forgeDecision(one, { assertion: { ...assertion, signature } });
      return one;
    },
    found: /CHANGED +counsel_key +What the key signed is not valid/,
    evidence: /What the key signed is not valid/,
  },
  {
    name: "L1: the seal taken away",
    attack: async () => {
      const one = await on.rejected();
      await on.changeRecord(one, (review) => {
        review.record_seal = null;
      });
      return one;
    },
    found: /CHANGED +record_seal +The record is decided, but its seal is missing/,
    evidence: /its seal is missing/,
  },
  {
    name: "L2: a row added after the decision",
    attack: async () => {
      const one = await on.rejected();
      const rows = await on.reviewRows(one);
      const last = (rows.at(-1) as Item).row as AuditRow;
      const { row } = chained(
        { ...last, id: "00000000-0000-4000-8000-00000000f002", action: "rule_review.cancelled" },
        { hash: last.row_hash ?? "", length: rows.length, at: last.created_at },
      );
      await on.plant(row, rows.length + 1);
      return one;
    },
    found: /CHANGED +illegal_transition +rule_review.cancelled .* it was rejected before/,
    evidence: /counts|The request is/,
  },
  ...(
    [
      ["bytes after the flags", "authenticator_data", (b: Buffer) => Buffer.concat([b, b])],
      [
        'crossOrigin "true"',
        "client_data_json",
        (b: Buffer) => Buffer.from(`${b}`.replace(":false", ':"true"')),
      ],
      ["a byte order mark", "client_data_json", (b: Buffer) => Buffer.from(`\ufeff${b}`)],
      [
        "the challenge twice",
        "client_data_json",
        (b: Buffer) => Buffer.from(`${b}`.replace("{", '{"challenge":"x",')),
      ],
    ] as const
  ).map(
    ([name, part, change]): Attack => ({
      name: `L3: an assertion with ${name}, in a decision made anew`,
      attack: async () => {
        const one = await on.guarded();
        const said = { decision: "rejected" };
        const assertion = one.key.get(await challengeFor(system, one, said));
        const bytes = change(Buffer.from(assertion[part], "base64url"));
        await on.forgeDecision(one, {
          decision: "rejected",
          assertion: { ...assertion, [part]: bytes.toString("base64url") },
        });
        return one;
      },
      found: /CHANGED +counsel_key +What the key signed is not valid/,
      evidence: /What the key signed is not valid/,
    }),
  ),
];

/** A request and its decision, both dated a year back and logged now. */
async function backDated(): Promise<Case> {
  const one = await on.commissioned();
  const item = await itemAt(system, on.recordKey(one));
  const counsel = await itemAt(system, on.counselKey(one));
  const back = "2025-11-22T10:00:00.000Z";
  const [first] = (await on.reviewRows(one)) as [Item];
  const requested = { ...first.row, created_at: back };
  requested.row_hash = loggedHash(requested);
  await on.hide(first);
  await on.plant(requested, 1);
  const audit_head = { hash: requested.row_hash, length: 1, at: back };
  const { after, row } = decideTransition(
    { ...item.review, created_at: back, audit_head },
    {
      decision: "approved",
      comment: null,
      link: requested.row_hash,
      salts: {},
      document: null,
      assertion: null,
      signer: signerOf(counsel.counsel),
      key: on.signing(),
      id: "00000000-0000-4000-8000-00000000f005",
      now: back,
    },
  );
  await putItem(system, { ...item, review: after });
  await on.plant(row, 2);
  await on.sequence();
  return one;
}

describe("with the whole table, the HMAC secret and admin rights: found, and judged alike by service and verifier", () => {
  test.each(attacks)("$name", (attack) => judgeAttack(on, auditor, attack));

  test("H3: words stored beside a key are shown nowhere: they are computed from the key", async () => {
    const one = await on.rejectedWithKey();
    const false_ = "babab-babab-babab-babab-babab-babab";
    await rewriteItem(system, credentialOf(one.key.credentialId), (item) => {
      Object.assign(item, { fingerprint: false_ });
      item.key.fingerprint = false_;
    });
    await on.changeCounsel(one, (counsel) => {
      counsel.fingerprint = false_;
    });
    const path = `/admin/rule-reviews/${one.review.id}`;
    const texts = await Promise.all(
      [`/admin/counsel/${one.counselId}/keys`, path, `${path}/evidence`].map(
        async (each) => (await expectStatus(system.admin("GET", each), 200)).text,
      ),
    );
    await auditor.copyLog();
    const { text } = await expectStatus(system.admin("GET", `${path}/bundle`), 200);
    const judged = await auditor.run(text, auditor.options, DEVELOPMENT_SECRET);
    for (const shown of [...texts, judged.stdout]) {
      expect(shown).toContain(wordsOf(one.key.spki));
      expect(shown).not.toContain("babab");
    }
    await takeBack(system);
  });

  test("a forged decision is never more than pending in evidence, and fails once the log has had its time", async () => {
    const one = await on.rejectedAlone();
    await on.forgeDecision(one);
    await on.sequence();
    const logOf = async () => {
      const path = `/admin/rule-reviews/${one.review.id}/evidence`;
      const { checks } = (await system.admin("GET", path)).body;
      return checks.find(({ id }: { id: string }) => id === "log");
    };
    expect((await logOf()).result).not.toBe("pass");
    await system.advance(180);
    expect(await logOf()).toMatchObject({ result: "fail" });
  });
});
