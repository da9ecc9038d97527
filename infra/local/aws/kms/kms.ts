import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
  sign,
} from "node:crypto";
import { keyLimits } from "#infra/local/aws/limits.ts";
import {
  type AwsCall,
  AwsError,
  type AwsJsonServer,
  startAwsJsonServer,
} from "#infra/local/aws/protocol/aws-json-server.ts";
import type { StateFile } from "#infra/local/aws/protocol/state-file.ts";
import { type LocalKey, openKeyStore } from "./key-store.ts";

export interface KmsOptions {
  /** The JSON file (mode 0600) that keeps the keys; null keeps them in memory only. */
  file: string | null;
  now: () => number;
  /** `arn:…:key/`; a key's id follows. */
  keyArnPrefix: string;
  /** Refuses a call by throwing an AwsError; `tags` are the tags of the key in question. */
  authorize?: (call: AwsCall, tags: LocalKey["tags"]) => void;
  onUnforeseen?: (error: unknown) => void;
}

export interface Kms extends AwsJsonServer, Pick<StateFile<LocalKey>, "keep"> {
  /** ARN of the first key of a kind. If there is none, the key is created with these tags. */
  firstKey(spec: LocalKey["spec"], tags: LocalKey["tags"]): Promise<string>;
}

/** Key spec → the algorithm that its keys sign with. */
const specs = {
  ECC_NIST_EDWARDS25519: "ED25519_SHA_512",
  ML_DSA_44: "ML_DSA_SHAKE_256",
} as const;

const isSpec = (spec: unknown): spec is keyof typeof specs =>
  typeof spec === "string" && Object.hasOwn(specs, spec);

/** A field of a call, decoded. */
const bytesIn = (base64: unknown): Buffer => Buffer.from(String(base64 ?? ""), "base64");

/** The operations on a store's keys that the calls use. */
function keysIn(store: StateFile<LocalKey>, { now, keyArnPrefix }: KmsOptions) {
  return {
    arnOf: ({ id }: LocalKey): string => `${keyArnPrefix}${id}`,
    create: async (
      spec: LocalKey["spec"],
      description: string,
      tags: LocalKey["tags"],
    ): Promise<LocalKey> => {
      const privateKeyPem = materialOf(spec);
      const key = { id: randomUUID(), description, spec, createdAt: now(), tags, privateKeyPem };
      await store.change((keys) => keys.set(key.id, key));
      return key;
    },
    find: ({ KeyId }: AwsCall["input"]): LocalKey => {
      const id = String(KeyId ?? "");
      const own = id.startsWith(keyArnPrefix) ? id.slice(keyArnPrefix.length) : id;
      const key = store.read().get(own);
      if (key !== undefined) return key;
      throw new AwsError("NotFoundException", `Key '${id}' does not exist`);
    },
  };
}
type Keys = ReturnType<typeof keysIn>;

const signing = ({ arnOf, create, find }: Keys) => ({
  CreateKey: async ({ input }: AwsCall) => {
    const spec = input.KeySpec;
    if (!isSpec(spec) || input.KeyUsage !== "SIGN_VERIFY") {
      throw new AwsError(
        "ValidationException",
        `Only keys for SIGN_VERIFY of ${Object.keys(specs).join(" and ")} can be created here.`,
      );
    }
    const key = await create(spec, String(input.Description ?? ""), tagsIn(input));
    const facts = { KeyId: key.id, Arn: arnOf(key), KeySpec: spec, KeyUsage: "SIGN_VERIFY" };
    return { KeyMetadata: { ...facts, KeyState: "Enabled", Enabled: true } };
  },
  GetPublicKey: ({ input }: AwsCall) => {
    const key = find(input);
    const SigningAlgorithms = [algorithmOf(key)];
    const spki = createPublicKey(key.privateKeyPem).export({ format: "der", type: "spki" });
    const PublicKey = spki.toString("base64");
    const about = { KeySpec: key.spec, KeyUsage: "SIGN_VERIFY", SigningAlgorithms };
    return { KeyId: arnOf(key), PublicKey, ...about };
  },
  Sign: ({ input }: AwsCall) => {
    const key = find(input);
    const algorithm = algorithmOf(key);
    if (input.SigningAlgorithm !== algorithm || (input.MessageType ?? "RAW") !== "RAW") {
      throw new AwsError(
        "InvalidKeyUsageException",
        `Only ${algorithm} with RAW messages is supported here.`,
      );
    }
    const message = bytesIn(input.Message);
    const signature = sign(null, message, createPrivateKey(key.privateKeyPem));
    const Signature = signature.toString("base64");
    return { KeyId: arnOf(key), Signature, SigningAlgorithm: algorithm };
  },
});

