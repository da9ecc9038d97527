import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SoftwarePasskey, softwarePasskey } from "#infra/local/software-passkey.ts";
import { type AuditRow, loggedHash } from "#shared/domain/audit/row.ts";
import { signerOf } from "#shared/domain/counsel/counsel.ts";
import { wordsOf } from "#shared/domain/counsel/counsel-key.ts";
import { DEVELOPMENT_SECRET, keyringOf } from "#shared/domain/reviews/keyring.ts";
import { decide as decideTransition } from "#shared/domain/reviews/transitions.ts";
import { challengeFor, enrol, salts, setPolicy } from "#test/support/enrol.ts";
import { type Auditor, auditorOf, type Bundle, resign } from "#test/support/forge-bundle.ts";
import { expectAlike } from "#test/support/judged-alike.ts";
import {
  appointAnother,
  type Commissioned,
  commission,
  commissionAnother,
  expectStatus,
  requestReview,
} from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import {
  itemAt,
  itemsUnder,
  leaveAltered,
  putItem,
  removeItem,
  rewriteItem,
  rowItems,
  takeBack,
} from "#test/support/table-attack.ts";

const system = suiteSystemWithLog();
let auditor: Auditor;
/** The request whose rule book all others share. */
let shared: Commissioned;
beforeAll(async () => {
  shared = await commission(system);
  auditor = await auditorOf(system);
});
afterAll(async () => {
  auditor.close();
});

type Guarded = Commissioned & { key: SoftwarePasskey };
const said = { decision: "approved", comment: "As it is.", salts };

async function guarded(): Promise<Guarded> {
  const first = await appointAnother(system, shared);
  const key = await enrol(system, first.counselId);
  await setPolicy(system, first.counselId, "key_required");
  return { key, ...(await requestReview(system, first)) };
}
let kept: Promise<Guarded> | null = null;
/** One request for all attacks that only write to the table; what they write is taken back. */
function sharedGuarded(): Promise<Guarded> {
  kept ??= guarded();
  return kept;
}
const send = (token: string, body: unknown) =>
  expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, body), 200);
async function decide(review: Guarded, decision = said) {
  const assertion = review.key.get(await challengeFor(system, review, decision));
  await send(review.token, { ...decision, assertion });
}
const retire = ({ counselId, key }: Guarded) =>
  expectStatus(
    system.admin("POST", `/admin/counsel/${counselId}/keys/${key.credentialId}/retire`),
    200,
  );

const evidenceOf = async ({ review }: Commissioned) =>
  (await expectStatus(system.admin("GET", `/admin/rule-reviews/${review.id}/evidence`), 200)).body;
const bundleOf = async ({ review }: Commissioned): Promise<Bundle> =>
  (await expectStatus(system.admin("GET", `/admin/rule-reviews/${review.id}/bundle`), 200)).body;
interface Check {
  id: string;
  result: string;
  detail: string;
}
const checkOf = (evidence: { checks: Check[] }) =>
  evidence.checks.find(({ id }) => id === "counsel_key");
/** What the service finds wrong, in its own words. */
const faultsIn = (evidence: { checks: Check[] }) =>
  evidence.checks
    .filter(({ result }) => result === "fail")
    .map(({ detail }) => detail)
    .join("\n");
const sequence = () =>
  expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
