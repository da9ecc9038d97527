import { createHash } from "node:crypto";
import { requiredSetting, setting } from "#shared/platform/settings.ts";
import { signRequest } from "./signed-request.ts";

/*
 * The bucket that keeps what must not be changed: Object Lock in compliance mode. By signed requests:
 * the client of S3 is larger than all of the sequencer.
 */

const TIMEOUT_MS = 5000;

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
  /** ISO 8601 UTC; nobody deletes or replaces it before. */
  retainUntil: string;
}

/**
 * Puts a text under a name once.
 * @param now ISO 8601 UTC
 * @returns `other` where another text is anchored under this name
 * @throws Error when the bucket refuses or is not reached
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
  const standing = await send("GET", key, now);
  if (standing.status !== 200) throw new Error(`The bucket answered ${standing.status}.`);
  return standing.text === text ? "anchored" : "other";
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
