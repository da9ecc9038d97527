import { softwarePasskey } from "#infra/local/software-passkey.ts";
import { challengeOf } from "#shared/domain/counsel/assertion.ts";
import { register, request } from "./approve.ts";
import { expectThat, FRAMEWORK, RULES, type Step } from "./step.ts";
import { settledCheck } from "./wait-for-log.ts";

/** Counsel who decide with their own passkey: the link alone is no longer enough. */
export const keySteps: readonly Step[] = [
  {
    title: "Counsel's own key",
    proves:
      "nobody who holds the link, not even an administrator, can decide without counsel's passkey",
    run: async ({ client }) => {
      const counsel_id = await register(client, {
        framework_id: FRAMEWORK,
        display_name: "Prof. Grace Ius",
        email: "grace.ius@law.example",
      });
      const path = `/admin/counsel/${counsel_id}`;
      const { body: invitation } = await client.admin("POST", `${path}/key-invitation`);
      const { body: opened } = await client.open(invitation.url, "application/json");
      const passkey = softwarePasskey(invitation.url);
      const enrolled = await client.post(invitation.url, passkey.create(opened));
      expectThat(enrolled.status === 201, `enrolment was answered ${enrolled.status}`);
      await client.admin("PATCH", path, { signing_policy: "key_required" });
      const review = await request(client, {
        framework_id: FRAMEWORK,
        rule_use_case_ids: [RULES[0]],
        counsel_id,
      });
      const said = { decision: "approved" };
      const refused = await client.decide(review.magic_link_url, said);
      expectThat(refused.body.code === "assertion_required", `the link alone: ${refused.status}`);
      const { body: shown } = await client.open(review.magic_link_url, "application/json");
      const challenge = challengeOf({
        request_id: shown.request_id,
        decision: said.decision,
        decision_comment: null,
        document: null,
        rule_version_hash: shown.rule_version_hash,
        counsel_id: shown.counsel.id,
        nonce: shown.nonce,
      });
      const assertion = passkey.get(challenge);
      const signed = await client.decide(review.magic_link_url, { ...said, assertion });
      expectThat(signed.status === 200, `with the passkey: ${signed.status}`);
      const check = await settledCheck(client, review.id, "counsel_key");
      expectThat(check?.result === "pass", `counsel_key: ${check?.detail}`);
      return `the link alone was refused; signed by the key ${enrolled.body.fingerprint}`;
    },
  },
];
