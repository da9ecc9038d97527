import { createHash, randomBytes } from "node:crypto";
import { softwarePasskey } from "#infra/local/software-passkey.ts";
import { wordsOf } from "#shared/domain/counsel/counsel-key.ts";
import type { Attack } from "#test/support/attacks/attack.ts";
import type { Ground } from "#test/support/attacks/ground.ts";
import { challengeFor } from "#test/support/enrol.ts";
import type { ApiAnswer } from "#test/support/system.ts";
import { type Item, itemAt, itemsUnder, putItem, rewriteItem } from "#test/support/table-attack.ts";
import { only } from "./in-rows.ts";

/* What an altered table makes the service do through its doors; the table is put back or not. */

const meta = (pk: string) => ({ pk, sk: "META" });
const told = ({ status, body }: ApiAnswer): string =>
  [status, body?.code ?? body?.status].filter((part) => part !== undefined).join(" ");
const open = ({ system }: Ground, token: string) => system.api()("GET", `/counsel/review/${token}`);
const decide = ({ system }: Ground, token: string, body: object = { decision: "approved" }) =>
  system.api()("POST", `/counsel/review/${token}/decide`, body);
const runJob = ({ system }: Ground, job: string) =>
  system.api()("POST", `/_local/schedules/${job}/run`);
const credential = async ({ system }: Ground, counselId: string): Promise<Item> =>
  (await itemsUnder(system, "CREDENTIAL#")).find(({ key }) => key.counsel_id === counselId) as Item;

const PROFESSOR = { display_name: "Professor Invented", firm: "Nobody & Sons" };
const PAST = "2026-01-01T00:00:00.000Z";

