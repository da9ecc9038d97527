import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { Assertion, NewKey } from "#shared/domain/counsel/assertion-form.ts";
import type { KeyAlgorithm } from "#shared/domain/counsel/counsel-key.ts";

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

/** False statements that a test can have it make. */
interface Untrue {
  origin?: string;
  rpId?: string;
  type?: string;
  flags?: number;
  crossOrigin?: boolean;
  clientData?: string;
  /** A public key other than the one that signs. */
  publicKey?: KeyObject;
}

/** The part of an invitation's response that a key has to sign. */
interface Opened {
  challenge: string;
  possession_challenge: string;
}

/** A passkey in software: it does what a browser and an authenticator would. */
export interface SoftwarePasskey {
  credentialId: string;
  algorithm: KeyAlgorithm;
  spki: string;
  /** What the browser sends about the new key. With `untrue`, its statements are false. */
  create(opened: Opened, untrue?: Untrue): NewKey;
  get(challenge: string, untrue?: Untrue): Assertion;
}

/** A public key as COSE (RFC 9052), as authenticators send it. */
export function coseOf(publicKey: KeyObject): Buffer {
  const { kty, x = "", y = "", n = "", e = "" } = publicKey.export({ format: "jwk" });
  const part = (head: string, value: string) => [
    Buffer.from(head, "hex"),
    Buffer.from(value, "base64url"),
  ];
  if (kty === "EC")
    return Buffer.concat([...part("a5010203262001215820", x), ...part("225820", y)]);
  if (kty === "OKP") return Buffer.concat(part("a4010103272006215820", x));
  const modulus = Buffer.from(n, "base64url");
  const length = modulus.length.toString(16).padStart(4, "0");
  const exponent = Buffer.from(e, "base64url");
  return Buffer.concat([
    ...part(`a401030339010020${`59${length}`}`, n),
    Buffer.from([0x21, 0x40 + exponent.length]),
    exponent,
  ]);
}

/** `{fmt: "none", attStmt: {}, authData}` as CBOR. */
function attestationOf(data: Buffer): string {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length);
  const head = Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746159", "hex");
  return Buffer.concat([head, length, data]).toString("base64url");
}

function keyPairOf(algorithm: KeyAlgorithm) {
  if (algorithm === "ES256") return generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  if (algorithm === "EdDSA") return generateKeyPairSync("ed25519");
  return generateKeyPairSync("rsa", { modulusLength: 2048 });
}

const NOTHING = Buffer.alloc(0);
const PRESENT_AND_VERIFIED = 0x05;
const ATTESTED = 0x40;

/** A passkey for the pages at that address; it signs whatever it is given. */
export function softwarePasskey(
  baseUrl: string,
  algorithm: KeyAlgorithm = "ES256",
  id = randomBytes(32),
): SoftwarePasskey {
  const { publicKey, privateKey } = keyPairOf(algorithm);
  const { origin, hostname } = new URL(baseUrl);
  const credentialId = id.toString("base64url");
  const said = (type: string, challenge: string, untrue: Untrue) =>
    Buffer.from(
      untrue.clientData ??
        JSON.stringify({
          type: untrue.type ?? type,
          challenge,
          origin: untrue.origin ?? origin,
          crossOrigin: untrue.crossOrigin ?? false,
        }),
    );
  const data = (flags: number, { rpId = hostname, flags: byte = flags }: Untrue, rest = NOTHING) =>
    Buffer.concat([sha256(rpId), Buffer.from([byte]), Buffer.alloc(4), rest]);
  const spki = publicKey.export({ format: "der", type: "spki" }).toString("base64url");
  const get = (challenge: string, untrue: Untrue = {}) => {
    const clientData = said("webauthn.get", challenge, untrue);
    const authenticatorData = data(PRESENT_AND_VERIFIED, untrue);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    const digest = algorithm === "EdDSA" ? null : "sha256";
    return {
      credential_id: credentialId,
      authenticator_data: authenticatorData.toString("base64url"),
      client_data_json: clientData.toString("base64url"),
      signature: sign(digest, signed, privateKey).toString("base64url"),
    };
  };
  return {
    credentialId,
    algorithm,
    spki,
    create: ({ challenge, possession_challenge }, untrue = {}) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const cose = coseOf(untrue.publicKey ?? publicKey);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, cose]);
      return {
        credential_id: credentialId,
        attestation_object: attestationOf(data(PRESENT_AND_VERIFIED | ATTESTED, untrue, attested)),
        client_data_json: said("webauthn.create", challenge, untrue).toString("base64url"),
        assertion: get(possession_challenge),
      };
    },
    get,
  };
}
