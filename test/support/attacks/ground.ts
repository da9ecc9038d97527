import type { SoftwarePasskey } from "#infra/local/software-passkey.ts";
import type { CiIssuer } from "#test/support/ci-issuer.ts";
import { challengeFor, enrol, salts, setPolicy } from "#test/support/enrol.ts";
import { Attacker, type Case } from "#test/support/evidence-attacker.ts";
import { auditorOf } from "#test/support/forge-bundle.ts";
import {
  discoverPush,
  type InventoryTenant,
  inventoryTenant,
} from "#test/support/inventory-fixture.ts";
import { newMachine } from "#test/support/machine-fixture.ts";
import {
  appointAnother,
  type Commissioned,
  commission,
  expectStatus,
  requestReview,
  ruleText,
} from "#test/support/review-fixture.ts";
import { openRoom } from "#test/support/room-fixture.ts";
import { signPdf } from "#test/support/sign-pdf.ts";
import type { TestSystem } from "#test/support/system.ts";
import { type Item, itemsUnder } from "#test/support/table-attack.ts";
import { drawn } from "./judges.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers as they came
type Found = any;

/** A panel of three: the first member refused, the second approved, the third has not decided. */
interface Panel {
  id: string;
  members: { id: string; token: string; counselId: string }[];
}

/** The contents of a system before anybody attacks it: every kind of thing that evidence covers. */
export type Ground = Awaited<ReturnType<typeof layGround>>;

const comment = "Not like this.";