export const atTheDoors: readonly Attack[] = [
  {
    of: "C2",
    what: "the policy of counsel who decides by key flipped, a decision by the link, and flipped back",
    run: async (ground) => {
      const { on, guarded } = ground;
      const before = await on.changeCounsel(guarded, (counsel) => {
        counsel.signing_policy = "link";
      });
      const answer = await decide(ground, guarded.token);
      await putItem(ground.system, before);
      return { ...only(guarded), door: `decision: ${told(answer)}` };
    },
    must: ["door", /422 assertion_required/],
  },
  {
    of: "own",
    what: "the row about counsel that their link names hidden, and a decision under their key",
    run: async (ground) => {
      const { on, system, guarded } = ground;
      const rows = await on.counselRows(guarded);
      const [before, newest] = rows.slice(-2) as [Item, Item];
      const said = { decision: "approved" };
      const assertion = guarded.key.get(await challengeFor(system, guarded, said));
      await on.hide(newest);
      await on.changeCounsel(guarded, (counsel) => {
        const { row_hash: hash, created_at: at } = before.row;
        counsel.audit_head = { hash, at, length: rows.length - 1 };
      });
      const answer = await decide(ground, guarded.token, { ...said, assertion });
      return { ...only(guarded), door: `decision: ${told(answer)}` };
    },
    must: ["door", /503 state_differs/],
  },
  {
    of: "H3",
    what: "words of another key stored beside counsel's key",
    run: async (ground) => {
      const { system, underKey } = ground;
      const item = await credential(ground, underKey.counselId);
      await rewriteItem(system, item as never, (stored) => {
        stored.fingerprint = stored.key.fingerprint = "babab-babab-babab-babab-babab-babab";
      });
      const path = `/admin/counsel/${underKey.counselId}/keys`;
      const { text } = await system.admin("GET", path);
      const own = text.includes(wordsOf(underKey.key.spki)) && !text.includes("babab");
      return { ...only(underKey), door: own ? "the words of the key itself" : "the stored words" };
    },
    must: ["door", /the words of the key itself/],
  },
  {
    of: "H4",
    what: "the stored day of a key's enrolment moved before the request, and a decision under that key",
    run: async (ground) => {
      const { system, early, lateKey } = ground;
      const item = await credential(ground, early.counselId);
      await rewriteItem(system, item as never, ({ key }) => {
        key.enrolled_at = PAST;
      });
      const said = { decision: "approved" };
      const assertion = lateKey.get(await challengeFor(system, early, said));
      const answer = await decide(ground, early.token, { ...said, assertion });
      return { ...only(early), door: `decision: ${told(answer)}` };
    },
    must: ["door", /422 assertion_invalid/],
  },
  {
    of: "own",
    what: "an invitation to enrol a key for counsel put into the table under one's own token, and a key enrolled by it",
    run: async (ground) => {
      const { system, guarded } = ground;
      const own = randomBytes(32).toString("base64url");
      const token_hash = createHash("sha256").update(own).digest("hex");
      const key = { pk: `COUNSEL#${guarded.counselId}`, sk: "INVITATION" };
      await rewriteItem(system, key, ({ invitation }) => {
        Object.assign(invitation, { token_hash, expires_at: "2036-01-01T00:00:00.000Z" });
        invitation.used_at = null;
      });
      await putItem(system, { ...meta(`KEYLINK#${token_hash}`), counsel_id: guarded.counselId });
      const path = `/counsel/key/${own}`;
      const { body } = await system.api()("GET", path);
      const answer = await system.api()("POST", path, softwarePasskey(system.baseUrl).create(body));
      return { ...only(guarded), door: `enrolment: ${told(answer)}` };
    },
    must: ["door", /503 state_differs/],
  },
  {
    of: "N5",
    what: "a puppet's request, invented as one that counsel passed on",
    run: async (ground) => {
      const { on, system, guarded, pending } = ground;
      const own = "the-puppets-token-which-nobody-has-issued-it";
      const id = "00000000-0000-4000-8000-00000000f006";
      const { review } = await itemAt(system, on.recordKey(guarded));
      const invented = {
        ...{ ...review, id, token_hash: createHash("sha256").update(own).digest("hex") },
        ...{ counsel_id: pending.counselId, delegated_from: review.id },
      };
      const signed = await itemAt(system, { pk: on.linkOf(guarded.token), sk: "SIGNED#1" });
      const link = { ...signed.link, review: { ...signed.link.review, ...invented } };
      await putItem(system, { ...meta(`REVIEW#${id}`), review: invented });
      await putItem(system, { pk: on.linkOf(own), sk: "STATE", review: invented });
      await putItem(system, { ...signed, pk: on.linkOf(own), link });
      return { ...only(guarded), door: `decision: ${told(await decide(ground, own))}` };
    },
    must: ["door", /403 invalid_token/],
  },
  {
    of: "N6",
    what: "the items of counsel's link copied under one's own token, a decision by it, and put back",
    run: async (ground) => {
      const { on, system, pending } = ground;
      const own = "an-attackers-own-token-of-sufficient-length";
      for (const sk of ["SIGNED#1", "STATE"]) {
        const item = await itemAt(system, { pk: on.linkOf(pending.token), sk });
        await putItem(system, { ...item, pk: on.linkOf(own) });
      }
      return { ...only(pending), door: `decision: ${told(await decide(ground, own))}` };
    },
    must: ["door", /403 invalid_token/],
  },
  {
    of: "N23",
    what: "one's own token named in the record and led to the request, more time given, and a decision by it",
    run: async (ground) => {
      const { on, system, pending } = ground;
      const own = "a-token-that-the-request-was-never-given-yet";
      const token_hash = createHash("sha256").update(own).digest("hex");
      await on.changeRecord(pending, (review) => Object.assign(review, { token_hash }));
      const { review } = await itemAt(system, on.recordKey(pending));
      await putItem(system, { pk: on.linkOf(own), sk: "STATE", review });
      const path = `/admin/rule-reviews/${pending.review.id}/extend`;
      const more = await system.admin("POST", path, { expiry_days: 60 });
      const door = `more time: ${told(more)}; decision: ${told(await decide(ground, own))}`;
      return { ...only(pending), door };
    },
    must: ["door", /more time: 503 state_differs; decision: 403 invalid_token/],
  },
  {
    of: "N6",
    what: "a link's end lengthened in its signed item",
    run: async (ground) => {
      const { on, system, pending } = ground;
      await rewriteItem(system, { pk: on.linkOf(pending.token), sk: "SIGNED#1" }, ({ link }) => {
        link.review.expires_at = "2036-01-01T00:00:00.000Z";
      });
      return { ...only(pending), door: `link: ${told(await open(ground, pending.token))}` };
    },
    must: ["door", /403 invalid_token/],
  },
  {
    of: "N7",
    what: "counsel's address changed before the courier runs",
    run: async (ground) => {
      const { on, system, pending } = ground;
      const body = {
        ...{ framework_id: pending.frameworkId, rule_use_case_ids: pending.ruleIds },
        ...{ counsel_id: pending.counselId, deliver: "mail" },
      };
      await system.admin("POST", "/admin/rule-reviews", body);
      await on.changeCounsel(pending, (counsel) => {
        counsel.email = "puppet@evil.example";
      });
      await runJob(ground, "courier");
      const { items } = (await system.api()("GET", "/_local/outbox")).body;
      const to = items.map((mail: { to: string[] }) => mail.to[0]);
      const sent = to.includes("puppet@evil.example")
        ? "the planted address"
        : "the signed address";
      return { ...only(pending), door: `mail: ${sent}` };
    },
    must: ["door", /the signed address/],
  },
  {
    of: "own",
    what: "a request's end, number of rules and matter, and a panel's need, changed before the courier runs",
    run: async (ground) => {
      const { on, system, pending, seats } = ground;
      const sent = async () => (await system.api()("GET", "/_local/outbox")).body.items;
      const { length: earlier } = await sent();
      const asked = {
        ...{ framework_id: pending.frameworkId, rule_use_case_ids: pending.ruleIds },
        deliver: "mail",
      };
      const body = { ...asked, counsel_id: pending.counselId, matter_reference: "Matter 1" };
      const review = (await system.admin("POST", "/admin/rule-reviews", body)).body;
      const counsel_ids = seats.members.slice(0, 2).map(({ counselId }) => counselId);
      const panel = { ...asked, counsel_ids, need: 2, on_reject: "outvoted" };
      const { id } = (await system.admin("POST", "/admin/review-panels", panel)).body.panel;
      await rewriteItem(system, meta(`PANEL#${id}`), (item) => {
        item.panel.need = 66;
      });
      await on.changeRecord({ ...pending, review }, (record) => {
        record.expires_at = "2036-01-01T00:00:00.000Z";
        record.rule_use_case_ids = Array.from({ length: 77 }, () => pending.ruleIds[0]);
        record.matter_reference = "Matter 88";
      });
      await runJob(ground, "courier");
      const items = await sent();
      const texts = items.map(({ text }: { text: string }) => text).join("\n");
      const invented = ["2036", "66", "77", "88"].filter((word) =>
        new RegExp(`\\b${word}\\b`).test(texts),
      );
      const door = `${items.length - earlier} mails, invented: ${invented.join(", ") || "nothing"}`;
      return { ...only(pending), door };
    },
    must: ["door", /^3 mails, invented: nothing/],
  },
  {
    of: "N18",
    what: "counsel's name and firm changed, a request and a decision through the doors",
    run: async (ground) => {
      const { on, system, pending } = ground;
      await on.changeCounsel(pending, (counsel) => Object.assign(counsel, PROFESSOR));
      const answer = await decide(ground, pending.token);
      const row = (await on.reviewRows(pending)).at(-1)?.row;
      const { display_name } = row?.context.counsel ?? {};
      const asked = await system.admin("PATCH", `/admin/counsel/${pending.counselId}`, {
        bar_registration: "RAK 9",
      });
      const door = `decision: ${answer.status}, by ${display_name}; change: ${told(asked)}`;
      return { ...only(pending), door };
    },
    must: ["door", /by Dr\. Ada Lex; change: 503 state_differs/],
  },
  {
    of: "N19",
    what: "a live wording changed together with its hash, and counsel asked about it",
    run: async (ground) => {
      const { system, first } = ground;
      const key = { pk: `RULES#${first.frameworkId}`, sk: "rule.a" };
      await rewriteItem(system, key, ({ live }) => {
        live.rule.title = "Softer";
        const text = JSON.stringify({ framework_id: live.framework_id, ...live.rule });
        live.content_hash = createHash("sha256").update(text).digest("hex");
      });
      const answer = await system.admin("POST", "/admin/rule-reviews", {
        ...{ framework_id: first.frameworkId, rule_use_case_ids: first.ruleIds },
        counsel_id: first.counselId,
      });
      return { target: null, door: `request: ${told(answer)}` };
    },
    must: ["door", /503 state_differs/],
  },
  {
    of: "own",
    what: "the records of two decisions deleted, and a rule's wording and the objections read",
    run: async (ground) => {
      const { on, system, first, rejected, worded } = ground;
      await on.hide(on.recordKey(worded));
      const query = new URLSearchParams({ use_case_id: "rule.a", on: rejected.review.expires_at });
      const book = `/admin/frameworks/${first.frameworkId}`;
      const wording = await system.admin("GET", `${book}/wording?${query}`);
      await on.hide(on.recordKey(rejected));
      const list = `/admin/objections?framework_id=${first.frameworkId}`;
      const door = `wording: ${told(wording)}; objections: ${told(await system.admin("GET", list))}`;
      return { target: null, door };
    },
    must: ["door", /wording: 503 state_differs; objections: 503 state_differs/],
  },
  {
    of: "N20",
    what: "the stored items of a renewed link put back",
    run: async (ground) => {
      for (const item of ground.renewed.oldLink) await putItem(ground.system, item);
      const answer = await decide(ground, ground.renewed.token);
      return { ...only(ground.renewed), door: `decision: ${told(answer)}` };
    },
    must: ["door", /403 invalid_token/],
  },
  {
    of: "N21",
    what: "what a panel needs lowered, its refuser's status turned, before the last vote",
    run: async (ground) => {
      const { system, seats } = ground;
      await rewriteItem(system, meta(`PANEL#${seats.id}`), ({ panel }) => {
        panel.need = 1;
        panel.members[0].status = "approved";
      });
      const answer = await decide(ground, seats.members[2]?.token ?? "", { decision: "rejected" });
      const { status } = (await system.admin("GET", `/admin/review-panels/${seats.id}`)).body;
      const id = seats.members[0]?.id ?? "";
      return { target: { id, panel: seats.id }, door: `vote: ${told(answer)}; panel: ${status}` };
    },
    must: ["door", /rejected|state_differs/],
  },
  {
    of: "N21",
    what: "a request's end moved into the past, and the daily job run",
    run: async (ground) => {
      const { on, system, pending } = ground;
      for (const key of [on.recordKey(pending), { pk: on.linkOf(pending.token), sk: "STATE" }]) {
        await rewriteItem(system, key, (item) => {
          item.review.expires_at = PAST;
          if (item.gsi4pk !== undefined) item.gsi4sk = `${PAST}#${pending.review.id}`;
        });
      }
      await runJob(ground, "expire-reviews");
      const last = (await on.reviewRows(pending)).at(-1)?.row.action;
      return { ...only(pending), door: `newest row: ${last}` };
    },
    must: ["door", /viewed_by_counsel/],
  },
  {
    of: "N22",
    what: "the link's state alone says another decision",
    run: async (ground) => {
      const { on, system, rejected } = ground;
      await rewriteItem(system, { pk: on.linkOf(rejected.token), sk: "STATE" }, ({ review }) => {
        Object.assign(review, { status: "approved", decision_comment: "Yes!" });
      });
      return { ...only(rejected), door: `page: ${told(await open(ground, rejected.token))}` };
    },
    must: ["door", /200 rejected/],
  },
  {
    of: "own",
    what: "a link that may not be passed on made to be, in record and state",
    run: async (ground) => {
      const { on, system, pending } = ground;
      for (const key of [on.recordKey(pending), { pk: on.linkOf(pending.token), sk: "STATE" }]) {
        await rewriteItem(system, key, ({ review }) => {
          review.may_delegate = true;
        });
      }
      const to = { display_name: "A Puppet", email: "puppet@law.example", reason: "Because." };
      const path = `/counsel/review/${pending.token}/delegate`;
      return {
        ...only(pending),
        door: `passing on: ${told(await system.api()("POST", path, to))}`,
      };
    },
    must: ["door", /4\d\d/],
  },
  {
    of: "own",
    what: "the second part of a link that gave counsel more time deleted",
    run: async (ground) => {
      const { on, extended } = ground;
      await on.hide({ pk: on.linkOf(extended.token), sk: "SIGNED#2" });
      const answer = await open(ground, extended.token);
      return { ...only(extended), door: `link: ${told(answer)}` };
    },
    must: ["door", /403 invalid_token/],
  },
  {
    of: "own",
    what: "a panel that ends at the first refusal instead of being outvoted, before the last vote",
    run: async (ground) => {
      const { system, seats } = ground;
      await rewriteItem(system, meta(`PANEL#${seats.id}`), ({ panel }) => {
        panel.on_reject = "ends";
      });
      const answer = await decide(ground, seats.members[2]?.token ?? "");
      const { body } = await system.admin("GET", `/admin/review-panels/${seats.id}`);
      const id = seats.members[0]?.id ?? "";
      const door = `vote: ${told(answer)}; panel: ${body.status}`;
      return { target: { id, panel: seats.id }, door };
    },
    must: ["door", /panel: approved|state_differs/],
  },
  {
    of: "own",
    what: "the terms of an open panel and the result of an ended one changed, and members' links opened",
    run: async (ground) => {
      const { system, seats, won } = ground;
      await rewriteItem(system, meta(`PANEL#${seats.id}`), ({ panel }) => {
        Object.assign(panel, { need: 1, on_reject: "ends" });
      });
      await rewriteItem(system, meta(`PANEL#${won.id}`), ({ panel }) => {
        panel.status = panel.rules[0].outcome = "rejected";
      });
      const { need, on_reject } = (await open(ground, seats.members[2]?.token ?? "")).body.panel;
      const seen = (await open(ground, won.token)).body.panel;
      const again = (await decide(ground, won.token)).body.panel;
      const results = [seen, again].flatMap(({ status, outcomes }) => [
        status,
        outcomes[0].outcome,
      ]);
      const door = `open: ${need} needed, ${on_reject}; ended: ${[...new Set(results)].join(", ")}`;
      return { target: { id: won.member, panel: won.id }, door };
    },
    must: ["door", /open: 2 needed, outvoted; ended: approved$/],
  },
  {
    of: "own",
    what: "a matter invented, and another person who vouches for a delegate, and the link opened",
    run: async (ground) => {
      const { on, system, delegate } = ground;
      for (const key of [on.recordKey(delegate), { pk: on.linkOf(delegate.token), sk: "STATE" }]) {
        await rewriteItem(system, key, ({ review }) => {
          review.matter_reference = "Matter 88";
        });
      }
      await rewriteItem(system, meta(`COUNSEL#${delegate.review.counsel_id}`), ({ counsel }) => {
        counsel.vouched_by_name = "Professor Invented";
      });
      const { body } = await open(ground, delegate.token);
      const door = `matter: ${body.matter_reference}, vouched for by ${body.delegation.vouched_by}`;
      return { ...only(delegate), door };
    },
    must: ["door", /^matter: undefined, vouched for by Dr\. Ada Lex$/],
  },
  {
    of: "own",
    what: "a law firm's signature exchanged for other bytes",
    run: async (ground) => {
      const { system, worded, firmSignature } = ground;
      const [part] = (await itemsUnder(system, "FIRM-SIGNATURES#")).filter(({ sk }) =>
        String(sk).startsWith("PART#"),
      );
      await rewriteItem(system, part as never, (item) => {
        item.bytes = item.bytes.with(20, 0x41);
      });
      const path = `/admin/rule-reviews/${worded.review.id}/signed-certificates/${firmSignature}`;
      return { ...only(worded), door: `file: ${told(await system.admin("GET", path))}` };
    },
    must: ["door", /503 state_differs/],
  },
  {
    of: "own",
    what: "the newest row that a rule book's chain names exchanged, and rules imported",
    run: async (ground) => {
      const { system, first } = ground;
      await rewriteItem(
        system,
        { pk: `CHAIN#framework#${first.frameworkId}`, sk: "HEAD" },
        (item) => {
          item.head.hash = "2".repeat(64);
        },
      );
      const answer = await system.admin("PUT", `/admin/frameworks/${first.frameworkId}`, {
        display_name: "Another name",
      });
      return { target: null, door: `change: ${answer.status}`, sequenced: true };
    },
    must: ["sequencer", /does_not_follow/],
  },
  {
    of: "own",
    what: "counsel's words put back after they were erased",
    run: async ({ system, erased, erasedWords }) => {
      for (const item of erasedWords) await putItem(system, item);
      const path = `/admin/rule-reviews/${erased.review.id}`;
      const { disclosures } = (await system.admin("GET", `${path}/bundle`)).body;
      return { ...only(erased), door: `bundle: ${disclosures.length} texts` };
    },
    must: ["verifier", /words/],
  },
  {
    of: "own",
    what: "the count of a review's certificates set to none",
    run: async (ground) => {
      const { on, rejected } = ground;
      await on.hide(meta(`CERTIFICATES#${rejected.review.id}`));
      return only(rejected);
    },
    must: ["certificate", /the same file/],
  },
];
