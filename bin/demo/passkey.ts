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
  return {
    credentialId: id.toString("base64url"),
    create: (challenge: string) => ({
      credential_id: id.toString("base64url"),
      public_key_spki: publicKey.export({ format: "der", type: "spki" }).toString("base64url"),
      authenticator_data: Buffer.concat([
        data(PRESENT_VERIFIED | ATTESTED),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
      ]).toString("base64url"),
      client_data_json: clientData("webauthn.create", challenge).toString("base64url"),
    }),
    get: (challenge: string) => {
      const client = clientData("webauthn.get", challenge);
      const authenticator = data(PRESENT_VERIFIED);
      const signed = Buffer.concat([authenticator, sha256(client)]);
      return {
        credential_id: id.toString("base64url"),
        authenticator_data: authenticator.toString("base64url"),
        client_data_json: client.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
      };
    },
  };
}
