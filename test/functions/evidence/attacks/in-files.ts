import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalHash } from "#shared/domain/canonical.ts";
import { PAYLOAD_TYPE, signedText } from "#shared/domain/clearance/dsse.ts";
import { thumbprint } from "#shared/domain/clearance/statement-key.ts";
import type { SystemsAnswer } from "#shared/domain/clearance/systems-answer.ts";
import { systemsStatementOf } from "#shared/domain/clearance/systems-statement.ts";
import { parseProof } from "#shared/domain/log/proof-text.ts";
import { verifierKeyText } from "#shared/domain/log/verifier-key.ts";
import type { Attack } from "#test/support/attacks/attack.ts";
import type { Ground } from "#test/support/attacks/ground.ts";
import type { Bundle } from "#test/support/forge-bundle.ts";
import { testWitness } from "#test/support/log-signer.ts";
import { rewriteItem } from "#test/support/table-attack.ts";
import { responseOver } from "#test/support/time-stamp-authority.ts";

/* Files that somebody is handed and that were made or altered outside the service. */

const bundleOf = async ({ system }: Ground, id: string): Promise<Bundle> =>
  (await system.admin("GET", `/admin/rule-reviews/${id}/bundle`)).body;

/** An attack that alters a genuine bundle. */
const altered = (
  of: string,
  what: string,
  name: "rejected" | "pending" | "worded" | "delegate" | "underKey",
  change: (bundle: Bundle, ground: Ground) => unknown,
  found: RegExp,
): Attack => ({
  of,
  what,
  run: async (ground) => {
    const bundle = await bundleOf(ground, ground[name].review.id);
    const text = (await change(bundle, ground)) ?? bundle;
    const file = typeof text === "string" ? text : JSON.stringify(text);
    return { target: { id: ground[name].review.id, file } };
  },
  must: ["verifier", found],
});

const certificateOf = ({ pdfs, rejected }: Ground): Buffer =>
  pdfs.get(rejected.review.id) as Buffer;

const certificate = (
  of: string,
  what: string,
  change: (pdf: Buffer, ground: Ground) => Buffer,
  found: RegExp,
): Attack => ({
  of,
  what,
  run: async (ground) => {
    const file = change(certificateOf(ground), ground);
    // A copy of the log says nothing about a file's pages until it reaches ten minutes beyond it.
    return { target: { id: ground.rejected.review.id, file, served: true } };
  },
  must: ["verifier", found],
});

/** Plants a key of statements in the table, and returns what signs with it and makes it known. */
async function plantedKey({ system, auditor }: Ground) {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  const kid = thumbprint(x);
  const created_at = "2026-01-01T00:00:00.000Z";
  await rewriteItem(system, { pk: "CLEARANCE", sk: "KEYS" }, ({ keys }) => {
    keys.push({ kid, x, retired_at: null, key_arn: "arn:x", created_at });
  });
  const keys = join(auditor.folder, "planted.json");
  writeFileSync(keys, JSON.stringify((await system.api()("GET", "/clearance/keys")).body));
  const signed = (answer: object, said: object): string => {
    const payload = Buffer.from(JSON.stringify(said));
    const sig = sign(null, signedText(payload), privateKey).toString("base64");
    const signatures = [{ keyid: kid, sig }];
    const statement = { payload: payload.toString("base64"), payloadType: PAYLOAD_TYPE };
    return JSON.stringify({ ...answer, statement: { ...statement, signatures } });
  };
  return { signed, options: ["--key", keys] };
}

/** An answer about rules, signed with a planted key. */
async function signedAnew(ground: Ground) {
  const { system, book } = ground;
  const asked = { framework_id: book.frameworkId, use_case_ids: ["rule.a"] };
  const { body } = await system.admin("POST", "/clearance?statement=true", asked);
  const { statement, evidence, ...answer } = body;
  const { signed, options } = await plantedKey(ground);
  const said = JSON.parse(Buffer.from(statement.payload, "base64").toString());
  for (const one of said.predicate.inputAttestations ?? [])
    one.digest.sha256 = canonicalHash(answer);
  return { file: signed({ ...answer, evidence }, said), options };
}

