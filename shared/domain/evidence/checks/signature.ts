import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { sealedOf } from "#shared/domain/reviews/fields.ts";
import { decisionRowIn, type EvidenceFile, isDecidedFile, signedEmail } from "../evidence-file.ts";
import type { Facts, Secret } from "../facts.ts";
import { extra, type Finding, fail, NO_DECISION, none, pass } from "../finding.ts";
import { isHmacOf } from "../hashes.ts";

const NO_SECRET = "No secret was given.";

/** The secret under which the decision's four fields and an e-mail verify; undefined if none. */
export function signedUnder(
  request: Pick<EvidenceFile["request"], "status" | "nonce" | "decided_at" | "decision_signature">,
  email: string | null,
  secrets: readonly Secret[],
): Secret | undefined {
  const text = [request.status, email, request.nonce, request.decided_at].join("|");
  const { decision_signature: signature } = request;
  if (signature === null) return;
  return secrets.find(({ secret }) => isHmacOf(secret, text, signature));
}

/** Checks the first seed's signature, with the e-mail recorded when it was made. */
export function checkSignature({ file, secrets }: Facts): Finding {
  const id = "signature";
  if (!isDecidedFile(file)) return none(id, NO_DECISION);
  if (secrets.length === 0) return extra(id, NO_SECRET);
  const found = signedUnder(file.request, signedEmail(file), secrets);
  // Without a seal the record names no key, so any key that was in use may have signed.
  const isNamed = ({ key_id }: Secret) => file.key_id === null || key_id === file.key_id;
  if (found !== undefined && isNamed(found)) {
    return pass(id, `The signature is genuine (key ${found.key_id}).`);
  }
  return found !== undefined || secrets.some(isNamed)
    ? fail(id, "The signature does not match the decision, e-mail, nonce, time and key.")
    : extra(id, `It was signed under key ${file.key_id}, and that secret was not given.`);
}

/** Checks the seal over the whole decided record and its chain's head at the decision. */
export function checkSeal({ file, secrets }: Facts): Finding {
  const id = "record_seal";
  const { record_seal: seal, key_id } = file;
  if (!isDecidedFile(file)) {
    return seal === null ? none(id, NO_DECISION) : fail(id, "It is sealed, but has no decision.");
  }
  if (seal === null) return fail(id, "The record is decided, but its seal is missing.");
  if (seal.key_id !== key_id) return fail(id, "The seal names another key.");
  if (secrets.length === 0) return extra(id, NO_SECRET);
  const secret = secrets.find((one) => one.key_id === seal.key_id);
  if (secret === undefined) {
    return extra(id, `It was sealed under key ${seal.key_id}, and that secret was not given.`);
  }
  const record = sealedOf({ ...file.request, counsel_email: signedEmail(file) });
  const audit_head = decisionRowIn(file)?.row_hash ?? null;
  const sealed = canonicalJson({ version: 1, record, audit_head });
  return isHmacOf(secret.secret, sealed, seal.mac)
    ? pass(id, "The whole record and its audit chain are unchanged since the decision.")
    : fail(id, "The record, its seal or its audit rows were changed after the decision.");
}
