import { createHash, randomBytes } from "node:crypto";
import { ml_dsa44 } from "@noble/post-quantum/ml-dsa.js";
import { describe, expect, it, vi } from "vitest";
import { concat, u64, utf8 } from "#shared/domain/bytes.ts";
import { parseProof, proofText } from "#shared/domain/log/proof-text.ts";
import {
  checkpointText,
  messageOf,
  ownNote,
  parseCheckpoint,
  parseNote,
  signedNote,
  timedSignature,
  verifyNote,
} from "#shared/domain/log/signed-note.ts";
import {
  COSIGNATURE,
  ED25519,
  fingerprintOf,
  ML_DSA_44,
  parseVerifierKey,
  rawPublicKey,
  verifierKey,
  verifierKeyText,
} from "#shared/domain/log/verifier-key.ts";
import { testKey, testLogKeys } from "#test/support/log-signer.ts";

const NAME = "compliance.example/evidence/log";
const text = checkpointText({ origin: NAME, size: 5, root: new Uint8Array(32) });

function noteOf(...lines: string[]) {
  const note = parseNote(signedNote(text, lines));
  if (note === null) throw new Error("The note is refused.");
  return note;
}

describe("a signed note", () => {
  it("opens the example from Go's sumdb/note", async () => {
    const key = parseVerifierKey(
      "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    );
    const note = parseNote(
      "If you think cryptography is the answer to your problem,\n" +
        "then you don't know what your problem is.\n" +
        "\n" +
        "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n",
    );
    if (key === null || note === null) throw new Error("The example is refused.");
    expect(await verifyNote(note, key)).toBe("valid");
    expect(await verifyNote({ ...note, text: `${note.text}x\n` }, key)).toBe("invalid");
  });

  it.each([
    ["Ed25519", ED25519],
    ["an Ed25519 cosignature", COSIGNATURE],
    ["ML-DSA-44", ML_DSA_44],
  ])("distinguishes a valid, an invalid and an absent signature of %s", async (_, kind) => {
    const [own, other] = [testKey(NAME, kind), testKey(NAME, kind)];
    const note = noteOf(own.line(text, 1_795_000_000n));
    expect(await verifyNote(note, own.key)).toBe("valid");
    expect(await verifyNote(note, other.key)).toBe("unsigned");
    const larger = text.replace("\n5\n", "\n6\n");
    expect(await verifyNote({ ...note, text: larger }, own.key)).toBe("invalid");
    const forged = noteOf(own.line(larger));
    expect(await verifyNote(forged, own.key)).toBe("invalid");
    // The second signature of a key counts as much as its first.
    expect(await verifyNote(noteOf(own.line(text), own.line(larger)), own.key)).toBe("invalid");
  });

  it("says so where the platform does not have ML-DSA-44, and calls nothing valid", async () => {
    const own = testKey(NAME, ML_DSA_44);
    const unknown = Object.assign(new Error("?"), { name: "NotSupportedError" });
    const spy = vi.spyOn(globalThis.crypto.subtle, "importKey").mockRejectedValue(unknown);
    expect(await verifyNote(noteOf(own.line(text)), own.key)).toBe("unsupported");
    spy.mockRestore();
  });

  it("carries an ML-DSA-44 signature that an independent implementation verifies", () => {
    const { key, line } = testKey("witness.example/w1", ML_DSA_44);
    const signature = noteOf(line(text, 1_795_000_000n)).signatures[0];
    // The structure of C2SP tlog-cosignature, spelled out once more.
    const message = concat(
      utf8("subtree/v1\n\0"),
      Uint8Array.of(18),
      utf8("witness.example/w1"),
      u64(1_795_000_000),
      Uint8Array.of(NAME.length),
      utf8(NAME),
      u64(0),
      u64(5),
      new Uint8Array(32),
    );
    expect(signature?.bytes).toHaveLength(8 + 2420);
    const made = signature?.bytes.slice(8) ?? new Uint8Array();
    expect(ml_dsa44.verify(made, message, key.publicKey)).toBe(true);
    expect(ml_dsa44.verify(made, concat(message, Uint8Array.of(0)), key.publicKey)).toBe(false);
  });

  it("is verified when an independent implementation made the signature", async () => {
    const made = ml_dsa44.keygen(randomBytes(32));
    const spkiPrefix = Buffer.from("30820532300b06096086480165030403110382052100", "hex");
    const raw = rawPublicKey(concat(spkiPrefix, made.publicKey), ML_DSA_44);
    const key = verifierKey(NAME, raw, ML_DSA_44);
    const message = messageOf(key, text, 7n) ?? new Uint8Array();
    const bytes = timedSignature(key, ml_dsa44.sign(message, made.secretKey), 7n);
    const note = { text, signatures: [{ name: NAME, id: key.id, bytes }] };
    expect(await verifyNote(note, key)).toBe("valid");
  });

  it("signs no other text with an ML-DSA-44 key", () => {
    expect(messageOf({ kind: ML_DSA_44, name: NAME }, "any text\n", 0n)).toBeNull();
    expect(messageOf({ kind: ML_DSA_44, name: "n".repeat(256) }, text, 0n)).toBeNull();
  });

  it.each([
    "no blank line\n",
    "text\n\n- name AAAAAAA=\n",
    "text\n\n— name AAAA\n",
    "text\u0000\n\n— name AAAAAAA=\n",
    "text\n\n— name AAAAAAA=",
    "text\n\n— name AAAAAAB=\n",
  ])("is refused when malformed: %j", (malformed) => {
    expect(parseNote(malformed)).toBeNull();
  });

  it("can be reduced to the log's own signatures", () => {
    const log = testLogKeys(NAME);
    const own = log.checkpoint({ size: 5, root: new Uint8Array(32) });
    const cosigned = own + testKey("witness.example", COSIGNATURE).line(text, 9n);
    expect(ownNote(cosigned)).toBe(own);
    expect(ownNote(own)).toBe(own);
  });
});

describe("a verifier key", () => {
  it.each([ED25519, COSIGNATURE, ML_DSA_44])("of kind %d survives a round trip", (kind) => {
    const { key } = testKey(NAME, kind);
    expect(parseVerifierKey(verifierKeyText(key))).toEqual(key);
  });

  it("has a fingerprint that follows from its text alone", () => {
    const { key } = testKey(NAME, ED25519);
    const expected = createHash("sha256").update(verifierKeyText(key)).digest("hex");
    expect(fingerprintOf(key)).toBe(expected);
  });

  it("is refused when its id or its length does not match", () => {
    const known = verifierKeyText(testKey(NAME, ED25519).key);
    const [name = "", id = "", data = ""] = known.split("+");
    const turned = id.startsWith("0") ? `1${id.slice(1)}` : `0${id.slice(1)}`;
    expect(parseVerifierKey([name, turned, data].join("+"))).toBeNull();
    expect(parseVerifierKey("")).toBeNull();
    expect(parseVerifierKey(known.replace(NAME, "other.example"))).toBeNull();
    expect(parseVerifierKey(known.slice(0, -4))).toBeNull();
  });
});

describe("a checkpoint and a proof", () => {
  it("survive a round trip through their text", () => {
    const checkpoint = { origin: NAME, size: 1_000_000, root: new Uint8Array(32).fill(7) };
    expect(parseCheckpoint(checkpointText(checkpoint))).toEqual(checkpoint);
    const proof = {
      index: 73_894,
      entry: null,
      hashes: [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)],
      checkpoint: "a\n1\n\n— b AAAAAAA=\n",
    };
    const proven = proofText(proof);
    expect(proven.split("\n").slice(0, 2)).toEqual(["c2sp.org/tlog-proof@v1", "index 73894"]);
    expect(parseProof(proven)).toEqual(proof);
    const entry = new Uint8Array([1, 2, 3]);
    expect(parseProof(proofText({ ...proof, entry }))).toEqual({ ...proof, entry });
    expect(parseProof(proven.replace("73894", "9007199254740993"))).toBeNull();
    expect(parseProof(proofText({ ...proof, hashes: [] }))).toEqual({ ...proof, hashes: [] });
  });

  it.each(["a\n01\nAAAA\n", "a\n-1\nAAAA\n", "a\n1\nAAAA\n", "\n1\n", "a\n9007199254740993\nx\n"])(
    "are refused when malformed: %j",
    (malformed) => {
      expect(parseCheckpoint(malformed)).toBeNull();
    },
  );
});
