import { createHmac } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { canonicalHash } from "#shared/domain/canonical.ts";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { readEntries, readHeader } from "#shared/domain/log/read-log.ts";
import { sealedOf } from "#shared/domain/reviews/fields.ts";
import { keyId, signDecision } from "#shared/domain/reviews/keyring.ts";
import { expectStatus } from "./review-fixture.ts";
import type { TestSystem } from "./system.ts";
import { type VerifierRun, verifierCommand, verifierProcess } from "./verifier-runs.ts";

// biome-ignore lint/suspicious/noExplicitAny: bundles that are forged on purpose
export type Bundle = any;

/** Recomputes every hash of a bundle, as anyone without a key can. */
export function rehash(bundle: Bundle): Bundle {
  const chains = [
    ...[bundle.counsel_audit, bundle.audit, bundle.panel_audit ?? []],
    ...bundle.related.flatMap((one: Bundle) => [one.audit, one.counsel_audit]),
  ];
  for (const rows of chains) {
    let previous: string | null = null;
    for (const row of rows) {
      row.prev_hash = previous;
      const { row_hash: _, writer: __, writer_signature: ___, ...said } = row;
      row.row_hash = canonicalHash(said);
      previous = row.row_hash;
    }
  }
  const sorted = bundle.rules.toSorted((a: Bundle, b: Bundle) =>
    a.use_case_id < b.use_case_id ? -1 : 1,
  );
  bundle.request.rule_version_hash = canonicalHash(sorted);
  const rows = [
    ...[...bundle.audit, ...bundle.counsel_audit, ...(bundle.panel_audit ?? [])],
    ...bundle.related.flatMap((one: Bundle) => [...one.audit, ...one.counsel_audit]),
  ];
  bundle.log.proofs = rows.map(({ row_hash }, i) => ({
    row_hash,
    log_proof: bundle.log.proofs[i]?.log_proof ?? null,
  }));
  return bundle;
}

/** Signs and seals a bundle again under a secret. */
export function resign(bundle: Bundle, secret: string): Bundle {
  const { request, audit } = bundle;
  const counsel_email = bundle.counsel.email;
  const { decided_at, nonce } = request;
  const signature = signDecision(secret, {
    ...{ decision: request.status, counsel_email, nonce, decided_at },
  });
  request.decision_signature = signature;
  const row = audit.at(-1);
  row.context.decision_signature = signature;
  rehash(bundle);
  const record = sealedOf({ ...request, counsel_email });
  const text = canonicalJson({ version: 1, record, audit_head: row.row_hash });
  const mac = createHmac("sha256", secret).update(text).digest("hex");
  bundle.record_seal = { version: 1, key_id: keyId(secret), mac };
  bundle.key_id = keyId(secret);
  return bundle;
}

/** An auditor's folder: the verifier, the log's keys, and a copy of the log as it is now. */
export interface Auditor {
  folder: string;
  /** Verifier keys, Ed25519 first. */
  keys: string[];
  /** `--key … --log …` */
  options: string[];
  /**
   * Copies the log as the deployment serves it now, unless the copy has the same checkpoint.
   * @param isAltered the log behind the checkpoint was altered, so copy it in any case
   */
  copyLog(isAltered?: boolean): Promise<void>;
  /**
   * Runs the downloaded verifier with plain Node.
   * @param node runs it as a command of that Node; without it, the runs share a process
   */
  run(
    text: string | Buffer,
    options?: readonly string[],
    secrets?: string,
    node?: string,
  ): Promise<VerifierRun>;
  /** Puts the process to rest and removes the folder. */
  close(): void;
}

export async function auditorOf(system: TestSystem): Promise<Auditor> {
  const folder = mkdtempSync(join(tmpdir(), "auditor-"));
  const program = join(folder, "verify-bundle.mjs");
  const { text } = await system.api()("GET", "/evidence/verify-bundle.mjs");
  writeFileSync(program, text);
  const keys = (await expectStatus(system.api()("GET", "/evidence/log/key"), 200)).text
    .split("\n")
    .slice(0, 2);
  const log = join(folder, "log");
  const shared = verifierProcess(program, text);
  let files = 0;
  let copied: string | null = null;
  return {
    folder,
    keys,
    options: [...keys.flatMap((key) => ["--key", key]), "--log", log],
    copyLog: async (isAltered = false) => {
      const checkpoint = (await system.api()("GET", "/evidence/log/checkpoint")).text;
      if (checkpoint === copied && !isAltered) return;
      await copyLog(system, log);
      copied = isAltered ? null : checkpoint;
    },
    run: (text, options = [], secrets = "", node?: string) => {
      files += 1;
      const file = join(folder, `file-${files}.json`);
      writeFileSync(file, text);
      const words = options.includes("--receipt")
        ? options.flatMap((word) => (word === "--receipt" ? [word, file] : [word]))
        : [file, ...options];
      return node === undefined
        ? shared.run(words, secrets)
        : verifierCommand(node, program, words, secrets);
    },
    close: () => {
      shared.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function copyLog(system: TestSystem, folder: string): Promise<void> {
  const keep = (path: string, bytes: Uint8Array) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  };
  const read = async (path: string) => {
    const answer = await fetch(`${system.baseUrl}/evidence/log/${path}`);
    if (!answer.ok) return null;
    const bytes = new Uint8Array(await answer.arrayBuffer());
    keep(path, bytes);
    return bytes;
  };
  const header = await readHeader(read);
  if ("fault" in header) throw new Error(header.fault);
  await readEntries(read, { size: header.checkpoint.size, visit: () => {} });
}
