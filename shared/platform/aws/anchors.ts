import { createHash } from "node:crypto";
import { requiredSetting, setting } from "#shared/platform/settings.ts";
import { signRequest } from "./signed-request.ts";

/*
 * The bucket for what must never change: Object Lock in compliance mode. Uses signed requests, as
 * the S3 client is larger than the whole sequencer.
 */

const TIMEOUT_MS = 5000;

const PREFIX = "checkpoints/";

/** The key of the object that anchors a checkpoint, by the checkpoint's size. */
export const anchorKeyOf = (size: number): string => `${PREFIX}${String(size).padStart(16, "0")}`;

function urlOf(key: string): string {
  const bucket = requiredSetting("EVIDENCE_ANCHORS_BUCKET");
  const endpoint = setting("AWS_ENDPOINT_URL_S3");
  const region = requiredSetting("AWS_REGION");
  return endpoint === undefined
    ? `https://${bucket}.s3.${region}.amazonaws.com/${key}`
    : `${endpoint}/${bucket}/${key}`;
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
 * @returns `other` if a different text is anchored under this key
 * @throws Error when the bucket refuses or is unreachable
 */
export async function putAnchor(anchor: Anchor, now: string): Promise<"anchored" | "other"> {
  const { key, text, retainUntil } = anchor;
  const md5 = createHash("md5").update(text).digest("base64");
  const answer = await send("PUT", key, now, {
    body: text,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "content-md5": md5,
      "if-none-match": "*",
      "x-amz-object-lock-mode": "COMPLIANCE",
      "x-amz-object-lock-retain-until-date": retainUntil,
    },
  });
  if (answer.status === 200) return "anchored";
  if (answer.status !== 412) throw new Error(`The bucket answered ${answer.status}.`);
  const stored = await send("GET", key, now);
  if (stored.status !== 200) throw new Error(`The bucket answered ${stored.status}.`);
  return stored.text === text ? "anchored" : "other";
}

/**
 * The sizes of all anchored checkpoints, smallest first.
 * @param now ISO 8601 UTC
 * @throws Error when the bucket refuses or is unreachable
 */
export async function anchoredSizes(now: string): Promise<number[]> {
  const sizes: number[] = [];
  for (let after: string | undefined = PREFIX; after !== undefined; ) {
    const query = new URLSearchParams({ "list-type": "2", prefix: PREFIX, "start-after": after });
    const answer = await send("GET", `?${query}`, now);
    if (answer.status !== 200) throw new Error(`The bucket answered ${answer.status}.`);
    const keys = [...answer.text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) => key);
    sizes.push(...keys.map((key) => Number(key.slice(PREFIX.length))).filter(Number.isSafeInteger));
    after = answer.text.includes("<IsTruncated>true") ? keys.at(-1) : undefined;
  }
  return sizes;
}

/**
 * The text anchored for a checkpoint of this size; null if there is none.
 * @param now ISO 8601 UTC
 * @throws Error when the bucket refuses or is unreachable
 */
export async function readAnchor(size: number, now: string): Promise<string | null> {
  const { status, text } = await send("GET", anchorKeyOf(size), now);
  if (status !== 200 && status !== 404) throw new Error(`The bucket answered ${status}.`);
  return status === 404 ? null : text;
}

async function send(
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
  const response = await fetch(signed.url, {
    method,
    headers: signed.headers,
    ...(more.body === undefined ? {} : { body: more.body }),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { status: response.status, text: await response.text() };
}
