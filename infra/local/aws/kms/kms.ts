import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from "node:crypto";
import {
  type AwsCall,
  AwsError,
  type AwsJsonServer,
  startAwsJsonServer,
} from "#infra/local/aws/protocol/aws-json-server.ts";
import { type LocalKey, openKeyStore } from "./key-store.ts";

export interface KmsOptions {
  /** The JSON file (mode 0600) that keeps the keys; null keeps them in memory only. */
  file: string | null;
  now: () => number;
  /** `arn:…:key/`; a key's id follows. */
  keyArnPrefix: string;
  /** Refuses a call by throwing an AwsError; `tags` are those of the key in question. */
  authorize?: (call: AwsCall, tags: LocalKey["tags"]) => void;
  onUnforeseen?: (error: unknown) => void;
}

export interface Kms extends AwsJsonServer {
  /** ARN of the first key of a kind, which is created with these tags if there is none. */
  firstKey(spec: LocalKey["spec"], tags: LocalKey["tags"]): Promise<string>;
}

/** Key spec → the algorithm that its keys sign with. */
const specs = {
  ECC_NIST_EDWARDS25519: { algorithm: "ED25519_SHA_512" },
  ML_DSA_44: { algorithm: "ML_DSA_SHAKE_256" },
} as const satisfies Record<LocalKey["spec"], object>;

const isSpec = (spec: unknown): spec is LocalKey["spec"] =>
  typeof spec === "string" && Object.hasOwn(specs, spec);

/** The longest message that KMS signs in one call. */
const MOST_BYTES = 4096;

/**
 * The AWS KMS emulator on 127.0.0.1, limited to what is used: it creates Ed25519 and
 * ML-DSA-44 keys, signs raw messages and returns public keys.
 */
export async function startKms(options: KmsOptions): Promise<Kms> {
  const { file, now, keyArnPrefix, authorize, onUnforeseen } = options;
  const store = await openKeyStore(file);
  const arnOf = (key: LocalKey): string => `${keyArnPrefix}${key.id}`;
  const create = async (
    spec: LocalKey["spec"],
    description: string,
    tags: LocalKey["tags"],
  ): Promise<LocalKey> => {
    const privateKey = privateKeyOf(spec);
    const privateKeyPem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const key = { id: randomUUID(), description, spec, createdAt: now(), tags, privateKeyPem };
    await store.change((keys) => ({ answer: null, next: new Map(keys).set(key.id, key) }));
    return key;
  };
  const find = ({ KeyId }: AwsCall["input"]): LocalKey => {
    const id = String(KeyId ?? "");
    const key = store.read().get(id.startsWith(keyArnPrefix) ? id.slice(keyArnPrefix.length) : id);
    if (key !== undefined) return key;
    throw new AwsError("NotFoundException", `Key '${id}' does not exist`);
  };
  const actions = {
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
      const spki = createPublicKey(key.privateKeyPem).export({ format: "der", type: "spki" });
      return {
        KeyId: arnOf(key),
        PublicKey: spki.toString("base64"),
        KeySpec: key.spec,
        KeyUsage: "SIGN_VERIFY",
        SigningAlgorithms: [specs[key.spec].algorithm],
      };
    },
    Sign: ({ input }: AwsCall) => {
      const key = find(input);
      const message = Buffer.from(String(input.Message ?? ""), "base64");
      const { algorithm } = specs[key.spec];
      if (input.SigningAlgorithm !== algorithm || (input.MessageType ?? "RAW") !== "RAW") {
        throw new AwsError(
          "InvalidKeyUsageException",
          `Only ${algorithm} with RAW messages is supported here.`,
        );
      }
      if (message.length === 0 || message.length > MOST_BYTES) {
        throw new AwsError("ValidationException", `A message has 1 to ${MOST_BYTES} bytes.`);
      }
      const signature = sign(null, message, createPrivateKey(key.privateKeyPem));
      return {
        KeyId: arnOf(key),
        Signature: signature.toString("base64"),
        SigningAlgorithm: specs[key.spec].algorithm,
      };
    },
  };
  const server = await startAwsJsonServer({
    targetPrefix: "TrentService",
    actions,
    now,
    authorize: (call) => {
      const tags = call.action === "CreateKey" ? tagsIn(call.input) : find(call.input).tags;
      authorize?.(call, tags);
    },
    ...(onUnforeseen === undefined ? {} : { onUnforeseen }),
  });
  return {
    ...server,
    firstKey: async (spec, tags) =>
      arnOf(
        [...store.read().values()].find((key) => key.spec === spec) ??
          (await create(spec, "Countersign: evidence log", tags)),
      ),
  };
}

const privateKeyOf = (spec: LocalKey["spec"]): KeyObject =>
  spec === "ML_DSA_44"
    ? generateKeyPairSync("ml-dsa-44").privateKey
    : generateKeyPairSync("ed25519").privateKey;

const tagsIn = ({ Tags }: AwsCall["input"]): LocalKey["tags"] =>
  (Array.isArray(Tags) ? Tags : []).map(({ TagKey, TagValue }) => ({
    TagKey: String(TagKey),
    TagValue: String(TagValue),
  }));