/** An answer about a repository that nobody has, signed with a planted key. */
async function invented(ground: Ground) {
  const { signed, options } = await plantedKey(ground);
  const now = "2026-11-27T13:00:00.000Z";
  const full_name = "acme/nowhere";
  const answer: SystemsAnswer = {
    cleared: true,
    repository: { id: "77", full_name, connection_id: "nowhere" },
    run: { id: "none", kind: "full", commit: null, finished_at: now },
    ...{ systems: [], blockers: [] },
  };
  const least = { allow: null, max_confirmed_age_days: null };
  const policy = { ...least, max_run_age_hours: null, framework_ids: null };
  const signing = { verifier: ground.system.baseUrl, version: "1.0.0", now };
  const said = systemsStatementOf({ repository_id: "77" }, policy, answer, null, signing);
  return { file: signed({ ...answer, evidence: { leaves: [] } }, said), options };
}

export const inFiles: readonly Attack[] = [
  {
    of: "N2",
    what: "a clearance key planted in the table, and an answer signed with it",
    run: async (ground) => ({
      target: { id: ground.book.review.id, ...(await signedAnew(ground)) },
    }),
    must: ["verifier", /key_unannounced/],
  },
  {
    of: "N2",
    what: "the same key, and an invented answer about systems signed with it",
    run: async (ground) => ({
      target: { id: ground.book.review.id, ...(await invented(ground)) },
    }),
    must: ["verifier", /^3: statement_key$/],
  },
  altered(
    "M1",
    "a time-stamp token of 2020 in a bundle",
    "rejected",
    (bundle) => {
      const { log_proof } = bundle.log.proofs.find(
        ({ row_hash }: Bundle) => row_hash === bundle.audit.at(-1).row_hash,
      );
      const digest = createHash("sha256").update(parseProof(log_proof)?.checkpoint ?? "");
      const token = responseOver(digest.digest()).subarray(9);
      const now = /\d{14}Z/.exec(token.toString("latin1"))?.[0] ?? "";
      token.set(Buffer.from("20200101000000Z"), token.indexOf(now));
      bundle.timestamp = { log_proof, token: token.toString("base64") };
      bundle.timestamp_reason = null;
    },
    /timestamp/,
  ),
  {
    of: "L4",
    what: "a log that no witness has cosigned, under a policy that demands one",
    run: async (ground) => {
      const file = join(ground.auditor.folder, "policy");
      const witness = verifierKeyText(testWitness("w.example").key);
      writeFileSync(file, `log ${ground.auditor.keys[0]}\nwitness w ${witness}\nquorum w\n`);
      return { target: { id: ground.rejected.review.id, options: ["--policy", file] } };
    },
    must: ["verifier", /witness_quorum/],
  },
  altered(
    "N13",
    "counsel's name, firm and bar registration in an undecided file",
    "pending",
    ({ counsel }) => {
      Object.assign(counsel, { display_name: "Professor Nobody", bar_registration: "RAK 1" });
    },
    /^1/,
  ),
  altered(
    "N13",
    "a sentence of praise as the reason for no time stamp",
    "pending",
    (bundle) => {
      bundle.timestamp_reason = "Certified gold.";
    },
    /^1/,
  ),
  certificate(
    "N14",
    "pages of somebody else around a genuine bundle",
    (pdf) => {
      const own = Buffer.from(pdf);
      const at = pdf.length - 5000;
      own[at] = (own[at] ?? 0) ^ 1;
      return own;
    },
    /pages/,
  ),
  certificate(
    "N14",
    "a page appended to a certificate",
    (pdf) => Buffer.concat([pdf, Buffer.from("\n1 0 obj\n<<>>\nendobj\n%%EOF\n")]),
    /^3: .*pages/,
  ),
  certificate(
    "own",
    "a certificate whose second line points at a bundle that was appended",
    (pdf) => {
      const [, offset, length] = /%countersign (\d+) (\d+)/.exec(pdf.toString("latin1")) ?? [];
      const [at, size] = [Number(offset), Number(length)];
      const bundle = pdf
        .subarray(at, at + size)
        .toString()
        .replace('"rejected"', '"approved"');
      const longer = Buffer.concat([pdf, Buffer.from(bundle)]);
      const line = `%countersign ${pdf.length} ${bundle.length} ${longer.length}`;
      const known = /%countersign \d+ \d+ \d+/.exec(longer.toString("latin1"))?.[0] ?? "";
      longer.write(line.padEnd(known.length), longer.indexOf(known), "latin1");
      return longer;
    },
    /^[123]/,
  ),
  certificate("own", "a certificate cut off", (pdf) => pdf.subarray(0, pdf.length - 100), /pages/),
  altered(
    "N15",
    "a member named `__proto__` in a row",
    "rejected",
    (bundle) => JSON.stringify(bundle).replace('"context":{', '"context":{"__proto__":{"x":1},'),
    /^2/,
  ),
  altered("N15", "seventy thousand rows of brackets", "rejected", () => "[".repeat(70_000), /^2/),
  altered(
    "own",
    "a member named twice, the second time by an escape",
    "rejected",
    (bundle) => JSON.stringify(bundle).replace('"status":', '"status":"approved","st\\u0061tus":'),
    /^2/,
  ),
  altered(
    "own",
    "a number that another reader reads otherwise",
    "rejected",
    (bundle) => JSON.stringify(bundle).replace('"version":1', '"version":1.0000000000000000001'),
    /^[12]/,
  ),
  altered(
    "own",
    "a text in another Unicode form",
    "rejected",
    (bundle) => JSON.stringify(bundle).replaceAll("Dr. Ada Lex", "Dr. A\u0301da Lex"),
    /^1/,
  ),
  altered(
    "own",
    "the closure of another delegation",
    "delegate",
    async (bundle, ground) => {
      const other = await bundleOf(ground, ground.rejected.review.id);
      const { request, audit, counsel_audit } = other;
      bundle.related = [{ request, audit, counsel_audit }];
    },
    /^1/,
  ),
  altered(
    "own",
    "a delegate's file without the request that was passed on",
    "delegate",
    (bundle) => {
      bundle.related = [];
    },
    /^1/,
  ),
  altered(
    "own",
    "proofs of another review's rows",
    "rejected",
    async (bundle, ground) => {
      const other = await bundleOf(ground, ground.worded.review.id);
      for (const [i, proof] of bundle.log.proofs.entries()) {
        proof.log_proof = other.log.proofs[i].log_proof;
      }
    },
    /log/,
  ),
  altered(
    "own",
    "words of another decision in place of counsel's",
    "rejected",
    async (bundle, ground) => {
      const other = await bundleOf(ground, ground.worded.review.id);
      const [words] = other.disclosures;
      bundle.disclosures = [{ ...words, row_hash: bundle.disclosures[0].row_hash }];
    },
    /words/,
  ),
  altered(
    "own",
    "a writer with a certificate of one's own",
    "rejected",
    (bundle) => {
      const { privateKey, publicKey } = generateKeyPairSync("ed25519");
      const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
      const [first] = bundle.writers;
      const lines = first.certificate.split("\n");
      lines[3] = raw.toString("base64");
      const certificate = lines.join("\n");
      const writer = createHash("sha256").update(raw).digest("hex");
      const signature = sign(null, Buffer.from(certificate), privateKey).toString("base64");
      bundle.writers.push({ writer, certificate, signature });
      const row = bundle.audit.at(-1);
      row.writer = writer;
      row.writer_signature = sign(
        null,
        Buffer.from(`countersign row\n${row.row_hash}\n`),
        privateKey,
      ).toString("base64");
    },
    /row_unsigned/,
  ),
  {
    of: "own",
    what: "counsel's receipt with the row of another decision",
    run: async ({ rejected, later }) => {
      const [own, other] = [rejected.receipt, later.receipt] as Bundle[];
      return { target: { id: rejected.review.id, receipt: { ...own, row: other.row } } };
    },
    must: ["receipt", /^1/],
  },
];
