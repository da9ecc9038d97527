import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalHash, canonicalJson } from "#shared/domain/canonical.ts";
import { keyId, signDecision } from "#shared/domain/reviews/signature.ts";

// biome-ignore lint/suspicious/noExplicitAny: bundles that are forged on purpose
export type Bundle = any;

/** Recomputes every hash of a bundle, as anyone without a key can. */
export function rehash(bundle: Bundle): Bundle {
  let previous: string | null = null;
  for (const row of bundle.audit) {
    row.prev_hash = previous;
    const { row_hash: _, ...rest } = row;
    row.row_hash = canonicalHash(rest);
    previous = row.row_hash;
  }
  const sorted = bundle.rules.toSorted((a: Bundle, b: Bundle) =>
    a.use_case_id < b.use_case_id ? -1 : 1,
  );
  bundle.request.rule_version_hash = canonicalHash(sorted);
  for (const part of Object.keys(bundle.manifest)) {
    bundle.manifest[part] = `sha256:${canonicalHash(bundle[part])}`;
  }
  return bundle;
}

/** Signs and seals a bundle again under a secret. */
export function resign(bundle: Bundle, secret: string): Bundle {
  const { request, counsel_email, audit } = bundle;
  const { decided_at, nonce } = request;
  const signature = signDecision(secret, {
    ...{ decision: request.status, counsel_email, nonce, decided_at },
  });
  request.decision_signature = signature;
  const row = audit.at(-1);
  row.context.decision_signature = signature;
  rehash(bundle);
  const record = {
    request_id: request.id,
    framework_id: request.framework_id,
    rule_use_case_ids: request.rule_use_case_ids,
    rule_version_hash: request.rule_version_hash,
    counsel_id: request.counsel_id,
    counsel_email,
    decision: request.status,
    decision_comment: request.decision_comment,
    nonce,
    decided_at,
    requested_by_user_id: request.requested_by_user_id,
  };
  const text = canonicalJson({ version: 1, record, audit_head: row.row_hash });
  const mac = createHmac("sha256", secret).update(text).digest("hex");
  bundle.record_seal = { version: 1, key_id: keyId(secret), mac };
  bundle.key_id = keyId(secret);
  return bundle;
}

/** Runs a downloaded verifier with plain Node, in a folder of its own. */
export function runVerifier(
  folder: string,
  text: string | Buffer,
  secret = "",
  options: readonly string[] = [],
) {
  const file = join(folder, "bundle.json");
  writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(folder, "verify-bundle.mjs"), file, ...options],
    { input: secret, encoding: "utf8", cwd: folder, env: {} },
  );
  return { status, stdout, stderr };
}
