import { createHash, createHmac } from "node:crypto";
import { SignatureV4 } from "@smithy/signature-v4";
import { requiredSetting, setting } from "#shared/platform/settings.ts";

/** A request to an AWS service whose client would be far larger than the request. */
interface UnsignedRequest {
  /** The name that AWS signs for: `s3`, `sts`, `sagemaker`, `bedrock`. */
  service: string;
  region: string;
  method: "GET" | "POST" | "PUT";
  url: string;
  /** Besides `host`, which comes from the URL. */
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
}

/** The headers carry the signature. */
interface SignedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

export interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

/** The credentials of the function's own role, as Lambda hands them over. */
export function ownCredentials(): AwsCredentials {
  const sessionToken = setting("AWS_SESSION_TOKEN");
  return {
    accessKeyId: requiredSetting("AWS_ACCESS_KEY_ID"),
    secretAccessKey: requiredSetting("AWS_SECRET_ACCESS_KEY"),
    ...(sessionToken === undefined ? {} : { sessionToken }),
  };
}

/**
 * Signs a request with Signature Version 4.
 * @param at ISO 8601 UTC; AWS rejects a signature that is more than a few minutes off
 * @param credentials the function's own by default (or those of an assumed role, for example)
 */
export async function signRequest(
  request: UnsignedRequest,
  at: string,
  credentials: AwsCredentials = ownCredentials(),
): Promise<SignedRequest> {
  const { service, region, method, headers, body } = request;
  const url = new URL(request.url);
  const isS3 = service === "s3";
  const signer = new SignatureV4({
    service,
    region,
    credentials,
    sha256: NodeSha256,
    // S3 signs the path as sent, and requires the body's hash in a header of its own.
    uriEscapePath: !isS3,
    applyChecksum: isS3,
  });
  const signed = await signer.sign(
    {
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      ...(url.port === "" ? {} : { port: Number(url.port) }),
      path: url.pathname,
      query: queryOf(url),
      headers: { ...headers, host: url.host },
      body,
    },
    { signingDate: new Date(at) },
  );
  const { host: _, ...rest } = signed.headers;
  return { method, url: url.href, headers: rest, ...(body === undefined ? {} : { body }) };
}

/** Repeated parameters as a list, in their order. */
function queryOf({ searchParams }: URL): Record<string, string | string[]> {
  const names = [...new Set(searchParams.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? (values[0] as string) : values];
    }),
  );
}

type Source = string | ArrayBuffer | ArrayBufferView;

const bytesOf = (data: Source): string | Uint8Array => {
  if (typeof data === "string") return data;
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
};

/** SHA-256, keyed or not, with the interface that the signer expects. */
class NodeSha256 {
  readonly #secret: string | Uint8Array | undefined;
  #hash: ReturnType<typeof createHash> | ReturnType<typeof createHmac>;

  constructor(secret?: Source) {
    this.#secret = secret === undefined ? undefined : bytesOf(secret);
    this.#hash = this.#fresh();
  }

  #fresh() {
    return this.#secret === undefined ? createHash("sha256") : createHmac("sha256", this.#secret);
  }

  update(data: Source): void {
    this.#hash.update(bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {
    this.#hash = this.#fresh();
  }
}
