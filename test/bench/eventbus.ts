import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { signDelivery, verifySignature } from "#shared/domain/eventbus/delivery-signature.ts";
import { median } from "./median.ts";
import { pick } from "./mode.ts";
import type { Row } from "./row.ts";

const SECRET = "0123456789abcdef".repeat(4);
const accepted = [{ value: SECRET }];
const reference = new Webhook(SECRET, { format: "raw" });

/** EventBridge carries at most 256 KB. */
const sizes = [
  { label: "2 KB", bytes: 2000, rounds: pick(300, 40), repeats: 40 },
  { label: "15 KB", bytes: 15_000, rounds: pick(200, 30), repeats: 10 },
  { label: "256 KB", bytes: 256 * 1024, rounds: pick(60, 15), repeats: 2 },
];

/** What verifying and signing an event costs, against a bare HMAC and the reference library. */
export async function eventbusRows(): Promise<Row[]> {
  return sizes.flatMap(({ label, bytes, rounds, repeats }) => {
    const text = JSON.stringify({ tenant_id: randomUUID(), event: { detail: "x".repeat(bytes) } });
    const body = Buffer.from(text);
    const id = randomUUID();
    const now = Date.now();
    const headers = { ...signDelivery([SECRET], id, now, body) };
    const wanted = bareMac(id, headers["webhook-timestamp"] ?? "", body);
    const [bare = 0, verified = 0, signed = 0, library = 0] = inTurns(
      [
        () => timingSafeEqual(bareMac(id, headers["webhook-timestamp"] ?? "", body), wanted),
        () => verifySignature(accepted, headers, body, now),
        () => signDelivery([SECRET], id, now, body),
        () => reference.verify(text, headers),
      ],
      rounds,
      repeats,
    );
    const row = (name: string, value: number, baseline: number): Row => ({
      name: `${name} (${label})`,
      value: micro(value),
      baseline: micro(baseline),
      ratio: value / baseline,
    });
    return [
      row("verification against a bare HMAC", verified, bare),
      row("signing against a bare HMAC", signed, bare),
      row("verification against standardwebhooks", verified, library),
    ];
  });
}

const bareMac = (id: string, timestamp: string, body: Buffer): Buffer =>
  createHmac("sha256", SECRET).update(`${id}.${timestamp}.`).update(body).digest();

/** Medians in microseconds; the ways alternate, so that other load on the machine affects all. */
function inTurns(ways: readonly (() => unknown)[], rounds: number, repeats: number): number[] {
  const times = ways.map((): number[] => []);
  for (let round = -5; round < rounds; round += 1) {
    for (let turn = 0; turn < ways.length; turn += 1) {
      const way = (turn + Math.abs(round)) % ways.length;
      const startedAt = performance.now();
      for (let i = 0; i < repeats; i += 1) ways[way]?.();
      if (round >= 0) times[way]?.push(((performance.now() - startedAt) / repeats) * 1000);
    }
  }
  return times.map(median);
}

const micro = (us: number): string => `${us.toFixed(1)} µs`;
