import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { challengeOf, type DecisionToSign } from "#shared/domain/counsel/assertion.ts";
import type { KeyAlgorithm } from "#shared/domain/counsel/counsel-key.ts";
import { type Commissioned, expectStatus } from "./review-fixture.ts";
import type { TestSystem } from "./system.ts";

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

/** What a test can make an authenticator state falsely. */
interface Untrue {
  origin?: string;
  rpId?: string;
  type?: string;
  flags?: number;
  crossOrigin?: boolean;
  clientData?: string;
}

/** A software passkey that signs whatever it is given. */
export interface Authenticator {
  credentialId: string;
  algorithm: KeyAlgorithm;
  spki: string;
  publicKey: KeyObject;
  create(challenge: string, untrue?: Untrue): Record<string, string>;
  get(challenge: string, untrue?: Untrue): Record<string, string>;
}

function keyPairOf(algorithm: KeyAlgorithm) {
  if (algorithm === "ES256") return generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  if (algorithm === "EdDSA") return generateKeyPairSync("ed25519");
  return generateKeyPairSync("rsa", { modulusLength: 2048 });
}

const PRESENT_AND_VERIFIED = 0x05;
const ATTESTED = 0x40;

export function authenticator(
  baseUrl: string,
  algorithm: KeyAlgorithm = "ES256",
  id = randomBytes(32),
): Authenticator {
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
  const data = (flags: number, untrue: Untrue, rest: Buffer = Buffer.alloc(0)) =>
    Buffer.concat([
      sha256(untrue.rpId ?? hostname),
      Buffer.from([untrue.flags ?? flags]),
      Buffer.alloc(4),
      rest,
    ]);
  const spki = publicKey.export({ format: "der", type: "spki" }).toString("base64url");
  return {
    credentialId,
    algorithm,
    spki,
    publicKey,
    create: (challenge, untrue = {}) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id]);
      return {
        credential_id: credentialId,
        public_key_spki: spki,
        authenticator_data: data(PRESENT_AND_VERIFIED | ATTESTED, untrue, attested).toString(
          "base64url",
        ),
        client_data_json: said("webauthn.create", challenge, untrue).toString("base64url"),
      };
    },
    get: (challenge, untrue = {}) => {
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
    },
  };
}

/** Invites a counsel and enrols their passkey, through the front door. */
export async function enrol(
  system: TestSystem,
  counselId: string,
  key = authenticator(system.baseUrl),
): Promise<Authenticator> {
  const path = `/admin/counsel/${counselId}/key-invitation`;
  const { url } = (await expectStatus(system.admin("POST", path), 201)).body;
  const link = new URL(url).pathname;
  const { challenge } = (await expectStatus(system.api()("GET", link), 200)).body;
  await expectStatus(system.api()("POST", link, key.create(challenge)), 201);
  return key;
}

export const setPolicy = (system: TestSystem, counselId: string, signing_policy: string) =>
  expectStatus(system.admin("PATCH", `/admin/counsel/${counselId}`, { signing_policy }), 200);

/** The challenge of a decision, as counsel's page computes it from the link's response. */
export async function challengeFor(
  system: TestSystem,
  { token }: Pick<Commissioned, "token">,
  decision: { decision: string; comment?: string; document?: string | null },
  more: Partial<DecisionToSign> = {},
): Promise<string> {
  const { body } = await expectStatus(system.api()("GET", `/counsel/review/${token}`), 200);
  return challengeOf({
    request_id: body.request_id,
    decision: decision.decision,
    decision_comment: decision.comment ?? null,
    document: decision.document ?? null,
    rule_version_hash: body.rule_version_hash,
    counsel_id: body.counsel.id,
    nonce: body.nonce,
    ...more,
  });
}
