import { createPublicKey } from "node:crypto";
import { verifyRegistrationResponse } from "@simplewebauthn/server";
import { cose, decodeCredentialPublicKey } from "@simplewebauthn/server/helpers";
import { base64url } from "#shared/domain/bytes.ts";
import {
  clientDataIn,
  enrolmentChallenge,
  faultsOfAssertion,
  possessionChallenge,
} from "#shared/domain/counsel/assertion.ts";
import type { NewKey } from "#shared/domain/counsel/assertion-form.ts";
import { type KeyAlgorithm, publicKeyOf } from "#shared/domain/counsel/counsel-key.ts";
import { relyingParty } from "./relying-party.ts";

type Verified =
  | { algorithm: KeyAlgorithm; public_key_spki: string }
  | { fault: { path: string; message: string } };

const refused = (path: string, message: string): Verified => ({ fault: { path, message } });

/**
 * Judges a passkey that counsel has just created (WebAuthn level 3, section 7.1) by the library, then
 * checks its first signature: the person who enrols a key must have it, and nobody else may.
 */
export async function verifyNewKey(
  given: NewKey,
  invitation: { counsel_id: string; token_hash: string },
): Promise<Verified> {
  const { origin, rpId } = relyingParty();
  const spki = await createdKey(given, enrolmentChallenge(invitation));
  if (spki === null) return refused("attestation_object", "does not match this invitation");
  const key = await publicKeyOf(new Uint8Array(spki));
  if (key === null)
    return refused("attestation_object", "is not a key that only its holder can use");
  const public_key_spki = base64url(spki);
  const faults = await faultsOfAssertion(
    given.assertion,
    { credential_id: given.credential_id, public_key_spki },
    { challenge: possessionChallenge(invitation), origin, rpId },
  );
  return faults.length === 0
    ? { algorithm: key.algorithm, public_key_spki }
    : refused("assertion", `is not by the new key: ${faults.join(", ")}`);
}

/** The new key's SPKI; null if the library refuses the creation, or if its answer is ambiguous. */
async function createdKey(given: NewKey, expectedChallenge: string): Promise<Uint8Array | null> {
  const { origin, rpId } = relyingParty();
  const client = clientDataIn(given.client_data_json);
  if (client === null || (client.crossOrigin ?? false) !== false) return null;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: given.credential_id,
        rawId: given.credential_id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: given.client_data_json,
          attestationObject: given.attestation_object,
        },
      },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
    });
    const isIt = verified && registrationInfo.credential.id === given.credential_id;
    return isIt ? spkiOf(registrationInfo.credential.publicKey) : null;
  } catch {
    return null;
  }
}

/** Converts a COSE key to SPKI; whether the key is sound is judged afterwards. */
function spkiOf(coseKey: Uint8Array<ArrayBuffer>): Uint8Array {
  const key = decodeCredentialPublicKey(coseKey);
  const text = (bytes: Uint8Array | undefined) => base64url(bytes ?? new Uint8Array(0));
  const jwk = cose.isCOSEPublicKeyRSA(key)
    ? { kty: "RSA", n: text(key.get(cose.COSEKEYS.n)), e: text(key.get(cose.COSEKEYS.e)) }
    : cose.isCOSEPublicKeyEC2(key)
      ? {
          kty: "EC",
          crv: "P-256",
          x: text(key.get(cose.COSEKEYS.x)),
          y: text(key.get(cose.COSEKEYS.y)),
        }
      : {
          kty: "OKP",
          crv: "Ed25519",
          x: cose.isCOSEPublicKeyOKP(key) ? text(key.get(cose.COSEKEYS.x)) : "",
        };
  return createPublicKey({ key: jwk, format: "jwk" }).export({ format: "der", type: "spki" });
}
