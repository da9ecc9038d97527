import { readEntries, readHeader } from "#shared/domain/log/read-log.ts";
import { challengeFor, enrol, setPolicy } from "#test/support/enrol.ts";
import type { Bundle } from "#test/support/forge-bundle.ts";
import { commissionPanel, vote } from "#test/support/panel-fixture.ts";
import {
  type Commissioned,
  commission,
  expectStatus,
  requestReview,
  ruleText,
} from "#test/support/review-fixture.ts";
import { openRoom } from "#test/support/room-fixture.ts";
import { signPdf } from "#test/support/sign-pdf.ts";
import type { TestSystem } from "#test/support/system.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";

/** Files as a running system hands them out, and its log as a directory. */
export interface GenuineParts {
  /** Verifier keys, Ed25519 first. */
  keys: readonly string[];
  /** By path below /evidence/log. */
  log: ReadonlyMap<string, Uint8Array>;
  /** The same log, earlier: it has none of the decisions. */
  shorter: ReadonlyMap<string, Uint8Array>;
  bundles: Readonly<
    Record<
      | "rejected"
      | "verdicts"
      | "keyed"
      | "pending"
      | "cancelled"
      | "delegate"
      | "delegator"
      | "member"
      | "worded"
      | "withheld"
      | "erased"
      | "extended",
      Bundle
    >
  >;
  /** The words of the erased one, as its bundle had them before. */
  erasedWords: Bundle;
  panel: Bundle;
  /** Without and with a proof. */
  receipts: { first: Bundle; later: Bundle };
  certificate: Buffer;
  /** Of a panel, one from a room that keeps words back, and one that a law firm signed. */
  certificates: Readonly<Record<"panel" | "withheld" | "signed", Buffer>>;
  clearance: Readonly<Record<"green" | "red" | "byPanel" | "tenant", Bundle>>;
  /** The clearance keys, as /clearance/keys serves them. */
  jwks: Bundle;
}

/** Small files: one rule. */
const few = { rules: [ruleText("rule.a")] };

const sequence = (system: TestSystem) =>
  expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);

async function logOf(system: TestSystem): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const read = async (path: string) => {
    const answer = await fetch(`${system.baseUrl}/evidence/log/${path}`);
    if (!answer.ok) return null;
    const bytes = new Uint8Array(await answer.arrayBuffer());
    files.set(path, bytes);
    return bytes;
  };
  const header = await readHeader(read);
  if ("fault" in header) throw new Error(header.fault);
  await readEntries(read, { size: header.checkpoint.size, visit: () => {} });
  return files;
}

