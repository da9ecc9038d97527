/** Passkeys through the browser's own prompt. Values go to the service as base64url text. */

const decode = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

const encode = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

export const canUsePasskeys = (): boolean => "PublicKeyCredential" in globalThis;

/** Long enough to fetch a phone from another room. */
const PATIENCE_MS = 300_000;

const named = (id: string) => ({ type: "public-key" as const, id: decode(id) });

interface Enrolment {
  counsel: { id: string; display_name: string; email: string };
  rp_id: string;
  challenge: string;
  possession_challenge: string;
  credential_ids: readonly string[];
}

/**
 * Creates a passkey (ES256, EdDSA or RS256, without attestation, with user verification) and has it
 * sign for the first time.
 * @returns null if the person or the device declined, `exists` if this device already has one
 */
export async function makePasskey(invitation: Enrolment) {
  const { counsel, rp_id, challenge, possession_challenge, credential_ids } = invitation;
  try {
    const credential = (await navigator.credentials.create({
      publicKey: {
        rp: { id: rp_id, name: "Countersign" },
        user: {
          id: new TextEncoder().encode(counsel.id),
          name: counsel.email,
          displayName: counsel.display_name,
        },
        challenge: decode(challenge),
        pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: "public-key" as const, alg })),
        authenticatorSelection: { userVerification: "required", residentKey: "preferred" },
        attestation: "none",
        excludeCredentials: credential_ids.map(named),
        timeout: PATIENCE_MS,
      },
    })) as PublicKeyCredential | null;
    const response = credential?.response as AuthenticatorAttestationResponse | undefined;
    if (!credential || !response) return null;
    const credential_id = encode(credential.rawId);
    const assertion = await signWithPasskey(decode(possession_challenge), [credential_id]);
    if (assertion === null) return null;
    return {
      credential_id,
      attestation_object: encode(response.attestationObject),
      client_data_json: encode(response.clientDataJSON),
      assertion,
    };
  } catch (error) {
    return (error as Error).name === "InvalidStateError" ? "exists" : null;
  }
}

/**
 * Asks one of the passkeys to sign a challenge.
 * @param challenge SHA-256 of the decision
 * @returns null if the person or the device declined
 */
export async function signWithPasskey(challenge: BufferSource, credentialIds: readonly string[]) {
  try {
    const credential = (await navigator.credentials.get({
      publicKey: {
        challenge,
        rpId: location.hostname,
        allowCredentials: credentialIds.map(named),
        userVerification: "required",
        timeout: PATIENCE_MS,
      },
    })) as PublicKeyCredential | null;
    if (credential === null) return null;
    const response = credential.response as AuthenticatorAssertionResponse;
    return {
      credential_id: encode(credential.rawId),
      authenticator_data: encode(response.authenticatorData),
      client_data_json: encode(response.clientDataJSON),
      signature: encode(response.signature),
    };
  } catch {
    return null;
  }
}