export async function layGround(system: TestSystem, ci: CiIssuer) {
  const on = new Attacker(system);
  const api = system.api();
  const open = (token: string) => expectStatus(api("GET", `/counsel/review/${token}`), 200);
  const decide = async (token: string, body: object) =>
    (await expectStatus(api("POST", `/counsel/review/${token}/decide`, body), 200)).body;
  const admin = async (method: string, path: string, body?: object): Promise<Found> =>
    (await system.admin(method, path, body)).body;
  const sequence = () => expectStatus(api("POST", "/_local/schedules/sequence-log/run"), 200);

  await admin("POST", "/admin/setup/clearance-key/provision-key");
  for (let rotation = 0; rotation < 2; rotation += 1) {
    await admin("POST", "/admin/setup/clearance-key/rotate-key");
  }
  const first = await commission(system, { rules: [ruleText("rule.a"), ruleText("rule.b")] });
  const another = () => appointAnother(system, first);
  const ada = await another();
  const requested = (more: Readonly<Record<string, unknown>> = {}): Promise<Commissioned> =>
    requestReview(system, ada, more);
  /** A request that its counsel has opened. */
  const viewed = async (more: Readonly<Record<string, unknown>> = {}) => {
    const one = await requested(more);
    await open(one.token);
    return one;
  };
  const rejectedBy = async (one: Commissioned): Promise<Case> => {
    const { receipt } = await decide(one.token, { decision: "rejected", comment, salts });
    return { ...one, receipt };
  };
  const withKey = async (): Promise<Commissioned & { key: SoftwarePasskey }> => {
    const counsel = await another();
    const key = await enrol(system, counsel.counselId);
    await setPolicy(system, counsel.counselId, "key_required");
    const one = await requestReview(system, counsel);
    await open(one.token);
    return { ...one, key };
  };

  const second = await viewed();
  const pending = await viewed();
  const guarded = await withKey();
  const keyed = await withKey();
  const said = { decision: "rejected" };
  const assertion = keyed.key.get(await challengeFor(system, keyed, said));
  const underKey: Case & { key: SoftwarePasskey } = {
    ...keyed,
    receipt: (await decide(keyed.token, { ...said, assertion })).receipt,
  };
  /** Requested before counsel's key was enrolled. */
  const early = await requestReview(system, await another());
  await open(early.token);
  const lateKey = await enrol(system, early.counselId);
  await setPolicy(system, early.counselId, "key_required");

  // A decision with a different verdict and proposed wording for one rule, a question, and a law firm's
  // signature.
  const worded = await viewed();
  const { id: question } = (
    await expectStatus(
      api("POST", `/counsel/review/${worded.token}/questions`, { text: "Who is meant?" }),
      201,
    )
  ).body;
  await admin("POST", `/admin/rule-reviews/${worded.review.id}/questions/${question}/answer`, {
    text: "Everyone.",
  });
  const suggestion = { field: "title", text: "A shorter title" };
  const wordedReceipt = (
    await decide(worded.token, {
      decision: "approved_with_changes",
      comment,
      rule_verdicts: [
        {
          ...{ use_case_id: "rule.b", verdict: "changes_requested", text: "See my words." },
          suggestions: [suggestion],
        },
      ],
    })
  ).receipt;

  // Counsel who left after deciding.
  const leaving = await requestReview(system, await another());
  await open(leaving.token);
  const retired = await rejectedBy(leaving);
  await admin("POST", `/admin/counsel/${retired.counselId}/deactivate`);

  const passing = await viewed({ may_delegate: true });
  await expectStatus(
    api("POST", `/counsel/review/${passing.token}/delegate`, {
      ...{ display_name: "Dr. Eva Recht", email: "eva@recht.example", reason: "On leave." },
    }),
    201,
  );
  const { items } = await admin("GET", "/admin/rule-reviews?limit=200");
  const delegate = items.find((one: Found) => one.delegated_from === passing.review.id);
  const [asked] = (await admin("GET", `/admin/rule-reviews/${delegate.id}/audit`)).items;
  const delegateToken = asked.context.magic_link_url.split("/").at(-1);
  await open(delegateToken);
  const delegateReceipt = (await decide(delegateToken, { decision: "approved" })).receipt;

  const members = [await another(), await another(), await another()];
  const { panel, reviews } = await admin("POST", "/admin/review-panels", {
    framework_id: first.frameworkId,
    rule_use_case_ids: first.ruleIds,
    counsel_ids: members.map(({ counselId }) => counselId),
    ...{ need: 2, on_reject: "outvoted" },
  });
  const seats: Panel = {
    id: panel.id,
    members: reviews.map(({ id, magic_link_url, counsel_id }: Found) => ({
      ...{ id, counselId: counsel_id, token: magic_link_url.split("/").at(-1) },
    })),
  };
  for (const { token } of seats.members) await open(token);
  await decide(seats.members[0]?.token ?? "", { decision: "rejected" });
  await decide(seats.members[1]?.token ?? "", { decision: "approved" });

  // A rule book of its own with approved rules, one approved by counsel and one by a panel. Its law is
  // stayed.
  const book = await commission(system, { rules: ["rule.a", "rule.b"].map((id) => ruleText(id)) });
  await open(book.token);
  const bookReceipt = (
    await decide(book.token, {
      ...{ decision: "approved_with_changes", comment },
      rule_verdicts: [{ use_case_id: "rule.b", verdict: "rejected", text: "Never." }],
    })
  ).receipt;
  const two = [await appointAnother(system, book), await appointAnother(system, book)];
  const won = await admin("POST", "/admin/review-panels", {
    framework_id: book.frameworkId,
    rule_use_case_ids: ["rule.a"],
    counsel_ids: two.map(({ counselId }) => counselId),
    ...{ need: 2, on_reject: "ends" },
  });
  for (const { magic_link_url } of won.reviews) {
    const link = magic_link_url.split("/").at(-1);
    await open(link);
    await decide(link, { decision: "approved" });
  }
  await admin("PUT", `/admin/frameworks/${book.frameworkId}/enforcement`, {
    events: [
      {
        ...{ id: "stay", on: "2026-01-01", kind: "stayed", authority: "A court" },
        ...{ citation_url: "https://court.example/1", note: "Stayed." },
      },
    ],
  });

  const renewed = await viewed();
  const oldLink = await itemsUnder(system, on.linkOf(renewed.token));
  const link = await admin("POST", `/admin/rule-reviews/${renewed.review.id}/link`, {});
  const extended = await viewed({ expiry_days: 1 });
  await admin("POST", `/admin/rule-reviews/${extended.review.id}/extend`, { expiry_days: 5 });
  const erased = await rejectedBy(await viewed());
  const erasedWords = (
    await itemsUnder(system, `AUDIT#rule_review_request#${erased.review.id}`)
  ).filter(({ sk }) => String(sk).startsWith("WORDS#"));
  await admin("POST", `/admin/rule-reviews/${erased.review.id}/erase-words`, { reason: "Asked." });

  const room = await openRoom(system, { framework_ids: [book.frameworkId], may_ask: true });
  const askedThere = await api("POST", `/room/${room.token}/questions`, { text: "Why?" });
  await admin("POST", `/admin/rooms/${room.room.id}/questions/${askedThere.body.id}/answer`, {
    text: "Because.",
  });
  const quiet = await openRoom(system, { framework_ids: [first.frameworkId], words: "withheld" });
  const closed = await openRoom(system, { framework_ids: [first.frameworkId] });
  await admin("POST", `/admin/rooms/${closed.room.id}/revoke`);

  await admin("PUT", "/admin/clearance/pipelines/release", {
    ...{ display_name: "Release", issuer: ci.url, audience: "countersign" },
    claims: { repository_id: "1001", ref: "refs/heads/main" },
    framework_ids: [book.frameworkId],
  });
  await newMachine(system, ci, { id: "exporter", scopes: ["evidence:read"] });
  const tenant: InventoryTenant = await inventoryTenant(system, [{ provider: "mock" }]);
  await newMachine(system, ci, { id: "reader", scopes: ["audit:read"], tenant });
  const { artifact } = await discoverPush(system, tenant, "acme/ranking");
  await tenant.org("PUT", `/artifacts/${artifact.id}/classification`, {
    ...{ class: "minimal", reason: "A prototype." },
  });

  await sequence();
  const earlier = await itemsUnder(system, "");
  // Decided after the copy of the table that an attacker puts back.
  const later = await rejectedBy(second);
  const rejected = await rejectedBy(await viewed());
  await sequence();
  // The receipts that counsel downloads once the log has the decision.
  for (const one of [later, rejected]) {
    one.receipt = (await open(one.token)).body.decision.receipt;
  }

  const auditor = await auditorOf(system);
  const pdfs = new Map<string, Buffer>();
  const finished: { id: string; panel?: string }[] = [rejected, underKey, worded, book].map(
    ({ review }) => ({ id: review.id }),
  );
  finished.push({ id: won.reviews[0].id, panel: won.panel.id });
  for (const one of finished) {
    pdfs.set(one.panel ?? one.id, (await drawn(system, one)).bytes);
  }
  await sequence();
  const signed = signPdf(pdfs.get(worded.review.id) as Buffer);
  const { sha256: firmSignature } = (
    await expectStatus(
      system.admin("PUT", `/admin/rule-reviews/${worded.review.id}/signed-certificate`, signed, {
        "content-type": "application/pdf",
      }),
      201,
    )
  ).body;
  await sequence();
  // The row of the firm's signature changes the certificate.
  pdfs.set(worded.review.id, (await drawn(system, { id: worded.review.id })).bytes);
  await sequence();

  return {
    ...{ system, on, first, rejected, later, pending, guarded, underKey, early, lateKey, passing },
    ...{
      retired,
      seats,
      extended,
      erased,
      erasedWords,
      room,
      quiet,
      closed,
      tenant,
      artifact,
      earlier,
    },
    ...{ pdfs, firmSignature, auditor },
    worded: { ...worded, receipt: wordedReceipt } as Case,
    delegate: {
      ...passing,
      review: delegate,
      token: delegateToken,
      receipt: delegateReceipt,
    } as Case,
    book: { ...book, receipt: bookReceipt } as Case,
    won: {
      ...{ id: won.panel.id as string, member: won.reviews[0].id as string },
      token: String(won.reviews[0].magic_link_url).split("/").at(-1) as string,
    },
    renewed: {
      ...renewed,
      oldLink: oldLink as Item[],
      newToken: String(link.magic_link_url).split("/").at(-1) as string,
    },
  };
}
