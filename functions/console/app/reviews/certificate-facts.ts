import { hex } from "#shared/domain/bytes.ts";
import {
  type CertificateFact,
  type CertificateRule,
  logFacts,
  proofOf,
  ruleOf,
} from "#shared/domain/evidence/certificate/parts.ts";
import { provisionOf } from "#shared/domain/frameworks/provision.ts";
import { isPart } from "#shared/domain/reviews/actions.ts";
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
  /** What people call each rule: its article, by its id. */
  provisions: ReadonlyMap<string, string>;
}

const VERIFIER = "/evidence/verify-bundle.mjs";

/** Hex SHA-256 of the verifier that is served. */
async function digestOfVerifier(): Promise<string> {
  const answer = await fetch(VERIFIER);
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.arrayBuffer())));
}

function readBundle(
  { request, log, audit, rules }: Answer<"getBundle">,
  verifierDigest: string,
): Proven {
  const row = audit.find(({ action }) => isPart(action, "decision"))?.row_hash ?? "";
  const issuer = { baseUrl: location.origin, verifierDigest };
  return {
    log: logFacts(log, t.row, row),
    ...proofOf(issuer, log, row, `request ${request.id}`),
    rules: rules.map(ruleOf),
    provisions: new Map(
      rules.flatMap((rule) => {
        const [own] = (rule["citations"] ?? []) as { label: string }[];
        return own ? [[String(rule["use_case_id"]), provisionOf(own.label)] as const] : [];
      }),
    ),
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

/** Rules whose own verdict differs from the decision. */
const differing = ({ request }: Evidence, { provisions }: Proven): readonly CertificateFact[] => {
  const others = (request.rule_verdicts ?? []).filter(({ verdict }) => verdict !== request.status);
  if (others.length === 0) return [];
  const value = others
    .map(({ use_case_id: id, verdict }) => {
      const article = provisions.get(id);
      return `${article === undefined ? id : `${article} (${id})`}: ${words.statuses[verdict]}`;
    })
    .join("; ");
  return [{ label: t.differing, value }];
};

/** Every value that page one states, times as in the record. */
export function factsOf(
  found: Evidence,
  proven: Proven,
  requester: string,
): readonly CertificateFact[] {
  const { request, counsel } = found;
  const or = (value: string | null | undefined): string => value ?? "–";
  return [
    { label: t.decision, value: words.statuses[request.status] },
    ...differing(found, proven),
    { label: t.counsel, value: `${counsel?.display_name ?? "–"} <${counsel?.email ?? ""}>` },
    { label: t.firm, value: or(counsel?.firm) },
    { label: t.jurisdiction, value: or(counsel?.jurisdiction) },
    { label: t.bar, value: or(counsel?.bar_registration) },
    { label: t.key, value: keyWords(found) ?? t.byLink },
    { label: words.facts.id, value: request.id },
    { label: t.askedBy, value: requester },
    { label: t.asked, value: request.created_at },
    { label: t.opened, value: or(request.viewed_at) },
    { label: t.decided, value: or(request.decided_at) },
    { label: t.wording, value: request.rule_version_hash },
    { label: words.signature, value: or(request.decision_signature) },
    { label: words.document, value: or(request.supplementary_pdf_kv_secret) },
  ];
}