export async function genuineParts(system: TestSystem): Promise<GenuineParts> {
  const api = system.api();
  const decide = (token: string, body: object) =>
    expectStatus(api("POST", `/counsel/review/${token}/decide`, body), 200);
  await expectStatus(system.admin("POST", "/admin/setup/clearance-key/provision-key"), 200).catch(
    () => undefined,
  );
  const rejected = await commission(system, few);
  const verdicts = await commission(system, { rules: [ruleText("rule.a"), ruleText("rule.b")] });
  const pending = await commission(system, few);
  await sequence(system);
  const shorter = await logOf(system);

  await expectStatus(api("GET", `/counsel/review/${rejected.token}`), 200);
  const sent = await decide(rejected.token, {
    decision: "rejected",
    comment: "Ziffer 3 streichen – „so nicht“. 😀",
  });
  await decide(verdicts.token, {
    decision: "approved",
    rule_verdicts: [{ use_case_id: "rule.b", verdict: "approved", text: "Name the addressee." }],
  });
  const first = await commission(system, few);
  const key = await enrol(system, first.counselId);
  await setPolicy(system, first.counselId, "key_required");
  const keyed = await requestReview(system, first);
  const said = { decision: "approved" };
  await decide(keyed.token, {
    ...said,
    assertion: key.get(await challengeFor(system, keyed, said)),
  });
  const worded = await commission(system, few);
  await expectStatus(api("GET", `/counsel/review/${worded.token}`), 200);
  const asked = await expectStatus(
    api("POST", `/counsel/review/${worded.token}/questions`, { text: "Who is meant?" }),
    201,
  );
  const answer = `/admin/rule-reviews/${worded.review.id}/questions/${asked.body.id}/answer`;
  await expectStatus(system.admin("POST", answer, { text: "Everyone." }), 200);
  const suggestions = [{ field: "title", text: "A shorter title" }];
  await decide(worded.token, {
    ...{ decision: "changes_requested", comment: "Nearly." },
    rule_verdicts: [
      { use_case_id: "rule.a", verdict: "changes_requested", text: "See my words.", suggestions },
    ],
  });
  const erased = await commission(system, few);
  await expectStatus(api("GET", `/counsel/review/${erased.token}`), 200);
  await decide(erased.token, { decision: "rejected", comment: "Names a client." });
  const extended = await commission(system, { ...few, expiryDays: 1 });
  const more = `/admin/rule-reviews/${extended.review.id}/extend`;
  await expectStatus(system.admin("POST", more, { expiry_days: 5 }), 200);
  const cancelled = await commission(system, few);
  await expectStatus(
    system.admin("POST", `/admin/rule-reviews/${cancelled.review.id}/cancel`),
    200,
  );
  const passing = await commission(system, { ...few, mayDelegate: true });
  const passed = await expectStatus(
    api("POST", `/counsel/review/${passing.token}/delegate`, {
      email: "deputy@law.example",
      display_name: "Dr. Deputy",
      reason: "On leave.",
    }),
    200,
  ).catch(() => null);
  const panel = await commissionPanel(system, { members: 2, need: 2, ...few });
  for (const member of panel.members) await vote(system, member, "approved");
  await sequence(system);
  const bundle = async ({ id }: { id: string }) =>
    (await expectStatus(system.admin("GET", `/admin/rule-reviews/${id}/bundle`), 200)).body;
  const erasedWords = (await bundle(erased.review)).disclosures;
  const erase = `/admin/rule-reviews/${erased.review.id}/erase-words`;
  await expectStatus(system.admin("POST", erase, { reason: "It names a client." }), 200);
  const room = await openRoom(system, { framework_ids: [worded.frameworkId], words: "withheld" });
  const withheld = `/room/${room.token}/reviews/${worded.review.id}`;
  const delegateId = passed?.body?.delegated_to?.request_id ?? (await delegateOf(system, passing));
  const ask = async (rules: object[], by = system.admin, framework_id = verdicts.frameworkId) =>
    (await expectStatus(by("POST", "/clearance?statement=true", { framework_id, rules }), 200))
      .body;
  const approved = [ruleText("rule.a"), ruleText("rule.b")];
  const clearance = {
    green: await ask(approved),
    red: await ask([ruleText("rule.a"), ruleText("rule.b", { title: "Amended" })]),
    byPanel: await ask([ruleText("rule.a")], system.admin, panel.frameworkId),
    tenant: await ask(approved, (await newTenant(system)).org),
  };
  const bearer = `Bearer ${await system.token({ is_platform_admin: true })}`;
  const pdfAt = async (path: string, authorization = bearer): Promise<Buffer> => {
    const headers = { accept: "application/pdf", authorization };
    const answer = await fetch(`${system.baseUrl}${path}`, { headers });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    return Buffer.from(await answer.arrayBuffer());
  };
  const certificate = await pdfAt(`/admin/rule-reviews/${rejected.review.id}/certificate.pdf`);
  const certificates = {
    panel: await pdfAt(`/admin/review-panels/${panel.panel.id}/certificate.pdf`),
    withheld: await pdfAt(`${withheld}/certificate.pdf`),
    signed: signPdf(certificate),
  };
  await sequence(system);
  const later = await expectStatus(api("GET", `/counsel/review/${rejected.token}`), 200);
  const keys = (await expectStatus(api("GET", "/evidence/log/key"), 200)).text.split("\n");
  return {
    keys: keys.slice(0, 2),
    log: await logOf(system),
    shorter,
    bundles: {
      rejected: await bundle(rejected.review),
      verdicts: await bundle(verdicts.review),
      keyed: await bundle(keyed.review),
      pending: await bundle(pending.review),
      cancelled: await bundle(cancelled.review),
      delegate: await bundle({ id: delegateId }),
      delegator: await bundle(passing.review),
      member: await bundle(panel.members[0]?.review),
      worded: await bundle(worded.review),
      withheld: (await expectStatus(api("GET", `${withheld}/bundle`), 200)).body,
      erased: await bundle(erased.review),
      extended: await bundle(extended.review),
    },
    erasedWords,
    panel: (
      await expectStatus(system.admin("GET", `/admin/review-panels/${panel.panel.id}/bundle`), 200)
    ).body,
    receipts: { first: sent.body.receipt, later: later.body.decision.receipt },
    ...{ certificate, certificates, clearance },
    jwks: (await api("GET", "/clearance/keys")).body,
  };
}

/** The request to which one was passed on. */
async function delegateOf(system: TestSystem, { review }: Commissioned): Promise<string> {
  const { body } = await system.admin("GET", "/admin/rule-reviews?limit=200");
  return body.items.find((one: Bundle) => one.delegated_from === review.id)?.id;
}
