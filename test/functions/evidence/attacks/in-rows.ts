import { softwarePasskey } from "#infra/local/software-passkey.ts";
import { type AuditRow, chained, loggedHash } from "#shared/domain/audit/row.ts";
import { signerOf } from "#shared/domain/counsel/counsel.ts";
import { decide as decideTransition } from "#shared/domain/reviews/transitions.ts";
import type { Attack } from "#test/support/attacks/attack.ts";
import type { Ground } from "#test/support/attacks/ground.ts";
import type { Target } from "#test/support/attacks/judges.ts";
import { challengeFor } from "#test/support/enrol.ts";
import type { Case } from "#test/support/evidence-attacker.ts";
import {
  type Item,
  itemAt,
  itemsUnder,
  outboxItem,
  putItem,
  removeItem,
  rewriteItem,
  rowItems,
} from "#test/support/table-attack.ts";

/* Rows and records rewritten, invented, hidden or exchanged, as a holder of the HMAC secret can do. */

export const targetOf = ({ review, receipt }: Case): Target => ({ id: review.id, receipt });
export const only = (one: Case) => ({ target: targetOf(one) });

/** Changes the rejection's record alone. */
const inRecord = (what: string, change: Item, name: RegExp, of = "own"): Attack => ({
  of,
  what: `${what}, in the record alone`,
  run: async ({ on, rejected }) => {
    await on.changeRecord(rejected, (review) => Object.assign(review, change));
    return only(rejected);
  },
  must: ["verifier", name],
});

/** Changes record and row, and recomputes the row's hash and the record's head. */
const inBoth = (what: string, field: string, value: string): Attack => ({
  of: "own",
  what: `${what} in record and row, the row's hash and the record's head computed again`,
  run: async ({ on, system, rejected }) => {
    const item = (await on.reviewRows(rejected)).at(-1) as Item;
    const row = structuredClone(item.row);
    row.context[field] = value;
    row.row_hash = loggedHash(row);
    await putItem(system, { ...item, row });
    await on.changeRecord(rejected, (review) => {
      review[field] = value;
      review.decision_row_hash = review.audit_head.hash = row.row_hash;
    });
    return only(rejected);
  },
  must: ["verifier", /row_missing/],
});

/** A new decision with an assertion that a careless verifier would accept. */
const assertionWith = (
  what: string,
  part: "authenticator_data" | "client_data_json",
  change: (bytes: Buffer) => Buffer,
): Attack => ({
  of: "L3",
  what: `an assertion with ${what}`,
  run: async ({ on, system, guarded }) => {
    const said = { decision: "rejected" };
    const assertion = guarded.key.get(await challengeFor(system, guarded, said));
    const bytes = change(Buffer.from(assertion[part], "base64url"));
    await on.forgeDecision(guarded, {
      decision: "rejected",
      assertion: { ...assertion, [part]: bytes.toString("base64url") },
    });
    return only(guarded);
  },
  must: ["verifier", /counsel_key/],
});

const lastOf = async (items: Promise<readonly Item[]>): Promise<Item> =>
  (await items).at(-1) as Item;

/** Plants the attacker's own row after the newest row of a resource. */
async function plantAfter(
  { on, system }: Ground,
  [type, id]: readonly [string, string],
  action: string,
  context?: object,
): Promise<void> {
  const items = await rowItems(system, type, id);
  const last = (items.at(-1) as Item).row as AuditRow;
  const own = { id: crypto.randomUUID(), action, created_at: new Date().toISOString() };
  const made = { ...last, ...own, ...(context === undefined ? {} : { context }) } as AuditRow;
  const { row, head } = chained(made, {
    ...{ hash: last.row_hash ?? "", length: items.length, at: last.created_at },
  });
  await on.plant(row, head.length);
}

const requestOf = (one: Case) => ["rule_review_request", one.review.id as string] as const;

