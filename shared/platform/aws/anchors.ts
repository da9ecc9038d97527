import { createHash } from "node:crypto";
import { send, Unanswered } from "#shared/platform/http/send.ts";
import { requiredSetting, setting } from "#shared/platform/settings.ts";
import { signRequest } from "./signed-request.ts";

/*
 * The bucket for what must never change: Object Lock in compliance mode. Uses signed requests, as
 * the S3 client is larger than the whole sequencer.
 */

const TIMEOUT_MS = 5000;
/** A list of a thousand keys is far below this. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The bucket refuses, or is unreachable. */
export class AnchorError extends Error {}

const PREFIX = "checkpoints/";
/** One more than the largest size that a key can name. */
const MOST = 10n ** 16n;

/** The larger the checkpoint, the earlier its key: a bucket's first key is the newest anchor. */
export const anchorKeyOf = (size: number): string =>
  `${PREFIX}${String(MOST - 1n - BigInt(size)).padStart(16, "0")}-${size}`;

const sizeOf = (key: string): number | null => {
  const size = Number(key.split("-").at(-1));
  return Number.isSafeInteger(size) && anchorKeyOf(size) === key ? size : null;
};

function urlOf(key: string): string {
  const bucket = requiredSetting("EVIDENCE_ANCHORS_BUCKET");
  const endpoint = setting("AWS_ENDPOINT_URL_S3");
  const region = requiredSetting("AWS_REGION");
  return endpoint === undefined
    ? `https://${bucket}.s3.${region}.amazonaws.com/${key}`
    : `${endpoint}/${bucket}/${key}`;
}

/** A checkpoint's note under its size. */
export interface Anchored {
  size: number;
  note: string;
}

interface Anchor {
  /** Letters, digits, `.`, `-` and `/`. */
  key: string;
  text: string;
  /** ISO 8601 UTC; until then nobody can delete or replace it. */
  retainUntil: string;
}

/**
 * Stores a text under a key, once.
 * @param now ISO 8601 UTC
 * @returns the text that is anchored under this key: this one, or the one that was there before
 * @throws AnchorError when the bucket refuses or is unreachable
 */
export async function putAnchor(anchor: Anchor, now: string): Promise<string> {
  const { key, text, retainUntil } = anchor;
  const md5 = createHash("md5").update(text).digest("base64");
  const answer = await ask("PUT", key, now, {
    body: text,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "content-md5": md5,
      "if-none-match": "*",
      "x-amz-object-lock-mode": "COMPLIANCE",
      "x-amz-object-lock-retain-until-date": retainUntil,
    },
  });
  if (answer.status === 200) return text;
  if (answer.status !== 412) throw new AnchorError(`The bucket answered ${answer.status}.`);
  const stored = await ask("GET", key, now);
  if (stored.status !== 200) throw new AnchorError(`The bucket answered ${stored.status}.`);
  return stored.text;
}

/**
 * The largest anchored checkpoint; null if there is none.
 * @param now ISO 8601 UTC
 * @throws AnchorError when the bucket refuses or is unreachable
 */
export async function newestAnchor(now: string): Promise<Anchored | null> {
  const [key] = (await list({ "max-keys": "1" }, now)).keys;
  if (key === undefined) return null;
  const size = sizeOf(key);
  const note = size === null ? null : await readAnchor(size, now);
  if (size === null || note === null) throw new AnchorError(`The bucket holds ${key}.`);
  return { size, note };
}

async function list(
  query: Readonly<Record<string, string>>,
  now: string,
): Promise<{ keys: string[]; isMore: boolean }> {
  const asked = new URLSearchParams({ "list-type": "2", prefix: PREFIX, ...query });
  const { status, text } = await ask("GET", `?${asked}`, now);
  if (status !== 200) throw new AnchorError(`The bucket answered ${status}.`);
  const keys = [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) => key);
  return { keys, isMore: text.includes("<IsTruncated>true") };
}

/**
 * The sizes of all anchored checkpoints, smallest first.
 * @param now ISO 8601 UTC
 * @throws AnchorError when the bucket refuses or is unreachable
 */
export async function anchoredSizes(now: string): Promise<number[]> {
  const sizes: number[] = [];
  for (let after: string | undefined = PREFIX; after !== undefined; ) {
    const page: Awaited<ReturnType<typeof list>> = await list({ "start-after": after }, now);
    sizes.push(...page.keys.flatMap((key) => sizeOf(key) ?? []));
    after = page.isMore ? page.keys.at(-1) : undefined;
  }
  return sizes.reverse();
}

/**
 * The text anchored for a checkpoint of this size; null if there is none.
 * @param now ISO 8601 UTC
 * @throws AnchorError when the bucket refuses or is unreachable
 */
export async function readAnchor(size: number, now: string): Promise<string | null> {
  const { status, text } = await ask("GET", anchorKeyOf(size), now);
  if (status !== 200 && status !== 404) throw new AnchorError(`The bucket answered ${status}.`);
  return status === 404 ? null : text;
}

async function ask(
  method: "GET" | "PUT",
  key: string,
  now: string,
  more: { body?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; text: string }> {
  const region = requiredSetting("AWS_REGION");
  const signed = await signRequest(
    { service: "s3", region, method, url: urlOf(key), ...more },
    now,
  );
  try {
    const { status, bytes } = await send({
      ...signed,
      ...{ timeoutMs: TIMEOUT_MS, mostBytes: MAX_BYTES },
    });
    return { status, text: bytes.toString() };
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    throw new AnchorError(`The bucket is not reached: ${error.message}`, { cause: error.cause });
  }
}
