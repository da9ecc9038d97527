import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  COSIGNATURE,
  checkpointText,
  cosignedText,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  rawPublicKey,
  signatureLine,
  signedNote,
  verifierKey,
  verifierKeyText,
  verifyNote,
} from "#shared/domain/log/note.ts";
import { parseProof, proofText } from "#shared/domain/log/proof-text.ts";

const NAME = "compliance.example/evidence/log";

function signer(name = NAME, kind?: number) {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = rawPublicKey(publicKey.export({ format: "der", type: "spki" }));
  const key = verifierKey(name, raw, kind);
  return { key, line: (text: string) => lineOf(text), privateKey };
  function lineOf(text: string): string {
    return signatureLine(name, key.id, sign(null, Buffer.from(text), privateKey));
  }
}

describe("a signed note", () => {
  it("opens the example from Go's sumdb/note", () => {
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
    expect(verifyNote(note, key)).toBe("valid");
    expect(verifyNote({ ...note, text: `${note.text}x\n` }, key)).toBe("invalid");
  });

  it("distinguishes a valid, an invalid and an absent signature", () => {
    const [own, other] = [signer(), signer()];
    const text = checkpointText({ origin: NAME, size: 5, root: new Uint8Array(32) });
    const note = parseNote(signedNote(text, [own.line(text)]));
    if (note === null) throw new Error("The note is refused.");
    expect(verifyNote(note, own.key)).toBe("valid");
    expect(verifyNote(note, other.key)).toBe("unsigned");
    const forged = parseNote(signedNote(text, [own.line(`${text}more\n`)]));
    expect(forged && verifyNote(forged, own.key)).toBe("invalid");
  });

  it("verifies a witness's cosignature with its time", () => {
    const witness = signer("witness.example", COSIGNATURE);
    const text = checkpointText({ origin: NAME, size: 5, root: new Uint8Array(32) });
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(1_795_000_000n);
    const signature = sign(
      null,
      Buffer.from(cosignedText(text, 1_795_000_000n)),
      witness.privateKey,
    );
    const line = signatureLine("witness.example", witness.key.id, Buffer.concat([time, signature]));
    const note = parseNote(signedNote(text, [line]));
    if (note === null) throw new Error("The note is refused.");
    expect(verifyNote(note, witness.key)).toBe("valid");
    expect(verifyNote({ ...note, text: text.replace("5", "6") }, witness.key)).toBe("invalid");
  });

  it.each([
    "no blank line\n",
    "text\n\n- name AAAAAAA=\n",
    "text\n\n— name AAAA\n",
    "text\u0000\n\n— name AAAAAAA=\n",
    "text\n\n— name AAAAAAA=",
  ])("is refused when malformed: %j", (text) => {
    expect(parseNote(text)).toBeNull();
  });
});

describe("a verifier key", () => {
  it("survives a round trip through its text", () => {
    const { key } = signer();
    expect(parseVerifierKey(verifierKeyText(key))).toEqual(key);
  });

  it("is refused when its id does not match", () => {
    const text = verifierKeyText(signer().key);
    const [name = "", id = "", data = ""] = text.split("+");
    const turned = id.startsWith("0") ? `1${id.slice(1)}` : `0${id.slice(1)}`;
    expect(parseVerifierKey([name, turned, data].join("+"))).toBeNull();
    expect(parseVerifierKey("")).toBeNull();
    expect(parseVerifierKey(text.replace(NAME, "other.example"))).toBeNull();
  });
});

describe("a checkpoint and a proof", () => {
  it("survive a round trip through their text", () => {
    const checkpoint = { origin: NAME, size: 1_000_000, root: Buffer.alloc(32, 7) };
    expect(parseCheckpoint(checkpointText(checkpoint))).toEqual(checkpoint);
    const proof = {
      index: 73_894,
      hashes: [Buffer.alloc(32, 1), Buffer.alloc(32, 2)],
      checkpoint: "a\n1\n\n— b AAAAAAA=\n",
    };
    const text = proofText(proof);
    expect(text.split("\n").slice(0, 2)).toEqual(["c2sp.org/tlog-proof@v1", "index 73894"]);
    expect(parseProof(text)).toEqual(proof);
    expect(parseProof(text.replace("\nindex", "\nextra AAAA\nindex"))).toEqual(proof);
    expect(parseProof(text.replace("73894", "9007199254740993"))).toBeNull();
    expect(parseProof(proofText({ ...proof, hashes: [] }))).toEqual({ ...proof, hashes: [] });
  });

  it.each(["a\n01\nAAAA\n", "a\n-1\nAAAA\n", "a\n1\nAAAA\n", "\n1\n", "a\n9007199254740993\nx\n"])(
    "are refused when malformed: %j",
    (text) => {
      expect(parseCheckpoint(text)).toBeNull();
    },
  );
});
