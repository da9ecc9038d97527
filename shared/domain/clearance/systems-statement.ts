import { canonicalHash } from "#shared/domain/canonical.ts";
import { FAILED_LEVEL, PREDICATE_TYPE, STATEMENT_TYPE, SYSTEM_LEVEL } from "./dsse.ts";
import type { Signing } from "./statement.ts";
import { type SystemsAnswer, withoutTimes } from "./systems-answer.ts";
import type { AskedSystems, SystemsPolicy } from "./systems-question.ts";

/** The question as it was read and the policy it was judged by; the statement names their hash. */
const readQuestion = (asked: AskedSystems, policy: SystemsPolicy) => ({
  question: {
    repository: asked.repository ?? null,
    repository_id: asked.repository_id ?? null,
    artifact_ids: asked.artifact_ids?.toSorted() ?? null,
    connection_id: asked.connection_id ?? null,
    commit: asked.commit ?? null,
    allow: asked.allow?.toSorted() ?? null,
    max_confirmed_age_days: asked.max_confirmed_age_days ?? null,
    max_run_age_hours: asked.max_run_age_hours ?? null,
    framework_ids: asked.framework_ids?.toSorted() ?? null,
  },
  policy,
});

/**
 * The statement about systems, without its signature: SLSA's verification summary, as for rules
 * (clearance.md, section 5). The repository is a subject only if a run read it at a commit.
 * @param address where the repository is at the source host; null: unknown
 */
export function systemsStatementOf(
  asked: AskedSystems,
  policy: SystemsPolicy,
  answer: SystemsAnswer,
  address: string | null,
  { verifier, version, now }: Signing,
) {
  const { repository, run, cleared, systems } = answer;
  const uri = `${verifier}/clearance/systems`;
  const commit = run?.commit ?? null;
  const resourceUri =
    repository === null ? uri : `${address ?? repository.full_name}#${repository.id}`;
  return {
    _type: STATEMENT_TYPE,
    subject: [
      { name: "systems", digest: { sha256: canonicalHash(withoutTimes(systems)) } },
      ...(repository === null || commit === null
        ? []
        : [{ name: repository.full_name, uri: resourceUri, digest: { gitCommit: commit } }]),
    ],
    predicateType: PREDICATE_TYPE,
    predicate: {
      verifier: { id: verifier, version: { countersign: version } },
      timeVerified: now,
      resourceUri,
      policy: { uri, digest: { sha256: canonicalHash(readQuestion(asked, policy)) } },
      inputAttestations: [{ uri: `${uri}#answer`, digest: { sha256: canonicalHash(answer) } }],
      verificationResult: cleared ? "PASSED" : "FAILED",
      verifiedLevels: [cleared ? SYSTEM_LEVEL : FAILED_LEVEL],
    },
  };
}