const encrypting = ({ arnOf, find }: Keys) => ({
  Encrypt: ({ input }: AwsCall) => {
    const key = find(input);
    const plain = bytesIn(input.Plaintext);
    const CiphertextBlob = encrypted(symmetric(key), plain, input).toString("base64");
    return { KeyId: arnOf(key), CiphertextBlob, EncryptionAlgorithm: "SYMMETRIC_DEFAULT" };
  },
  Decrypt: ({ input }: AwsCall) => {
    const key = find(input);
    const text = bytesIn(input.CiphertextBlob);
    const Plaintext = decrypted(symmetric(key), text, input).toString("base64");
    return { KeyId: arnOf(key), Plaintext, EncryptionAlgorithm: "SYMMETRIC_DEFAULT" };
  },
});

/**
 * The AWS KMS emulator on 127.0.0.1, limited to what we use. It creates Ed25519 and ML-DSA-44 keys,
 * signs raw messages, returns public keys, and encrypts with a symmetric key.
 */
export async function startKms(options: KmsOptions): Promise<Kms> {
  const { file, now, authorize, onUnforeseen } = options;
  const store = await openKeyStore(file);
  const keys = keysIn(store, options);
  const server = await startAwsJsonServer({
    targetPrefix: "TrentService",
    limits: keyLimits,
    actions: { ...signing(keys), ...encrypting(keys) },
    now,
    authorize: (call) => {
      const tags = call.action === "CreateKey" ? tagsIn(call.input) : keys.find(call.input).tags;
      authorize?.(call, tags);
    },
    onUnforeseen,
  });
  return {
    ...server,
    keep: store.keep,
    firstKey: async (spec, tags) =>
      keys.arnOf(
        [...store.read().values()].find((key) => key.spec === spec && hasTags(key, tags)) ??
          (await keys.create(spec, "Countersign", tags)),
      ),
  };
}

const hasTags = (key: LocalKey, tags: LocalKey["tags"]): boolean =>
  tags.every(({ TagKey }) => key.tags.some((tag) => tag.TagKey === TagKey));

/** PKCS#8, or the base64 of a symmetric key. */
function materialOf(spec: LocalKey["spec"]): string {
  if (spec === "SYMMETRIC_DEFAULT") return randomBytes(32).toString("base64");
  const { privateKey } =
    spec === "ML_DSA_44" ? generateKeyPairSync("ml-dsa-44") : generateKeyPairSync("ed25519");
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

const otherUse = ({ id }: LocalKey): AwsError =>
  new AwsError("InvalidKeyUsageException", `Key '${id}' is for another use.`);

function algorithmOf(key: LocalKey): string {
  if (!isSpec(key.spec)) throw otherUse(key);
  return specs[key.spec];
}

function symmetric(key: LocalKey): Buffer {
  if (key.spec !== "SYMMETRIC_DEFAULT") throw otherUse(key);
  return Buffer.from(key.privateKeyPem, "base64");
}

/** The data that binds a text to its use: the encryption context, in a canonical order. */
const boundTo = ({ EncryptionContext }: AwsCall["input"]): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(Object(EncryptionContext)).sort()));

const IV_BYTES = 12;
const TAG_BYTES = 16;

function encrypted(key: Buffer, plain: Buffer, input: AwsCall["input"]): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(boundTo(input));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

function decrypted(key: Buffer, text: Buffer, input: AwsCall["input"]): Buffer {
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, text.subarray(0, IV_BYTES))
      .setAAD(boundTo(input))
      .setAuthTag(text.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const plain = decipher.update(text.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([plain, decipher.final()]);
  } catch {
    throw new AwsError("InvalidCiphertextException", "The text was not encrypted so.");
  }
}

const tagsIn = ({ Tags }: AwsCall["input"]): LocalKey["tags"] =>
  (Array.isArray(Tags) ? Tags : []).map(({ TagKey, TagValue }) => ({
    TagKey: String(TagKey),
    TagValue: String(TagValue),
  }));
