import { type SoftwarePasskey, softwarePasskey } from "#infra/local/software-passkey.ts";
import { challengeOf, type DecisionToSign } from "#shared/domain/counsel/assertion.ts";
import { type Salts, withCommitments } from "#shared/domain/reviews/words.ts";
import { type Commissioned, expectStatus } from "./review-fixture.ts";
import type { TestSystem } from "./system.ts";

/** Invites a counsel and enrols their passkey, through the front door. */
export async function enrol(
  system: TestSystem,
  counselId: string,
  key = softwarePasskey(system.baseUrl),
): Promise<SoftwarePasskey> {
  const path = `/admin/counsel/${counselId}/key-invitation`;
  const { url } = (await expectStatus(system.admin("POST", path), 201)).body;
  const link = new URL(url).pathname;
  const opened = (await expectStatus(system.api()("GET", link), 200)).body;
  await expectStatus(system.api()("POST", link, key.create(opened)), 201);
  return key;
}

export const setPolicy = (system: TestSystem, counselId: string, signing_policy: string) =>
  expectStatus(system.admin("PATCH", `/admin/counsel/${counselId}`, { signing_policy }), 200);

/** The salt of a comment, which is sent with a decision made with a passkey. */
export const salts = { decision_comment: "5a".repeat(16) };

/** The challenge of a decision, as counsel's page computes it from the link's response. */
export async function challengeFor(
  system: TestSystem,
  { token }: Pick<Commissioned, "token">,
  decision: { decision: string; comment?: string; salts?: Salts; document?: string | null },
  more: Partial<DecisionToSign> = {},
): Promise<string> {
  const { body } = await expectStatus(system.api()("GET", `/counsel/review/${token}`), 200);
  return challengeOf({
    request_id: body.request_id,
    decision: decision.decision,
    ...withCommitments({ decision_comment: decision.comment ?? null }, decision.salts ?? {}),
    document: decision.document ?? null,
    rule_version_hash: body.rule_version_hash,
    counsel_id: body.counsel.id,
    nonce: body.nonce,
    ...more,
  });
}
