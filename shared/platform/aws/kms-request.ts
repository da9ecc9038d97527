import { now, nowMs } from "#shared/platform/clock.ts";
import { send } from "#shared/platform/http/send.ts";
import { requiredSetting, setting } from "#shared/platform/settings.ts";
import { signRequest } from "./signed-request.ts";

/*
 * Requests that functions send to AWS KMS while somebody waits. AWS's own client is larger than most
 * functions, and more patient. Three tries within two seconds.
 */

const TRIES = 3;
const TRY_MS = 600;
const ALL_MS = 2000;
const MAX_BYTES = 64 * 1024;

/** The key service gave no valid answer, or it refused; `mayPass`: another try makes sense. */
class KmsError extends Error {
  readonly mayPass: boolean;

  constructor(name: string, mayPass: boolean) {
    super(`The key service: ${name}.`);
    this.name = name;
    this.mayPass = mayPass;
  }
}

/** Signs a message of at most 4,096 bytes with an Ed25519 key. @throws Error after three tries */
export async function signWithKms(keyArn: string, message: Uint8Array): Promise<Uint8Array> {
  const { Signature } = await ask("Sign", {
    KeyId: keyArn,
    Message: Buffer.from(message).toString("base64"),
    MessageType: "RAW",
    SigningAlgorithm: "ED25519_SHA_512",
  });
  return Buffer.from(String(Signature ?? ""), "base64");
}

/** How many bytes precede an Ed25519 key in its SubjectPublicKeyInfo. */
const SPKI_PREFIX_BYTES = 12;

/** The public half of an Ed25519 key, 32 bytes. @throws Error after three tries */
export async function publicKeyFromKms(keyArn: string): Promise<Uint8Array> {
  const { PublicKey } = await ask("GetPublicKey", { KeyId: keyArn });
  return Buffer.from(String(PublicKey ?? ""), "base64").subarray(SPKI_PREFIX_BYTES);
}

/**
 * Encrypts a text of at most 4,096 bytes, bound to a context that decrypting has to name.
 * @returns base64
 * @throws Error after three tries
 */
export async function encryptWithKms(keyArn: string, text: string, context: Context) {
  const { CiphertextBlob } = await ask("Encrypt", {
    KeyId: keyArn,
    Plaintext: Buffer.from(text).toString("base64"),
    EncryptionContext: context,
  });
  return String(CiphertextBlob ?? "");
}

/** @param ciphertext base64 @throws Error after three tries, or if it was not encrypted this way */
export async function decryptWithKms(keyArn: string, ciphertext: string, context: Context) {
  const { Plaintext } = await ask("Decrypt", {
    KeyId: keyArn,
    CiphertextBlob: ciphertext,
    EncryptionContext: context,
  });
  return Buffer.from(String(Plaintext ?? ""), "base64").toString("utf8");
}

type Context = Readonly<Record<string, string>>;
type Fields = Readonly<Record<string, unknown>>;

async function ask(action: string, input: Fields): Promise<Fields> {
  const end = nowMs() + ALL_MS;
  for (let tried = 1; ; tried += 1) {
    try {
      return await askOnce(action, input);
    } catch (error) {
      const mayPass = !(error instanceof KmsError) || error.mayPass;
      if (!mayPass || tried === TRIES || nowMs() + TRY_MS > end) throw error;
    }
  }
}

async function askOnce(action: string, input: Fields): Promise<Fields> {
  const region = requiredSetting("AWS_REGION");
  const url = setting("AWS_ENDPOINT_URL_KMS") ?? `https://kms.${region}.amazonaws.com`;
  const body = JSON.stringify(input);
  const headers = {
    "content-type": "application/x-amz-json-1.1",
    "x-amz-target": `TrentService.${action}`,
  };
  const signed = await signRequest(
    { service: "kms", region, method: "POST", url: `${url}/`, headers, body },
    now(),
  );
  const { status, bytes } = await send({
    ...signed,
    ...{ timeoutMs: TRY_MS, mostBytes: MAX_BYTES },
  });
  const answer = parsed(bytes.toString());
  if (status === 200) return answer;
  const name =
    String(answer.__type ?? `status ${status}`)
      .split("#")
      .at(-1) ?? "";
  throw new KmsError(name, status >= 500 || name === "ThrottlingException");
}

function parsed(text: string): Fields {
  try {
    return JSON.parse(text) as Fields;
  } catch {
    return {};
  }
}
