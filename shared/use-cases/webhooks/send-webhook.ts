import { Webhook } from "standardwebhooks";
import { retryAfterMs } from "#shared/domain/retry/retry-after.ts";
import type { Attempt } from "#shared/domain/webhooks/delivery.ts";
import { type Endpoint, signingSecrets } from "#shared/domain/webhooks/endpoint.ts";
import { ANSWER_TIMEOUT_MS, MAX_ANSWER_BYTES } from "#shared/domain/webhooks/limits.ts";
import { decryptSecret } from "#shared/platform/aws/webhook-key.ts";
import { now } from "#shared/platform/clock.ts";
import { addressRules, guardedRequest } from "#shared/platform/http/guarded-request.ts";

interface Sent {
  attempt: Attempt;
  /** The delay that the answer asked for; null: none. */
  retryAfterMs: number | null;
}

/** Sends a message to an endpoint once, signed with every secret that signs now. */
export async function sendWebhook(
  endpoint: Endpoint,
  { webhook_id, body }: { webhook_id: string; body: string },
): Promise<Sent> {
  const at = now();
  const signature = await signatureOf(endpoint, webhook_id, body, at);
  const result = await guardedRequest(
    {
      method: "POST",
      url: endpoint.url,
      headers: {
        "content-type": "application/json",
        "webhook-id": webhook_id,
        "webhook-timestamp": String(Math.floor(Date.parse(at) / 1000)),
        "webhook-signature": signature,
      },
      body,
      timeoutMs: ANSWER_TIMEOUT_MS,
      mostBytes: MAX_ANSWER_BYTES,
      isCut: true,
    },
    addressRules("WEBHOOK_ALLOWED_HOSTS"),
  );
  if (!result.ok) return { attempt: { at, status: null, error: result.code }, retryAfterMs: null };
  const { status, headers } = result.answer;
  const wait = retryAfterMs(headers["retry-after"] ?? null, Date.parse(now()));
  return { attempt: { at, status, error: null }, retryAfterMs: wait };
}

async function signatureOf(
  endpoint: Endpoint,
  webhookId: string,
  body: string,
  at: string,
): Promise<string> {
  const secrets = await Promise.all(
    signingSecrets(endpoint, at).map((ciphertext) =>
      decryptSecret(endpoint.id, ciphertext, Date.parse(at)),
    ),
  );
  const time = new Date(at);
  return secrets.map((secret) => new Webhook(secret).sign(webhookId, time, body)).join(" ");
}
