import { challengeFor, enrol, salts, setPolicy } from "./enrol.ts";
import type { Genuine } from "./forged-files.ts";
import { commission, expectStatus, requestReview } from "./review-fixture.ts";
import type { TestSystem } from "./system.ts";

/** Bundles and a receipt of every kind, as the service delivers them once the log has them. */
export async function genuineFiles(
  system: TestSystem,
): Promise<{ genuine: Genuine; links: { token: string; id: string } }> {
  const open = (token: string) =>
    expectStatus(system.api()("GET", `/counsel/review/${token}`), 200);
  const decide = (token: string, body: object) =>
    expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, body), 200);
  const one = await commission(system);
  await open(one.token);
  const pdf = Buffer.from("%PDF-1.7 opinion").toString("base64");
  const sent = await decide(one.token, {
    decision: "rejected",
    comment: "Ziffer 3 streichen – „so nicht“. 😀",
    supplementary_pdf: { filename: "opinion.pdf", content_base64: pdf },
  });
  const first = await commission(system);
  const key = await enrol(system, first.counselId);
  await setPolicy(system, first.counselId, "key_required");
  const two = await requestReview(system, first);
  const said = { decision: "approved", comment: "As it is.", salts };
  await decide(two.token, { ...said, assertion: key.get(await challengeFor(system, two, said)) });
  await expectStatus(system.admin("POST", `/admin/counsel/${first.counselId}/deactivate`), 200);
  const three = await commission(system);
  await expectStatus(system.admin("POST", `/admin/rule-reviews/${three.review.id}/cancel`), 200);
  const four = await commission(system);
  await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
  const bundle = async ({ review }: { review: { id: string } }) =>
    (await expectStatus(system.admin("GET", `/admin/rule-reviews/${review.id}/bundle`), 200)).body;
  return {
    links: { token: one.token, id: one.review.id },
    genuine: {
      decided: await bundle(one),
      keyed: await bundle(two),
      cancelled: await bundle(three),
      pending: await bundle(four),
      receipt: sent.body.receipt,
    },
  };
}
