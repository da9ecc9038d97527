import { createHash } from "node:crypto";
import { oneFile } from "./one-file.ts";

const BANNER = `#!/usr/bin/env node
/**
 * Checks evidence of a review without the service that made it: a bundle, an export of many, a
 * certificate (PDF), counsel's receipt, or a signed clearance. One file, no dependencies, Node 20 or later (ML-DSA-44 needs Node 24).
 *
 *   node verify-bundle.mjs bundle.json|certificate.pdf --key KEY --log https://HOST/evidence/log
 *   node verify-bundle.mjs --receipt receipt.json --key KEY --log https://HOST/evidence/log
 *   node verify-bundle.mjs clearance.json --key keys.json --key KEY --log https://HOST/evidence/log
 *
 *   --key KEY          a line of /evidence/log/key, from someone other than who gave you the file
 *                      (once or twice: Ed25519, ML-DSA-44); for a clearance besides a file with the
 *                      JWK or JWKS of /clearance/keys
 *   --log URL|DIR      the log, or a mirror of it: every entry is read
 *   --mirror DIR       keeps what was read; next time the log must extend it
 *   --policy FILE      C2SP tlog-policy: which witnesses must have cosigned the log
 *   --checkpoint FILE  a checkpoint that a third party kept: it must be of this log
 *   --original FILE    writes out a certificate without what was appended to it
 *   standard input     HMAC secrets, one a line: signature and seal too
 *
 * Exit codes: 0 genuine, unchanged and complete (only with --key and --log) · 1 changed, incomplete
 * or contradicted · 2 not evidence, or wrong usage · 3 something demanded could not be checked.
 */`;

/** The offline verifier as one file, the same bytes wherever it is built. */
export const verifierText = (): Promise<string> =>
  oneFile("functions/evidence/verifier/main.ts", BANNER);

const EXPORT_BANNER = `#!/usr/bin/env node
/**
 * Checks an export without the service that made it. One file, no dependencies, Node 20 or later.
 *
 *   node verify-export.mjs [DIR] --key KEY
 *
 *   DIR        the folder of the export; left out: the one that this file is in
 *   --key KEY  a line of /evidence/log/key, from someone other than who gave you the export
 *              (once or twice: Ed25519, ML-DSA-44)
 *
 * Exit codes: 0 whole and unchanged · 1 altered, missing or extra, each by name · 2 not an export, or
 * wrong usage · 3 something could not be checked; without --key always.
 */`;

/** The program that checks an export, as one file. */
export const exportVerifierText = (): Promise<string> =>
  oneFile("functions/evidence/verifier/export-main.ts", EXPORT_BANNER);

/** The verifier's SHA-256, lower-case hex, which the evidence log publishes. */
export const verifierDigest = async (): Promise<string> =>
  createHash("sha256")
    .update(await verifierText())
    .digest("hex");
