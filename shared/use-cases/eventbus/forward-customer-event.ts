import * as z from "zod/mini";
import { signDelivery } from "#shared/domain/eventbus/delivery-signature.ts";
import { envelopeSchema } from "#shared/domain/eventbus/envelope.ts";
import { send } from "#shared/platform/http/send.ts";
import { describeError, log } from "#shared/platform/log.ts";
import { credential } from "#shared/platform/secrets/secrets.ts";
import { baseUrl } from "#shared/platform/settings.ts";
import { cachedDeployment } from "#shared/store/deployment.ts";
import { knownSecrets } from "#shared/use-cases/setup/known-secrets.ts";

/** The fields that the rule's input transformer passes on. */
const wrapped = z.object({
  tenant_id: z.guid(),
  event: z.looseObject(z.partial(envelopeSchema).shape),
});

const DEADLINE_MS = 10_000;
const MAX_BYTES = 64 * 1024;

/**
 * Forwards an event of a customer's bus to the webhook, signed with every accepted secret, so that
 * no event is lost during a rotation. Any failure is thrown: EventBridge then redelivers the event
 * and finally moves it to the dead-letter queue.
 * @param at ISO 8601 UTC
 */
export async function forwardCustomerEvent(payload: unknown, at: string) {
  const { tenant_id, event } = wrapped.parse(payload);
  const about = { event_id: String(event.id), tenant_id };
  try {
    return { ...about, status: await forward(tenant_id, event, at) };
  } catch (error) {
    const reason = error instanceof Refused ? error.message : describeError(error);
    log("error", "eventbus_not_forwarded", { ...about, reason });
    throw error;
  }
}

/** Why the webhook or this function refused an event; the message contains no secrets. */
class Refused extends Error {}

async function forward(
  tenant_id: string,
  event: z.output<typeof wrapped>["event"],
  at: string,
): Promise<number> {
  const body = Buffer.from(JSON.stringify({ tenant_id, event }));
  const headers = signDelivery(await signingSecrets(at), String(event.id), Date.parse(at), body);
  const { status, bytes } = await send({
    method: "POST",
    url: `${baseUrl()}/webhooks/cloudb-eventbus/${tenant_id}`,
    headers: { "content-type": "application/json", ...headers },
    body,
    timeoutMs: DEADLINE_MS,
    mostBytes: MAX_BYTES,
  });
  if (status >= 200 && status < 300) return status;
  throw new Refused(`The webhook answered ${status} ${codeIn(bytes)}.`);
}

/**
 * The function's own variable takes precedence over the store (second seed, "Configuration
 * settings").
 */
async function signingSecrets(at: string): Promise<string[]> {
  // The deployment says which stored secrets count. Only these need it, so only they fail without it.
  const reading = cachedDeployment(at).catch(() => null);
  const own = await credential("WEBHOOK_HMAC_SECRET", Date.parse(at));
  if (own !== null) return [own];
  await reading;
  const { secrets } = await knownSecrets("cloudb-eventbus-webhook-secret", at);
  if (secrets.length === 0) throw new Refused("The event bus's webhook secret is not provisioned.");
  return secrets.map(({ value }) => value);
}

function codeIn(bytes: Buffer): string {
  try {
    const { code } = JSON.parse(bytes.toString()) as { code?: unknown };
    return typeof code === "string" ? code : "without a code";
  } catch {
    return "without a code";
  }
}