/** What an auditor finds who reads the log as it is now: exit code and report. */
async function verify(bundle: Bundle) {
  await auditor.copyLog();
  const { status, stdout } = await auditor.run(
    JSON.stringify(bundle),
    auditor.options,
    DEVELOPMENT_SECRET,
  );
  const lines = stdout.split("\n");
  return {
    status,
    report: stdout,
    line: lines.find((one) => one.includes(" counsel_key ")) ?? "",
    faults: lines.filter((one) => one.startsWith("CHANGED")).join("\n"),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: items of every shape
type Item = Record<string, any>;
const write = (item: Item) => putItem(system, item);
/** The table items of the counsel's audit rows for one action (keys or policy). */
const keyItems = async ({ counselId }: Commissioned, action: string) =>
  (await rowItems(system, "counsel", counselId)).filter(({ row }) => row.action === action);
/** An attacker with the whole table changes a row and recomputes its hash. */
async function rewrite(item: Item, change: (row: Item) => void) {
  const row = structuredClone(item.row);
  change(row);
  await write({ ...item, row: { ...row, row_hash: loggedHash(row as AuditRow) } });
}

/** Writes what an attacker with table and secret, but not counsel's authenticator, can forge. */
async function forgeDecision(review: Guarded, assertion: Record<string, string> | null) {
  const item = await itemAt(system, { pk: `REVIEW#${review.review.id}`, sk: "META" });
  const counsel = await itemAt(system, { pk: `COUNSEL#${review.counselId}`, sk: "META" });
  const signing = keyringOf({
    stored: null,
    override: DEVELOPMENT_SECRET,
    development: true,
  }).current;
  if (signing === null) throw new Error("there is nothing to forge");
  const { after, row } = decideTransition(item.review, {
    decision: "approved",
    comment: said.comment,
    link: item.review.audit_head.hash,
    salts,
    document: null,
    assertion: assertion as never,
    signer: signerOf(counsel.counsel),
    key: signing,
    id: "00000000-0000-4000-8000-00000000f00d",
    now: new Date().toISOString(),
  });
  await write({ ...item, review: after });
  await write({
    pk: `AUDIT#rule_review_request#${review.review.id}`,
    sk: `${row.created_at}#${String(after.audit_head.length).padStart(4, "0")}#${row.id}`,
    row,
  });
}

describe("evidence under counsel's own key", () => {
  test("a genuine decision passes here and offline, with the key's words, and after the key is retired", async () => {
    const review = await guarded();
    await decide(review);
    await sequence();
    const evidence = await evidenceOf(review);
    const words = wordsOf(review.key.spki);
    expect(checkOf(evidence)).toMatchObject({
      result: "pass",
      detail: expect.stringContaining(words),
    });
    expect(evidence.counsel_keys).toMatchObject({
      signing_policy: "key_required",
      keys_count: 1,
      keys: [{ fingerprint: words, retired_at: null }],
      policy_changes: [{ previous: "link", value: "key_required" }],
    });
    const detail = await system.admin("GET", `/admin/rule-reviews/${review.review.id}`);
    expect(detail.body.counsel_keys).toEqual(evidence.counsel_keys);
    await sequence();
    expect(checkOf(await evidenceOf(review))?.result).toBe("pass");
    expect(await verify(await bundleOf(review))).toMatchObject({
      status: 0,
      line: expect.stringContaining(words),
    });
    await retire(review);
    expect(checkOf(await evidenceOf(review))?.result).toBe("pass");
  });

  test("a decision by the link passes because the policy allowed it then, even once a key is required", async () => {
    const review = await commissionAnother(system, shared);
    await send(review.token, said);
    await sequence();
    const evidence = await evidenceOf(review);
    expect(checkOf(evidence)?.result).toBe("pass");
    expect(Object.keys(evidence)).not.toContain("counsel_keys");
    const saved = await bundleOf(review);
    await setPolicy(system, review.counselId, "key_required");
    await sequence();
    expect(checkOf(await evidenceOf(review))?.result).toBe("pass");
    // What happens to counsel later does not change the file.
    expect(await bundleOf(review)).toEqual(saved);
    expect((await verify(saved)).status).toBe(0);
  });
});

describe("attacks with the link, the table, the secret and admin rights, but without the authenticator", () => {
  const attacks: [name: string, attack: () => Promise<Guarded>, found: RegExp][] = [
    [
      "1. a decision written into the table without counsel's key",
      async () => {
        const review = await sharedGuarded();
        await forgeDecision(review, null);
        return review;
      },
      /required, but none signed/,
    ],
    [
      "2. the assertion of another review",
      async () => {
        const review = await sharedGuarded();
        const other = { ...(await requestReview(system, review)), key: review.key };
        const assertion = other.key.get(await challengeFor(system, other, said));
        await forgeDecision(review, assertion);
        return review;
      },
      /not valid: challenge/,
    ],
    [
      "3. the assertion of another rule set",
      async () => {
        const review = await sharedGuarded();
        const rules = { rule_version_hash: "0".repeat(64) };
        await forgeDecision(
          review,
          review.key.get(await challengeFor(system, review, said, rules)),
        );
        return review;
      },
      /not valid: challenge/,
    ],
    [
      "4. the assertion of another decision",
      async () => {
        const review = await sharedGuarded();
        const no = { ...said, decision: "rejected" };
        await forgeDecision(review, review.key.get(await challengeFor(system, review, no)));
        return review;
      },
      /not valid: challenge/,
    ],
    [
      "5. an assertion obtained on another origin",
      async () => {
        const review = await sharedGuarded();
        const challenge = await challengeFor(system, review, said);
        await forgeDecision(review, review.key.get(challenge, { origin: "https://evil.example" }));
        return review;
      },
      /not valid: origin/,
    ],
    [
      "6. an assertion for another service",
      async () => {
        const review = await sharedGuarded();
        const challenge = await challengeFor(system, review, said);
        await forgeDecision(review, review.key.get(challenge, { rpId: "evil.example" }));
        return review;
      },
      /not valid: rp_id/,
    ],
    [
      "7. the user-verified bit flipped afterwards",
      async () => {
        const review = await sharedGuarded();
        const assertion = review.key.get(await challengeFor(system, review, said), { flags: 0x01 });
        const data = Buffer.from(assertion.authenticator_data as string, "base64url");
        data[32] = 0x05;
        await forgeDecision(review, {
          ...assertion,
          authenticator_data: data.toString("base64url"),
        });
        return review;
      },
      /not valid: signature/,
    ],
    [
      "8. nobody verified at the authenticator",
      async () => {
        const review = await sharedGuarded();
        const challenge = await challengeFor(system, review, said);
        await forgeDecision(review, review.key.get(challenge, { flags: 0x01 }));
        return review;
      },
      /not valid: user_verified/,
    ],
    [
      "9. a key of the forger's own that no row enrols",
      async () => {
        const review = await sharedGuarded();
        const own = softwarePasskey(system.baseUrl);
        await forgeDecision(review, own.get(await challengeFor(system, review, said)));
        return review;
      },
      /no row enrols/,
    ],
    [
      "10. a key enrolled after the request",
      async () => {
        const review = await guarded();
        const own = await enrol(system, review.counselId);
        await forgeDecision(review, own.get(await challengeFor(system, review, said)));
        return review;
      },
      /enrolled at .* after the request/,
    ],
    [
      "11. a key enrolled after the decision",
      async () => {
        const review = await guarded();
        const own = softwarePasskey(system.baseUrl);
        await forgeDecision(review, own.get(await challengeFor(system, review, said)));
        await enrol(system, review.counselId, own);
        return review;
      },
      /no row enrols before/,
    ],
    [
      "12. a retired key",
      async () => {
        const review = await guarded();
        const assertion = review.key.get(await challengeFor(system, review, said));
        await retire(review);
        await forgeDecision(review, assertion);
        return review;
      },
      /retired at .* before the decision/,
    ],
    [
      "13. the policy switched off and on around the decision",
      async () => {
        const review = await guarded();
        await setPolicy(system, review.counselId, "link");
        // The link that counsel has still demands the key, but an admin can give them another one.
        const path = `/admin/rule-reviews/${review.review.id}/link`;
        const { magic_link_url } = (await expectStatus(system.admin("POST", path), 200)).body;
        await send(magic_link_url.split("/").at(-1), said);
        await setPolicy(system, review.counselId, "key_required");
        return review;
      },
      /required at .* no longer at/,
    ],
    [
      "14. the enrolled row's key swapped for the forger's",
      async () => {
        const review = await sharedGuarded();
        const own = softwarePasskey(system.baseUrl);
        const [item] = await keyItems(review, "counsel.key_enrolled");
        await write({
          ...item,
          row: { ...item?.row, context: { ...item?.row.context, public_key_spki: own.spki } },
        });
        await forgeDecision(review, {
          ...own.get(await challengeFor(system, review, said)),
          credential_id: review.key.credentialId,
        });
        return review;
      },
      /key_enrolled.* does not match its hash/,
    ],
    [
      "15. the same credential enrolled a second time, for another key",
      async () => {
        const review = await sharedGuarded();
        const own = softwarePasskey(system.baseUrl);
        const [item] = await keyItems(review, "counsel.key_enrolled");
        await rewrite({ ...item, sk: `${item?.sk}x` }, (row) => {
          row.context.public_key_spki = own.spki;
        });
        await forgeDecision(review, {
          ...own.get(await challengeFor(system, review, said)),
          credential_id: review.key.credentialId,
        });
        return review;
      },
      /trail_branched|this key was enrolled before/,
    ],
  ];
  test.each(attacks)("%s", async (_, attack, found) => {
    const review = await attack();
    const evidence = await evidenceOf(review);
    expect(faultsIn(evidence)).toMatch(found);
    const { status, faults, report } = await verify(await bundleOf(review));
    await takeBack(system);
    expectAlike(evidence.checks, report);
    expect({ status, faults }).toEqual({ status: 1, faults: expect.stringMatching(found) });
  });

  const hiddenRows: [string, () => Promise<Guarded>, found: RegExp][] = [
    [
      "another name",
      async () => {
        const asked = await commissionAnother(system, shared);
        await expectStatus(system.api()("GET", `/counsel/review/${asked.token}`), 200);
        const body = { display_name: "Dr. Another Name" };
        await expectStatus(system.admin("PATCH", `/admin/counsel/${asked.counselId}`, body), 200);
        return { ...asked, key: softwarePasskey(system.baseUrl) };
      },
      /another display_name/,
    ],
    [
      "that the key is retired",
      async () => {
        const review = await guarded();
        await retire(review);
        return review;
      },
      /retired at .* before the decision/,
    ],
  ];
  test.each(hiddenRows)(
    "counsel's newest row says %s, and is hidden while they decide",
    async (_, ask, found) => {
      const review = await ask();
      await sequence();
      await system.advance(180);
      leaveAltered(system);
      const rows = await rowItems(system, "counsel", review.counselId);
      const [before, hidden] = rows.slice(-2) as [Item, Item];
      await removeItem(system, hidden as never);
      await rewriteItem(
        system,
        { pk: `COUNSEL#${review.counselId}`, sk: "META" },
        ({ counsel }) => {
          const { row_hash: hash, created_at: at } = before.row;
          counsel.audit_head = { hash, at, length: rows.length - 1 };
        },
      );
      if (hidden.row.action === "counsel.key_retired") {
        const credential = await itemsUnder(system, "CREDENTIAL#");
        const own = credential.find(({ key }) => key.counsel_id === review.counselId);
        await rewriteItem(system, own as never, ({ key }) => {
          key.retired_at = null;
        });
        await decide(review);
      } else await send(review.token, said);
      await takeBack(system);
      await sequence();
      const evidence = await evidenceOf(review);
      expect(faultsIn(evidence)).toMatch(found);
      const { status, faults, report } = await verify(await bundleOf(review));
      expectAlike(evidence.checks, report);
      expect({ status, faults }).toEqual({ status: 1, faults: expect.stringMatching(found) });
    },
  );

  test("in the file: the assertion removed or incomplete", async () => {
    const review = await guarded();
    await decide(review);
    const good = await bundleOf(review);
    const forged = (change: (bundle: Bundle) => void) => {
      const bundle = structuredClone(good);
      change(bundle);
      return resign(bundle, DEVELOPMENT_SECRET);
    };
    const changes: [RegExp, (bundle: Bundle) => void][] = [
      [/none signed/, (b) => delete b.audit.at(-1).context.assertion],
      [/is incomplete/, (b) => delete b.audit.at(-1).context.assertion.signature],
    ];
    for (const [found, change] of changes) {
      expect(await verify(forged(change))).toMatchObject({
        status: 1,
        line: expect.stringMatching(found),
      });
    }
  });

  test("the service itself refuses each invalid assertion before anything is written", async () => {
    const review = await guarded();
    const challenge = await challengeFor(system, review, said);
    const untrue = review.key.get(challenge, { origin: "https://evil.example" });
    const answer = await system.api()("POST", `/counsel/review/${review.token}/decide`, {
      ...said,
      assertion: untrue,
    });
    expect([answer.status, answer.body.code]).toEqual([422, "assertion_invalid"]);
    expect((await evidenceOf(review)).request.status).toBe("pending");
  });
});

// This comes last, because it rotates away the secret under which the attacks forge.
describe("a decision signed with counsel's own key", () => {
  test("stays valid over three rotations of the log's key and of the HMAC secret, offline too", async () => {
    const rotate = (path: string) => expectStatus(system.admin("POST", path), 200);
    const secrets = "/admin/setup/counsel-review-hmac-secret";
    const review = await guarded();
    await decide(review);
    await sequence();
    const first = auditor.keys;
    const saved = JSON.stringify(await bundleOf(review));
    const keyIds = new Set<string>();
    await rotate(`${secrets}/provision-secret`);
    for (let turn = 0; turn < 3; turn += 1) {
      keyIds.add((await rotate(`${secrets}/rotate-secret`)).body.key_id);
      keyIds.add((await rotate("/admin/setup/evidence-log-key/rotate-key")).body.verifier_keys[0]);
      await sequence();
    }
    expect(keyIds.size).toBeGreaterThanOrEqual(4);
    const evidence = await evidenceOf(review);
    expect(faultsIn(evidence)).toBe("");
    const made = JSON.stringify(await bundleOf(review));
    await auditor.copyLog();
    const now = (await system.api()("GET", "/evidence/log/key")).text.split("\n").slice(0, 2);
    const log = ["--log", join(auditor.folder, "log")];
    // Checks each bundle with the keys under which it was not made.
    for (const [keys, text] of [
      [first, made],
      [now, saved],
    ] as const) {
      const options = [...keys.flatMap((key) => ["--key", key]), ...log];
      const { status, stdout } = await auditor.run(text, options, DEVELOPMENT_SECRET);
      expect({ status, stdout }).toEqual({
        status: 0,
        stdout: expect.stringMatching(/^OK +counsel_key +Signed with the passkey/m),
      });
    }
    const later = await guarded();
    await decide(later);
    await sequence();
    expect(checkOf(await evidenceOf(later))?.result).toBe("pass");
  });
});
