import { hex } from "#shared/domain/bytes.ts";
import {
  type Certificate,
  type CertificateFact,
  type CertificateRule,
  exceptText,
  inOrder,
  laterFact,
  logFacts,
  type Named,
  namesIn,
  outcomesText,
  proofOf,
  provenanceFacts,
  remarksIn,
  requestFacts,
  ruleOf,
} from "#shared/domain/evidence/certificate/parts.ts";
import { toldRequest } from "#shared/domain/evidence/told.ts";
import { isPart } from "#shared/domain/reviews/actions.ts";
import { type NamedOutcome, outcomesOfReview } from "#shared/domain/standing/outcomes.ts";
import { type Answer, callForText, type Outcome } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { t } from "./certificate-texts.ts";
import { t as words } from "./texts.ts";

type Bundle = Parameters<typeof readBundle>[0];
type Evidence = Answer<"getEvidence">;

/** What a printed certificate takes from the bundle. */
export interface Proven {
  /** Where the decision stands in the log, and the keys that sign the log. */
  log: readonly CertificateFact[];
  /** How a reader checks all of it without us. */
  procedure: readonly string[];
  /** Where the log proves the decision; null until it has taken it. */
  proofUrl: string | null;
  /** The wording that counsel read. */
  rules: readonly CertificateRule[];
  outcomes: readonly NamedOutcome[];
  /** What counsel wrote of single rules. */
  verdicts: Certificate["verdicts"];
  /** Where what was decided later is shown. */
  later: CertificateFact;
}

const VERIFIER = "/evidence/verify-bundle.mjs";

/** Hex SHA-256 of the verifier that is served. */
async function digestOfVerifier(): Promise<string> {
  const answer = await fetch(VERIFIER);
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.arrayBuffer())));
}

function readBundle(bundle: Answer<"getBundle">, verifierDigest: string): Proven {
  const { request, log, audit, rules } = bundle;
  const row = audit.find(({ action }) => isPart(action, "decision"))?.row_hash ?? "";
  const issuer = { baseUrl: location.origin, verifierDigest };
  const names = namesIn(rules);
  return {
    log: logFacts(log, t.row, row),
    ...proofOf(issuer, log, row, `request ${request.id}`),
    rules: rules.map(ruleOf),
    outcomes: outcomesOfReview({ ...request, rule_names: inOrder(request, names) }),
    verdicts: remarksIn(toldRequest(bundle), names),
    later: laterFact(issuer, request.framework_id),
  };
}

async function askProven(id: string): Promise<Outcome<Proven>> {
  const [outcome, digest] = await Promise.all([
    callForText("getBundle", { params: { id } }),
    digestOfVerifier().catch(() => null),
  ]);
  if (outcome.kind !== "done") return outcome;
  if (digest === null) return { kind: "unreachable" };
  return { kind: "done", body: readBundle(JSON.parse(outcome.body) as Bundle, digest) };
}

export const useProven = (id: string) => useLoad(`proven ${id}`, () => askProven(id));

/** The words of the key that signed; null: the link alone did. */
function keyWords({ audit, counsel_keys }: Evidence): string | null {
  const signer = audit
    .map(({ context }) => context["assertion"] as { credential_id?: unknown } | undefined)
    .find((assertion) => assertion !== undefined)?.credential_id;
  return counsel_keys?.keys.find((key) => key.credential_id === signer)?.fingerprint ?? null;
}

/** The decision, with the rules that it leaves out. */
const decisionText = ({ request }: Evidence, { outcomes }: Proven): string =>
  `${words.statuses[request.status]}${exceptText(outcomes)}`;

/** The same, with what the rules came to first, where they came out differently. */
export const decidedText = (found: Evidence, proven: Proven): string =>
  [...outcomesText(proven.outcomes), decisionText(found, proven)].join("; ");

/** Every value that page one states. */
export function factsOf(found: Evidence, proven: Proven, named: Named): readonly CertificateFact[] {
  const { request, counsel } = found;
  const or = (value: string | null | undefined): string => value ?? "–";
  return [
    { label: t.decision, value: decisionText(found, proven) },
    ...provenanceFacts(found),
    { label: t.counsel, value: `${counsel?.display_name ?? "–"} <${counsel?.email ?? ""}>` },
    { label: t.firm, value: or(counsel?.firm) },
    { label: t.jurisdiction, value: or(counsel?.jurisdiction) },
    { label: t.bar, value: or(counsel?.bar_registration) },
    { label: t.key, value: keyWords(found) ?? t.byLink },
    { label: words.facts.id, value: request.id },
    ...requestFacts(named, {
      ...request,
      requested_by: request.requested_by_user_id,
      decided_at: or(request.decided_at),
    }),
    { label: words.signature, value: or(request.decision_signature) },
    { label: words.document, value: or(request.supplementary_pdf_kv_secret) },
    proven.later,
  ];
}
