import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { AwsError, accessKeyIdOf } from "#infra/local/aws/protocol/aws-json-server.ts";
import { isLocalCaller } from "#infra/local/local-callers.ts";
import { boundedBody, startLocalServer } from "#infra/local/local-server.ts";
import { openObjectStore } from "./object-store.ts";

export interface S3Call {
  action: "GetObject" | "PutObject" | "ListBucket";
  /** `<bucket>/<key>`; for ListBucket only the bucket. */
  path: string;
  /** Whether the request asks for Object Lock. */
  locks: boolean;
  accessKeyId: string | null;
}

export interface S3Options {
  /** The only bucket, with versioning and Object Lock. */
  bucket: string;
  /** The folder that stores its objects as files; null keeps them in memory only. */
  folder: string | null;
  now: () => number;
  authorize?: (call: S3Call) => void;
  onUnforeseen?: (error: unknown) => void;
}

export interface S3 extends Pick<ReturnType<typeof openObjectStore>, "keep"> {
  url: string;
  /** Removes every object, even if it is locked. The cloud has no such call. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

const BODY_LIMIT_BYTES = 1024 * 1024;
const MAX_LISTED = 1000;
const MAX_KEY_BYTES = 1024;

/**
 * The S3 emulator on 127.0.0.1, limited to what we use: the objects of one bucket can be put once (with
 * Object Lock and `If-None-Match: *`), read and listed.
 */
export async function startS3(options: S3Options): Promise<S3> {
  const store = openObjectStore(options.folder);
  const listener: RequestListener = (request, response) => {
    answer(request, response, options, store).catch((error: unknown) => {
      if (!(error instanceof AwsError)) (options.onUnforeseen ?? console.error)(error);
      refuse(response, error instanceof AwsError ? error : unexpected());
    });
  };
  const server = await startLocalServer(listener, 0, isLocalCaller);
  const { forget, keep } = store;
  return { url: server.url, forget, keep, close: server.close };
}

const unexpected = () => new AwsError("InternalError", "An error occurred.", 500);

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { bucket, now, authorize }: S3Options,
  store: ReturnType<typeof openObjectStore>,
): Promise<void> {
  const body = await boundedBody(request, BODY_LIMIT_BYTES);
  const url = new URL(request.url ?? "/", "http://s3");
  const path = decodeURIComponent(url.pathname).slice(1);
  const accessKeyId = accessKeyIdOf(request);
  if (request.method === "GET" && path.replace(/\/$/, "") === bucket) {
    authorize?.({ action: "ListBucket", path: bucket, locks: false, accessKeyId });
    response.writeHead(200, { "content-type": "application/xml" });
    response.end(listing(store.keys(), url.searchParams));
    return;
  }
  const action = ({ GET: "GetObject", PUT: "PutObject" } as const)[request.method ?? ""];
  const key = path.slice(bucket.length + 1);
  if (action === undefined) throw new AwsError("MethodNotAllowed", "Not supported here.", 405);
  if (!path.startsWith(`${bucket}/`) || key === "") {
    throw new AwsError("NoSuchBucket", "The specified bucket does not exist", 404);
  }
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) {
    throw new AwsError("KeyTooLongError", "Your key is too long");
  }
  const { headers } = request;
  const retainUntil = headers["x-amz-object-lock-retain-until-date"];
  authorize?.({ action, path, locks: retainUntil !== undefined, accessKeyId });
  const stored = store.get(key);
  if (action === "GetObject") {
    if (stored === undefined) {
      throw new AwsError("NoSuchKey", "The specified key does not exist.", 404);
    }
    response.writeHead(200, { "content-type": stored.contentType });
    response.end(Buffer.from(stored.base64, "base64"));
    return;
  }
  if (body === null) throw new AwsError("EntityTooLarge", "The object is too large.");
  checkLock(headers, now());
  if (stored !== undefined && headers["if-none-match"] === "*") {
    throw new AwsError("PreconditionFailed", "The object is there already.", 412);
  }
  await store.put({
    key,
    contentType: headers["content-type"] ?? "binary/octet-stream",
    base64: body.toString("base64"),
    retainUntil: retainUntil === undefined ? null : String(retainUntil),
  });
  response.writeHead(200, { etag: `"${randomUUID()}"` });
  response.end();
}

/** ListObjectsV2: at most 1,000 keys, or `max-keys`, that have the prefix and come after `start-after`. */
function listing(keys: readonly string[], asked: URLSearchParams): string {
  const prefix = asked.get("prefix") ?? "";
  const after = asked.get("start-after") ?? "";
  const found = keys.filter((key) => key.startsWith(prefix) && key > after);
  const shown = found.slice(0, Math.min(MAX_LISTED, Number(asked.get("max-keys") ?? MAX_LISTED)));
  const contents = shown.map((key) => `<Contents><Key>${escaped(key)}</Key></Contents>`).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><IsTruncated>${found.length > shown.length}</IsTruncated>${contents}</ListBucketResult>`;
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** As in S3: mode and date go together, the date is in the future, a locked object has a digest. */
function checkLock(headers: IncomingMessage["headers"], now: number): void {
  const mode = headers["x-amz-object-lock-mode"];
  const until = headers["x-amz-object-lock-retain-until-date"];
  if (mode === undefined && until === undefined) return;
  if (mode !== "COMPLIANCE" && mode !== "GOVERNANCE") {
    throw new AwsError("InvalidArgument", "Unknown wormMode directive.");
  }
  if (!(Date.parse(String(until)) > now)) {
    throw new AwsError("InvalidArgument", "The retain until date must be in the future!");
  }
  const hasDigest = Object.keys(headers).some((name) =>
    /^(content-md5|x-amz-checksum-\w+)$/.test(name),
  );
  if (!hasDigest) {
    throw new AwsError(
      "InvalidRequest",
      "Content-MD5 OR x-amz-checksum- HTTP header is required for Put Object requests with Object Lock parameters",
    );
  }
}

function refuse(response: ServerResponse, { code, message, status }: AwsError): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const shown = code === "AccessDeniedException" ? "AccessDenied" : code;
  response.writeHead(code === "AccessDeniedException" ? 403 : status, {
    "content-type": "application/xml",
  });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${shown}</Code><Message>${escaped(message)}</Message></Error>`,
  );
}
