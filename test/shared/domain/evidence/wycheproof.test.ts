import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { publicKeyOf } from "#shared/domain/counsel/counsel-key.ts";
import {
  ED25519,
  ML_DSA_44,
  parseVerifierKey,
  verifierKey,
  verifierKeyText,
  verifyBytes,
} from "#shared/domain/log/verifier-key.ts";

/*
 * Puts each of Project Wycheproof's signatures through the code with which the verifier checks notes
 * and passkeys. Every difference from Wycheproof's expectation is listed here with its reason.
 */

interface Vector {
  tcId: number;
  comment: string;
  flags: string[];
  /** Hex, as is the signature. */
  msg: string;
  sig: string;
  result: "valid" | "invalid" | "acceptable";
}

interface Group {
  /** The SubjectPublicKeyInfo in DER, hex. */
  key: string;
  tests: Vector[];
}

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"));

function groupsOf(name: string): Group[] {
  const file = new URL(`../../../wycheproof/${name}.json.br`, import.meta.url);
  return JSON.parse(brotliDecompressSync(readFileSync(file)).toString("utf8"));
}

type Verifies = (signature: Uint8Array, message: Uint8Array) => Promise<boolean>;

/**
 * The vectors for which the verifier's answer differs from Wycheproof's.
 * @param keyOf reads a group's key as the verifier does; null: the verifier refuses the key, and so
 * each signature
 */
async function differencesOf(
  name: string,
  keyOf: (group: Group) => Promise<Verifies | null>,
): Promise<{ asked: number; differ: string[] }> {
  const differ: string[] = [];
  let asked = 0;
  for (const group of groupsOf(name)) {
    const verifies = await keyOf(group);
    for (const { tcId, comment, msg, sig, result } of group.tests) {
      asked += 1;
      const isGood = (await verifies?.(bytes(sig), bytes(msg))) ?? false;
      if (isGood !== (result === "valid")) differ.push(`${tcId}: ${comment}`);
    }
  }
  return { asked, differ };
}

const passkey = async ({ key }: Group): Promise<Verifies | null> =>
  (await publicKeyOf(bytes(key)))?.verifies ?? null;

/** Reads a key through a verifier key's text, which contains the raw key without its DER. */
const noteKey =
  (kind: number, spkiPrefixBytes: number) =>
  async ({ key }: Group): Promise<Verifies | null> => {
    const publicKey = bytes(key).slice(spkiPrefixBytes);
    const text = verifierKeyText(verifierKey("wycheproof.example/log", publicKey, kind));
    const verifier = parseVerifierKey(text);
    if (verifier === null) return null;
    return async (signature, message) =>
      (await verifyBytes(verifier, message, signature)) === "valid";
  };

describe("Wycheproof's signatures get the expected answer", () => {
  test("Ed25519 of the log's checkpoints", async () => {
    const { asked, differ } = await differencesOf("ed25519", noteKey(ED25519, 12));
    expect([asked, differ]).toEqual([151, []]);
  });

  test("Ed25519 of passkeys", async () => {
    const { asked, differ } = await differencesOf("ed25519", passkey);
    expect([asked, differ]).toEqual([151, []]);
  });

  test("ML-DSA-44 of the log's checkpoints", async () => {
    const { asked, differ } = await differencesOf("mldsa_44_verify", noteKey(ML_DSA_44, 22));
    // The notes of a log are signed without a context, so a signature with one is not theirs.
    const withContext = ["3: non-empty context", "4: longest context"];
    expect([asked, differ]).toEqual([180, withContext]);
  });

  test("ECDSA with P-256 and SHA-256 of passkeys", async () => {
    const { asked, differ } = await differencesOf("ecdsa_secp256r1_sha256", passkey);
    expect([asked, differ]).toEqual([484, []]);
  });

  test("RSA with 2,048 bits and SHA-256 of passkeys", async () => {
    const { asked, differ } = await differencesOf("rsa_signature_2048_sha256", passkey);
    // Their keys have the public exponent 3, and the verifier refuses exponents below 65,537.
    const smallExponent = ["258: small signature", "259: signature is close to n"];
    expect([asked, differ]).toEqual([259, smallExponent]);
  });
});
