import { randomUUID } from "node:crypto";
import {
  auditRows,
  deliver,
  health,
  provisionedSecret,
  push,
  type Sending,
} from "#test/support/sourcehost.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { connectSourcehost, newTenant } from "#test/support/tenant-fixture.ts";
import { pick } from "./mode.ts";
import type { Row } from "./row.ts";

const AT_ONCE = 64;
/** The sender gives up a delivery after this time. */
const SENDER_WAITS_MS = 10_000;

/**
 * A burst through the local gateway: of each tenant's 25 deliveries 17 are accepted, 3 ignored, 3
 * repeats of an accepted one and 2 forged; those of all tenants are shuffled together.
 */
export async function burstRows(): Promise<Row[]> {
  const system = await startTestSystem({ settings: { WORKER_INVOKE_ENABLED: "false" } });
  try {
    return await burst(system, pick(200, 20));
  } finally {
    await system.close();
  }
}

async function burst(system: TestSystem, tenants: number): Promise<Row[]> {
  const secret = await provisionedSecret(system);
  const known: { id: string; connection: string }[] = [];
  const sent: { tenant: string; delivery: Sending }[] = [];
  for (let i = 0; i < tenants; i += 1) {
    const tenant = await newTenant(system, `Tenant ${i}`);
    const { id, installation_id } = await connectSourcehost(tenant);
    known.push({ id: tenant.id, connection: id });
    const payload = push(installation_id);
    const delivery = (more: Partial<Sending> = {}): Sending => ({
      secret,
      payload,
      id: randomUUID(),
      ...more,
    });
    const repeated = delivery();
    const all = [
      ...Array.from({ length: 16 }, () => delivery()),
      ...[repeated, repeated, repeated, repeated],
      delivery({ event: "star" }),
      delivery({ payload: { ...payload, ref: "refs/heads/topic" } }),
      delivery({ payload: { ...payload, installation: { id: 1 } } }),
      ...[delivery({ secret: "forged" }), delivery({ secret: "forged" })],
    ];
    sent.push(...all.map((entry) => ({ tenant: tenant.id, delivery: entry })));
  }
  const { outcomes, times, seconds } = await sendAll(system, shuffled(sent));
  return [
    accounted(sent.length, outcomes),
    ...(await agreement(system, outcomes, known)),
    {
      name: `burst of ${sent.length} over ${tenants} tenants: p99 of the answer (${Math.round(sent.length / seconds)} a second, ${AT_ONCE} at once) against the 10 s the sender waits`,
      value: `${quantile(times, 0.99).toFixed(0)} ms (median ${quantile(times, 0.5).toFixed(0)} ms)`,
      baseline: `${SENDER_WAITS_MS} ms`,
      ratio: quantile(times, 0.99) / SENDER_WAITS_MS,
    },
  ];
}

type Outcomes = Readonly<Record<string, number>>;

async function sendAll(
  system: TestSystem,
  queue: { tenant: string; delivery: Sending }[],
): Promise<{ outcomes: Outcomes; times: number[]; seconds: number }> {
  const outcomes: Record<string, number> = { accepted: 0, ignored: 0, duplicate: 0, rejected: 0 };
  const times: number[] = [];
  const startedAt = performance.now();
  const sender = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const sentAt = performance.now();
      const { status, body } = await deliver(system, next.tenant, next.delivery);
      times.push(performance.now() - sentAt);
      const outcome = status === 401 ? "rejected" : (body.status ?? `status ${status}`);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return { outcomes, times, seconds: (performance.now() - startedAt) / 1000 };
}

function accounted(sent: number, outcomes: Outcomes): Row {
  const { accepted = 0, ignored = 0, duplicate = 0, rejected = 0 } = outcomes;
  const sum = accepted + ignored + duplicate + rejected;
  return {
    name: "burst: accepted + ignored + duplicate + rejected against sent",
    value: `${accepted} + ${ignored} + ${duplicate} + ${rejected} = ${sum}`,
    baseline: `${sent} sent`,
    ratio: sum / sent,
  };
}

/** Compares the audit rows and the health cards' counters with the answers. */
async function agreement(
  system: TestSystem,
  { accepted = 0, ignored = 0, duplicate = 0, rejected = 0 }: Outcomes,
  known: readonly { id: string; connection: string }[],
): Promise<Row[]> {
  let rows = 0;
  for (const word of ["received", "ignored", "rejected"]) {
    rows += (await auditRows(system, `action=sourcehost_webhook.${word}`)).length;
  }
  let counted = 0;
  for (const { id, connection } of known) {
    const { outcomes_24h } = await health(system, id, connection);
    counted += Object.values(outcomes_24h as Record<string, number>).reduce((a, b) => a + b);
  }
  const answered = accepted + ignored + rejected;
  return [
    {
      name: "burst: audit rows against answers that write one",
      value: `${rows} rows`,
      baseline: `${answered} answers`,
      ratio: rows / answered,
    },
    {
      name: "burst: counters of the health cards against answers",
      value: `${counted} counted`,
      baseline: `${answered + duplicate} answers`,
      ratio: counted / (answered + duplicate),
    },
  ];
}

function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ??
  Number.NaN;
