import { createSign, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { signPdf } from "./sign-pdf.ts";

/*
 * A PDF as a law firm's tool signs it: CMS SignedData without the content (RFC 5652), made with a key
 * for tests only. `openssl cms -verify` accepts it.
 */

const pem = (name: string) => readFileSync(new URL(`certificates/${name}.pem`, import.meta.url));
const key = pem("key");
const certificate = new X509Certificate(pem("valid")).raw;

/** A DER element of less than 64 KiB. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const size = [...Buffer.from([body.length >> 8, body.length & 255])];
  const short = body.length > 255 ? [0x82, ...size] : [0x81, body.length];
  return Buffer.concat([Uint8Array.of(tag, ...(body.length < 128 ? [body.length] : short)), body]);
}

/** The elements inside a DER element. */
function within(element: Buffer): Buffer[] {
  const found: Buffer[] = [];
  const headOf = (at: number) => 2 + Math.max(0, (element[at + 1] ?? 0) - 128);
  const lengthOf = (at: number) =>
    headOf(at) === 2 ? (element[at + 1] ?? 0) : element.readUIntBE(at + 2, headOf(at) - 2);
  for (let at = headOf(0); at < element.length; ) {
    const end = at + headOf(at) + lengthOf(at);
    found.push(element.subarray(at, end));
    at = end;
  }
  return found;
}

const named = (hex: string): Buffer => der(0x06, Buffer.from(hex, "hex"));
const SHA_256 = der(0x30, named("608648016503040201"));
const ECDSA = der(0x30, named("2a8648ce3d040302"));
const VERSION = Uint8Array.of(2, 1, 1);

/** The signature of some bytes. */
function signatureOf(content: Uint8Array): Buffer {
  const [body] = within(certificate);
  const [, serial, , issuer] = within(body as Buffer) as [Buffer, Buffer, Buffer, Buffer];
  const signed = createSign("sha256").update(content).sign(key);
  const signer = [der(0x30, issuer, serial), SHA_256, ECDSA, der(0x04, signed)];
  const signedData = der(
    0x30,
    VERSION,
    der(0x31, SHA_256),
    der(0x30, named("2a864886f70d010701")),
    der(0xa0, certificate),
    der(0x31, der(0x30, VERSION, ...signer)),
  );
  return der(0x30, named("2a864886f70d010702"), der(0xa0, signedData));
}

/** More hex digits than a signature has. */
const HOLE = 2000;

/** The file, signed with the test key. */
export function signedWithTestKey(file: Buffer): Buffer {
  const contents = "0".repeat(HOLE);
  const signed = signPdf(file, {
    contents,
    kind: "/Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached",
  });
  const from = signed.indexOf(`<${contents}>`, file.length);
  const to = from + HOLE + 2;
  const covered = Buffer.concat([signed.subarray(0, from), signed.subarray(to)]);
  signed.write(signatureOf(covered).toString("hex"), from + 1, "latin1");
  return signed;
}
