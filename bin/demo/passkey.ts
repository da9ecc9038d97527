import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();
const PRESENT_VERIFIED = 0x05;
const ATTESTED = 0x40;

/** A software passkey, for the demo only: it does what a browser and an authenticator would. */
export function softwarePasskey(appUrl: string) {
  const { origin, hostname } = new URL(appUrl);
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const id = randomBytes(32);
  const clientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const data = (flags: number): Buffer =>
    Buffer.concat([sha256(hostname), Buffer.from([flags, 0, 0, 0, 0])]);
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  /** The COSE key (RFC 9052) of an ES256 key. */
  const coseKey = Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    Buffer.from(x, "base64url"),
    Buffer.from("225820", "hex"),
    Buffer.from(y, "base64url"),
  ]);
  const attested = Buffer.concat([
    data(PRESENT_VERIFIED | ATTESTED),
    Buffer.alloc(16),
    Buffer.from([0, id.length]),
    id,
    coseKey,
  ]);
  const get = (challenge: string) => {
    const client = clientData("webauthn.get", challenge);
    const authenticator = data(PRESENT_VERIFIED);
    const signed = Buffer.concat([authenticator, sha256(client)]);
    return {
      credential_id: id.toString("base64url"),
      authenticator_data: authenticator.toString("base64url"),
      client_data_json: client.toString("base64url"),
      signature: sign("sha256", signed, privateKey).toString("base64url"),
    };
  };
  return {
    credentialId: id.toString("base64url"),
    create: (opened: { challenge: string; possession_challenge: string }) => ({
      credential_id: id.toString("base64url"),
      // {fmt: "none", attStmt: {}, authData}
      attestation_object: Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex"),
        Buffer.from([attested.length]),
        attested,
      ]).toString("base64url"),
      client_data_json: clientData("webauthn.create", opened.challenge).toString("base64url"),
      assertion: get(opened.possession_challenge),
    }),
    get,
  };
}
