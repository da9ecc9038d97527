import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { signDelivery, verifySignature } from "#shared/domain/eventbus/delivery-signature.ts";
import { medians } from "./measure.ts";
import { pick } from "./mode.ts";
import { compared, inMicros, type Row } from "./row.ts";

const SECRET = "0123456789abcdef".repeat(4);
const accepted = [{ value: SECRET }];
const reference = new Webhook(SECRET, { format: "raw" });

/** What verifying and signing an event costs, against a bare HMAC and the reference library. */
export async function eventbusRows(): Promise<Row[]> {
  const detail = "x".repeat(15_000);
  const text = JSON.stringify({ tenant_id: randomUUID(), event: { detail } });
  const body = Buffer.from(text);
  const [id, now] = [randomUUID(), Date.now()];
  const headers = { ...signDelivery([SECRET], id, now, body) };
  const bareMac = () =>
    createHmac("sha256", SECRET)
      .update(`${id}.${headers["webhook-timestamp"]}.`)
      .update(body)
      .digest();
  const wanted = bareMac();
  const [bare = 0, verified = 0, signed = 0, library = 0] = await medians(
    [
      () => timingSafeEqual(bareMac(), wanted),
      () => verifySignature(accepted, headers, body, now),
      () => signDelivery([SECRET], id, now, body),
      () => reference.verify(text, headers),
    ],
    pick(200, 30),
    10,
  );
  return [
    compared("verification against a bare HMAC (15 KB)", inMicros, verified, bare),
    compared("signing against a bare HMAC (15 KB)", inMicros, signed, bare),
    compared("verification against standardwebhooks (15 KB)", inMicros, verified, library),
  ];
}