export const inRows: readonly Attack[] = [
  {
    of: "C1",
    what: "a logged rejection becomes an approval, signed and sealed anew",
    run: async ({ on, rejected }) => {
      await on.forgeDecision(rejected);
      return only(rejected);
    },
    must: ["verifier", /row_missing/],
  },
  {
    of: "C1",
    what: "the same against a decision under counsel's passkey",
    run: async ({ on, underKey }) => {
      await on.forgeDecision(underKey);
      return only(underKey);
    },
    must: ["verifier", /counsel_key/],
  },
  {
    of: "C1",
    what: "a second decision beside the first",
    run: async ({ on, rejected }) => {
      await on.forgeDecision(rejected, { keep: true });
      return only(rejected);
    },
    must: ["watcher", /decided_twice/],
  },
  {
    of: "C1, H8",
    what: "a decision overwritten in the request's own trail, the real one left where lists read it",
    run: async ({ on, system, rejected }) => {
      const real = await lastOf(on.reviewRows(rejected));
      const row = { ...real.row, action: "rule_review.approved" };
      row.row_hash = loggedHash(row);
      await putItem(system, { pk: real.pk, sk: real.sk, row });
      await putItem(system, { ...real, pk: "AUDIT#rule_review_request#elsewhere" });
      await putItem(system, outboxItem(real as never));
      return only(rejected);
    },
    must: ["watcher", /row_changed/],
  },
  {
    of: "C3",
    what: "an invented enrolment, back-dated, and a decision under its key",
    run: async ({ on, system, underKey }) => {
      const rows = await on.counselRows(underKey);
      const enrolled = rows.find(({ row }) => row.action === "counsel.key_enrolled") as Item;
      const own = softwarePasskey(system.baseUrl);
      const row = structuredClone(enrolled.row);
      Object.assign(row.context, { credential_id: own.credentialId, public_key_spki: own.spki });
      row.id = "00000000-0000-4000-8000-00000000c003";
      row.created_at = "2026-01-01T00:00:00.000Z";
      row.row_hash = loggedHash(row);
      await on.plant(row, 3);
      const assertion = own.get(await challengeFor(system, underKey, { decision: "approved" }));
      await on.forgeDecision(underKey, { assertion });
      return only(underKey);
    },
    must: ["verifier", /row_unsigned/],
  },
  {
    of: "H4",
    what: "the enrolment of a key that came after the request, dated before it",
    run: async ({ on, early }) => {
      await on.rechain(await on.counselRows(early), (row) => {
        if (row.action === "counsel.key_enrolled") row.created_at = "2026-01-01T00:00:00.000Z";
      });
      return only(early);
    },
    must: ["watcher", /row_changed|row_missing/],
  },
  {
    of: "H5, N8",
    what: "a request and its decision fabricated, both dated a year back",
    run: async ({ on, system, pending }) => {
      const item = await itemAt(system, on.recordKey(pending));
      const counsel = await itemAt(system, on.counselKey(pending));
      const back = "2025-11-22T10:00:00.000Z";
      const [first, ...more] = (await on.reviewRows(pending)) as [Item, ...Item[]];
      const requested = { ...first.row, created_at: back };
      requested.row_hash = loggedHash(requested);
      await on.hide(first, ...more);
      await on.plant(requested, 1);
      const audit_head = { hash: requested.row_hash, length: 1, at: back };
      const { after, row } = decideTransition(
        { ...item.review, created_at: back, audit_head },
        {
          ...{ decision: "approved", comment: null, link: requested.row_hash, salts: {} },
          ...{ document: null, assertion: null, signer: signerOf(counsel.counsel) },
          ...{ key: on.signing(), id: "00000000-0000-4000-8000-00000000f005", now: back },
        },
      );
      await putItem(system, { ...item, review: after });
      await on.plant(row, 2);
      return only(pending);
    },
    must: ["verifier", /row_unsigned/],
  },
  {
    of: "H7",
    what: "a rejection replaced by an approval before the log took it",
    run: async ({ on, pending }) => {
      const { receipt } = await on
        .decide(pending.token, { decision: "rejected", comment: "No." })
        .then(({ body }) => body);
      const real = await lastOf(on.reviewRows(pending));
      await on.forgeDecision(pending);
      await on.hide({ pk: `LOGOUT#${real.pk}`, sk: real.sk });
      return { target: { id: pending.review.id, receipt }, door: "decision: 200" };
    },
    must: ["verifier", /row_unsigned/],
  },
  {
    of: "N8",
    what: "a decision of an open request fabricated: row, seal, signature",
    run: async ({ on, system, pending }) => {
      await on.forgeDecision(pending, { now: await system.advance(0) });
      return only(pending);
    },
    must: ["evidence", /^fails/],
  },
  {
    of: "own",
    what: "the same, put into the table when the two minutes in which a row may wait are over",
    run: async ({ on, system, pending }) => {
      const now = Date.parse(await system.advance(0)) - 150_000;
      await on.forgeDecision(pending, { now: new Date(now).toISOString() });
      return only(pending);
    },
    must: ["evidence", /^fails: .*row_unlogged/],
  },
  {
    of: "N16",
    what: "the same, dated nine minutes ahead",
    run: async ({ on, pending }) => {
      const now = new Date(Date.now() + 540_000).toISOString();
      await on.forgeDecision(pending, { now });
      return only(pending);
    },
    must: ["evidence", /^fails/],
  },
  {
    of: "M2",
    what: "a rejected decision handed out as pending",
    run: async ({ on, rejected }) => {
      const rows = await on.reviewRows(rejected);
      await on.hide(rows.at(-1) as Item);
      await on.undecide(rejected, rows.slice(0, -1));
      const path = `/admin/frameworks/${rejected.frameworkId}/rules`;
      const { status, body } = await on.system.admin("GET", path);
      return { ...only(rejected), door: `rules: ${status} ${body.code}` };
    },
    must: ["verifier", /row_missing/],
  },
  {
    of: "N22",
    what: "the decision taken back: record and link say pending, its row is gone",
    run: async ({ on, system, rejected }) => {
      const rows = await on.reviewRows(rejected);
      await on.hide(rows.at(-1) as Item);
      await on.undecide(rejected, rows.slice(0, -1));
      const state = { pk: on.linkOf(rejected.token), sk: "STATE" };
      const none = { status: "pending", decided_at: null, decision_comment: null };
      await rewriteItem(system, state, ({ review }) => Object.assign(review, none));
      const { status, body } = await system.api()("GET", `/counsel/review/${rejected.token}`);
      return { ...only(rejected), door: `${status} ${body.code ?? body.status}` };
    },
    must: ["verifier", /row_missing/],
  },
  {
    of: "N17",
    what: "a logged row deleted: the view",
    run: async ({ on, rejected }) => {
      await on.hide((await on.reviewRows(rejected))[1] as Item);
      return only(rejected);
    },
    must: ["watcher", /row_missing/],
  },
  {
    of: "M4",
    what: "rows changed, hidden, unlogged and dated ahead",
    run: async ({ system, first }) => {
      const rows = await rowItems(system, "framework", first.frameworkId);
      const [item, hidden] = rows as [Item, Item];
      const plain = (created_at: string, n: number): Item => {
        const row = { ...item.row, id: `00000000-0000-4000-8000-00000000000${n}`, created_at };
        row.row_hash = loggedHash(row);
        const sk = `${created_at}#${row.id}`;
        const indexes = Object.keys(item).filter((name) => /^audit\dsk$/.test(name));
        return { ...item, ...Object.fromEntries(indexes.map((name) => [name, sk])), sk, row };
      };
      const twin = { ...item.row, context: { ...item.row.context, display_name: "Another" } };
      await putItem(system, { ...item, row: twin, pk: "AUDIT#framework#twin" });
      await removeItem(system, hidden as never);
      const old = new Date(Date.now() - 600_000).toISOString();
      for (const [n, at] of [old, "2030-01-01T00:00:00.000Z", "2026-13-99T00:00:00.000Z"].entries())
        await putItem(system, plain(at, n));
      return { target: null };
    },
    must: ["watcher", /row_changed, row_missing, row_unlogged.*time_in_future/],
  },
  {
    of: "M5",
    what: "a stored key exchanged for one of small order, under which anyone can sign",
    run: async ({ on, system, guarded }) => {
      const point = Buffer.concat([
        Buffer.from("302a300506032b6570032100", "hex"),
        Buffer.alloc(32),
      ]);
      const weak = { algorithm: "EdDSA", public_key_spki: point.toString("base64url") };
      const assertion = guarded.key.get(
        await challengeFor(system, guarded, { decision: "approved" }),
      );
      const hash = await on.rechain(await on.counselRows(guarded), (row) => {
        if (row.action === "counsel.key_enrolled") Object.assign(row.context, weak);
      });
      await on.changeCounsel(guarded, (counsel) => {
        counsel.audit_head.hash = hash;
      });
      const signature = Buffer.alloc(64).toString("base64url");
      await on.forgeDecision(guarded, { assertion: { ...assertion, signature } });
      return only(guarded);
    },
    must: ["verifier", /counsel_key/],
  },
  {
    of: "L1",
    what: "the seal taken away",
    run: async ({ on, rejected }) => {
      await on.changeRecord(rejected, (review) => {
        review.record_seal = null;
      });
      return only(rejected);
    },
    must: ["verifier", /record_seal/],
  },
  {
    of: "L2",
    what: "a row added after the decision",
    run: async (ground) => {
      await plantAfter(ground, requestOf(ground.rejected), "rule_review.cancelled");
      return only(ground.rejected);
    },
    must: ["verifier", /illegal_transition|row_unsigned/],
  },
  assertionWith("bytes after its flags", "authenticator_data", (b) => Buffer.concat([b, b])),
  assertionWith("a crossOrigin of text", "client_data_json", (b) =>
    Buffer.from(`${b}`.replace(":false", ':"true"')),
  ),
  assertionWith("a byte order mark", "client_data_json", (b) => Buffer.from(`\ufeff${b}`)),
  assertionWith("the challenge twice", "client_data_json", (b) =>
    Buffer.from(`${b}`.replace("{", '{"challenge":"x",')),
  ),
  {
    of: "N1",
    what: "a kept refusal becomes an approval, and so does its decision's row",
    run: async ({ on, system, book }) => {
      const item = await lastOf(on.reviewRows(book));
      const row = structuredClone(item.row);
      delete row.context.rule_verdicts;
      row.row_hash = loggedHash(row);
      await putItem(system, { ...item, row });
      const [kept] = (await itemsUnder(system, `STANDING#${book.frameworkId}`)).filter(
        (one) => "said#rule.b" in one,
      );
      await rewriteItem(system, kept as never, (one) => {
        one["said#rule.b"].newest[0].outcome = "approved";
      });
      const asked = { framework_id: book.frameworkId, use_case_ids: ["rule.b"] };
      const { status, body } = await system.admin("POST", "/clearance?statement=true", asked);
      return { ...only(book), door: `statement: ${status} ${body.code}` };
    },
    must: ["door", /503 state_differs/],
  },
  {
    of: "N3",
    what: "a member of a panel who refused, replaced by an invented row",
    run: async (ground) => {
      const { seats, on, system, pending } = ground;
      const [refuser, , third] = seats.members;
      const from = { counsel_id: refuser?.counselId, review_id: refuser?.id };
      const to = { counsel_id: pending.counselId, review_id: pending.review.id };
      const context = { framework_id: ground.first.frameworkId, from, to };
      await plantAfter(ground, ["review_panel", seats.id], "review_panel.member_replaced", context);
      const head = (await lastOf(rowItems(system, "review_panel", seats.id))).row;
      await rewriteItem(system, { pk: `PANEL#${seats.id}`, sk: "META" }, ({ panel }) => {
        panel.members[0] = { ...panel.members[0], ...to, status: "pending", decided_at: null };
        panel.audit_head = { hash: head.row_hash, length: 2, at: head.created_at };
      });
      const { status, body } = await on.system.api()(
        "POST",
        `/counsel/review/${third?.token}/decide`,
        { decision: "approved" },
      );
      return {
        target: { id: refuser?.id ?? "", panel: seats.id },
        door: `last vote: ${status} ${body.code ?? body.status}`,
      };
    },
    must: ["door", /503 state_differs/],
  },
  {
    of: "N4",
    what: "a panel's rows rewritten: fewer approvals needed, asked a year ago",
    run: async ({ on, system, won }) => {
      const rows = await rowItems(system, "review_panel", won.id);
      const hash = await on.rechain(rows, (row) => {
        row.context.need = 1;
        row.created_at = row.created_at.replace(/^\d{4}/, "2025");
      });
      await rewriteItem(system, { pk: `PANEL#${won.id}`, sk: "META" }, ({ panel }) => {
        panel.need = 1;
        panel.audit_head.hash = hash;
      });
      return { target: { id: won.member, panel: won.id } };
    },
    must: ["verifier", /row_changed|row_missing|row_unsigned/],
  },
  {
    of: "N5",
    what: "the row by which a request was passed on exchanged for an invented one",
    run: async ({ on, delegate }) => {
      let link = "";
      const hash = await on.rechain(await on.reviewRows(delegate), (row, previous) => {
        if (row.action === "rule_review.requested") {
          row.context.delegated_by.row_hash = "3".repeat(64);
          return;
        }
        link ||= previous ?? "";
        row.context.link = link;
      });
      await on.changeRecord(delegate, (review) => {
        review.decision_row_hash = review.audit_head.hash = hash;
      });
      return only(delegate);
    },
    must: ["verifier", /reference_broken/],
  },
  inBoth("counsel's words", "decision_comment", "Another."),
  inBoth("the rules' hash", "rule_version_hash", "0".repeat(64)),
  inBoth("the e-mail", "counsel_email", "mallory@law.example"),
  inRecord("the first view taken out", { viewed_at: null }, /state_differs|view/),
  inRecord("the decision's time", { decided_at: "2026-01-01T00:00:00.000Z" }, /record_seal/),
  inRecord("the nonce", { nonce: "0".repeat(32) }, /signature|record_seal/, "N13"),
  inRecord("the expiry", { expires_at: "2036-01-01T00:00:00.000Z" }, /state_differs/),
  inRecord("who asked", { requested_by_user_id: "someone" }, /state_differs/),
  inRecord("a decision turned", { status: "approved" }, /state_differs/),
  inRecord("a decision that expired", { status: "expired" }, /^1/),
  {
    of: "own",
    what: "counsel's deactivation after the decision taken away",
    run: async ({ on, retired }) => {
      const rows = await on.counselRows(retired);
      await on.hide(rows.at(-1) as Item);
      await on.changeCounsel(retired, (counsel) => {
        const { row } = rows.at(-2) as Item;
        const head = { hash: row.row_hash, length: rows.length - 1, at: row.created_at };
        Object.assign(counsel, { active: true, audit_head: head });
      });
      return only(retired);
    },
    must: ["evidence", /^fails: .*row_missing/],
  },
  {
    of: "own",
    what: "a decision handed out as cancelled, by a row of its own",
    run: async (ground) => {
      const { on, rejected } = ground;
      const rows = await on.reviewRows(rejected);
      await on.hide(rows.at(-1) as Item);
      await on.undecide(rejected, rows.slice(0, -1));
      await plantAfter(ground, requestOf(rejected), "rule_review.cancelled", {
        ...rows[0]?.row.context,
      });
      const last = (await lastOf(on.reviewRows(rejected))).row;
      await on.changeRecord(rejected, (review) => {
        const audit_head = { hash: last.row_hash, length: rows.length, at: last.created_at };
        Object.assign(review, { status: "cancelled", audit_head });
      });
      return only(rejected);
    },
    must: ["verifier", /row_missing/],
  },
  {
    of: "own",
    what: "who asked, in the first row and all after it, chained anew",
    run: async ({ on, rejected }) => {
      const hash = await on.rechain(await on.reviewRows(rejected), (row) => {
        if (row.action === "rule_review.requested") row.actor_user_id = "someone";
      });
      await on.changeRecord(rejected, (review) => {
        review.requested_by_user_id = "someone";
        review.decision_row_hash = review.audit_head.hash = hash;
      });
      return only(rejected);
    },
    must: ["verifier", /illegal_transition/],
  },
  {
    of: "own",
    what: "the view's row taken out, the rest chained anew",
    run: async ({ on, rejected }) => {
      const [first, view, decision] = (await on.reviewRows(rejected)) as [Item, Item, Item];
      await on.hide(view);
      const hash = await on.rechain([first, decision], () => {});
      await on.changeRecord(rejected, (review) => {
        review.viewed_at = null;
        review.decision_row_hash = review.audit_head.hash = hash;
        review.audit_head.length = 2;
      });
      return only(rejected);
    },
    must: ["verifier", /row_missing/],
  },
  {
    of: "own",
    what: "the enrolled key in counsel's rows exchanged, chained anew",
    run: async ({ on, system, underKey }) => {
      const { spki } = softwarePasskey(system.baseUrl);
      const hash = await on.rechain(await on.counselRows(underKey), (row) => {
        if (row.action === "counsel.key_enrolled") row.context.public_key_spki = spki;
      });
      await on.changeCounsel(underKey, (counsel) => {
        counsel.audit_head.hash = hash;
      });
      return only(underKey);
    },
    must: ["verifier", /row_missing|row_unsigned/],
  },
  {
    of: "own",
    what: "a passkey's assertion replayed in a decision of another request",
    run: async ({ on, underKey, guarded }) => {
      const { assertion } = (await lastOf(on.reviewRows(underKey))).row.context;
      await on.forgeDecision(guarded, { decision: "rejected", assertion });
      return only(guarded);
    },
    must: ["verifier", /counsel_key/],
  },
  {
    of: "C2",
    what: "counsel's rows about their key taken away",
    run: async ({ on, underKey }) => {
      const [first, ...more] = (await on.counselRows(underKey)) as [Item, ...Item[]];
      await on.hide(...more);
      await on.changeCounsel(underKey, (counsel) => {
        const { row } = first;
        counsel.audit_head = { hash: row.row_hash, length: 1, at: row.created_at };
      });
      return only(underKey);
    },
    must: ["verifier", /row_missing/],
  },
  {
    of: "own",
    what: "the decision rows of two requests exchanged",
    run: async ({ on, system, rejected, later }) => {
      const [a, b] = [await lastOf(on.reviewRows(rejected)), await lastOf(on.reviewRows(later))];
      await putItem(system, { ...a, row: b.row });
      await putItem(system, { ...b, row: a.row });
      return only(rejected);
    },
    must: ["verifier", /row_|audit/],
  },
  {
    of: "own",
    what: "the records of two requests exchanged",
    run: async ({ on, system, pending, extended }) => {
      const keys = [pending, extended].map((one) => on.recordKey(one));
      const [a, b] = await Promise.all(keys.map((key) => itemAt(system, key)));
      await putItem(system, { ...a, review: b?.review });
      await putItem(system, { ...b, review: a?.review });
      return only(pending);
    },
    must: ["verifier", /state_differs/],
  },
  {
    of: "own",
    what: "two rows' signatures exchanged",
    run: async ({ on, system, rejected }) => {
      const [a, b] = (await on.reviewRows(rejected)) as [Item, Item];
      const signed = ({ writer, writer_signature }: Item) => ({ writer, writer_signature });
      await putItem(system, { ...a, ...signed(b) });
      await putItem(system, { ...b, ...signed(a) });
      return only(rejected);
    },
    must: ["verifier", /row_unsigned/],
  },
  {
    of: "own",
    what: "the certificate of a decision's writer deleted",
    run: async ({ on, system, rejected }) => {
      const { writer } = await lastOf(on.reviewRows(rejected));
      await removeItem(system, { pk: `WRITER#${writer}`, sk: "META" });
      return only(rejected);
    },
    must: ["verifier", /row_unsigned/],
  },
  {
    of: "own",
    what: "a decision's row and its record dated a minute earlier, chained anew",
    run: async ({ on, rejected }) => {
      const earlier = (at: string) => new Date(Date.parse(at) - 60_000).toISOString();
      const rows = await on.reviewRows(rejected);
      const hash = await on.rechain(rows, (row) => {
        if (row.action === "rule_review.rejected") row.created_at = earlier(row.created_at);
      });
      await on.changeRecord(rejected, (review) => {
        review.decided_at = earlier(review.decided_at);
        review.decision_row_hash = review.audit_head.hash = hash;
      });
      return only(rejected);
    },
    must: ["verifier", /row_missing/],
  },
  {
    of: "own",
    what: "counsel's words altered beside the row",
    run: async ({ system, rejected }) => {
      const items = await itemsUnder(system, `AUDIT#rule_review_request#${rejected.review.id}`);
      const words = items.find(({ sk }) => String(sk).startsWith("WORDS#")) as Item;
      await rewriteItem(system, words as never, (item) => {
        item.texts[0].text = "Just like this.";
      });
      return only(rejected);
    },
    must: ["verifier", /words/],
  },
  {
    of: "own",
    what: "the words that counsel proposed, and an answer to their question, altered",
    run: async ({ system, worded }) => {
      const items = await itemsUnder(system, `AUDIT#rule_review_request#${worded.review.id}`);
      for (const item of items.filter(({ sk }) => String(sk).startsWith("WORDS#"))) {
        await rewriteItem(system, item as never, ({ texts }) => {
          for (const one of texts) if (/suggestions|answer|text/.test(one.path)) one.text += "!";
        });
      }
      return only(worded);
    },
    must: ["verifier", /words/],
  },
  {
    of: "own",
    what: "a proposal added to a verdict in its row, chained anew",
    run: async ({ on, worded }) => {
      const add = ({ rule_verdicts }: Item) =>
        rule_verdicts[0].suggestions.push({
          ...rule_verdicts[0].suggestions[0],
          field: "suggested_verdict_copy",
        });
      const hash = await on.rechain(await on.reviewRows(worded), (row) => {
        if (row.context.rule_verdicts) add(row.context as Item);
      });
      await on.changeRecord(worded, (review) => {
        review.decision_row_hash = review.audit_head.hash = hash;
      });
      return only(worded);
    },
    must: ["verifier", /row_missing/],
  },
  {
    of: "own",
    what: "a question of counsel's that was never asked",
    run: async (ground) => {
      const { pending } = ground;
      await plantAfter(ground, requestOf(pending), "rule_review.question_asked", {
        question_id: crypto.randomUUID(),
        text: { sha256: "0".repeat(64), length: 3 },
      });
      return only(pending);
    },
    must: ["sequencer", /row_unsigned/],
  },
  {
    of: "own",
    what: "a law firm's signature on the certificate that nobody handed in",
    run: async (ground) => {
      const { rejected, system, worded } = ground;
      const signed = (await rowItems(system, "rule_review_request", worded.review.id)).find(
        ({ row }) => row.action === "rule_review.certificate_signed",
      ) as Item;
      await plantAfter(ground, requestOf(rejected), signed.row.action, signed.row.context);
      return only(rejected);
    },
    must: ["verifier", /row_unsigned/],
  },
  {
    of: "own",
    what: "more time by an invented row and an invented signed link",
    run: async (ground) => {
      const { on, system, pending, extended } = ground;
      const rows = await on.reviewRows(extended);
      const given = rows.find(({ row }) => row.action === "rule_review.extended") as Item;
      await plantAfter(ground, requestOf(pending), given.row.action, given.row.context);
      const [second] = (await itemsUnder(system, on.linkOf(extended.token))).filter(
        ({ sk }) => sk === "SIGNED#2",
      );
      await putItem(system, { ...second, pk: on.linkOf(pending.token) });
      const { status, body } = await system.api()("GET", `/counsel/review/${pending.token}`);
      return { ...only(pending), door: `link: ${status} ${body.code ?? body.status}` };
    },
    must: ["door", /403 invalid_token/],
  },
  {
    of: "own",
    what: "a delegator's request that ended by passing it on, opened again",
    run: async ({ on, system, passing }) => {
      const rows = await on.reviewRows(passing);
      await on.hide(rows.at(-1) as Item);
      const none = { status: "pending", ended_at: null, cancel_reason: null };
      const state = { pk: on.linkOf(passing.token), sk: "STATE" };
      await rewriteItem(system, state, ({ review }) => Object.assign(review, none));
      await on.undecide(passing, rows.slice(0, -1));
      await on.changeRecord(passing, (review) => Object.assign(review, none));
      const { status, body } = await system.api()(
        "POST",
        `/counsel/review/${passing.token}/decide`,
        { decision: "approved" },
      );
      const door = `decision: ${status}${body.code === undefined ? "" : ` ${body.code}`}`;
      return { ...only(passing), door, sequenced: true };
    },
    must: ["sequencer", /does_not_follow/],
  },
  {
    of: "own",
    what: "where the log is said to have two rows, exchanged between reviews",
    run: async ({ on, system, rejected, later }) => {
      const [a, b] = await Promise.all(
        [rejected, later].map(async (one) => {
          const { row } = await lastOf(on.reviewRows(one));
          return itemAt(system, { pk: `LOGROW#${row.row_hash}`, sk: "META" });
        }),
      );
      const index = (item: Item | undefined) => item?.row.index;
      const put = (item: Item | undefined, at: number) =>
        putItem(system, { ...item, row: { ...item?.row, index: at } });
      const [first, second] = [index(a), index(b)];
      await put(a, second);
      await put(b, first);
      return only(rejected);
    },
    must: ["verifier", /log/],
  },
  {
    of: "own",
    what: "what the log took last of a request taken back, and a branch planted",
    run: async (ground) => {
      const { on, system, rejected } = ground;
      const rows = await on.reviewRows(rejected);
      const heads = await itemsUnder(system, "LOGSUBJECT#");
      const hash = rows.at(-1)?.row.row_hash;
      const head = heads.find((item) => item.head.row_hash === hash) as Item;
      await rewriteItem(system, head as never, (item) => {
        item.head = { row_hash: rows[1]?.row.row_hash, place: rows[1]?.sk };
      });
      await on.forgeDecision(rejected, { keep: true });
      return only(rejected);
    },
    must: ["sequencer", /row_unsigned/],
  },
  {
    of: "own",
    what: "a decision kept from the log",
    run: async ({ on, pending }) => {
      const { receipt } = (await on.decide(pending.token, { decision: "rejected", comment: "No." }))
        .body;
      const real = await lastOf(on.reviewRows(pending));
      await on.hide({ pk: `LOGOUT#${real.pk}`, sk: real.sk });
      return { target: { id: pending.review.id, receipt }, door: "decision: 200" };
    },
    must: ["receipt", /^3/],
  },
  {
    of: "own",
    what: "a row taken out of the index that lists read",
    run: async ({ on, system, rejected }) => {
      const item = await lastOf(on.reviewRows(rejected));
      const kept = Object.fromEntries(
        Object.entries(item).filter(([name]) => !/^audit\d/.test(name)),
      );
      await putItem(system, kept);
      return only(rejected);
    },
    must: ["watcher", /row_missing|row_changed/],
  },
  {
    of: "own",
    what: "a rule book's row of an import that never was",
    run: async (ground) => {
      const { system, first } = ground;
      const rows = await rowItems(system, "framework", first.frameworkId);
      const imported = rows.find(({ row }) => row.action === "rules.imported") as Item;
      const context = structuredClone(imported.row.context);
      context.content_hashes[0].content_hash = "1".repeat(64);
      await plantAfter(ground, ["framework", first.frameworkId], "rules.imported", context);
      return { target: null };
    },
    must: ["sequencer", /row_unsigned/],
  },
  {
    of: "own",
    what: "a certificate that the service never drew, by a row of its own",
    run: async (ground) => {
      const { on, system, rejected } = ground;
      const [known] = await itemsUnder(system, "AUDIT#certificate#");
      const row = structuredClone(known?.row) as AuditRow;
      row.id = crypto.randomUUID();
      row.resource_id = "ab".repeat(32);
      row.row_hash = loggedHash(row);
      await on.plant(row);
      return only(rejected);
    },
    must: ["sequencer", /row_unsigned/],
  },
];
