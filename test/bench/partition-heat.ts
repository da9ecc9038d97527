import { rowsOf } from "#shared/domain/audit/row.ts";
import {
  type AuditAction,
  type AuditContext,
  auditVocabulary,
} from "#shared/domain/audit/vocabulary.ts";
import { sha256Hex } from "#shared/domain/canonical.ts";
import { newRun, type QueuedRun } from "#shared/domain/discovery/run.ts";
import { putAuditRow } from "#shared/store/audit.ts";
import { putDelivery } from "#shared/store/deliveries.ts";
import { claimDelivery } from "#shared/store/delivery-claims.ts";
import { putNewRun } from "#shared/store/discovery-runs.ts";
import { tableSchema } from "#shared/store/table-schema.ts";
import type { Action } from "#shared/store/transact.ts";
import { connectionScope, countDelivery } from "#shared/store/webhook-counters.ts";
import { itemCost } from "./item-size.ts";
import { compared, inUnit, type Row } from "./row.ts";

const auditRow = rowsOf(auditVocabulary);

/*
 * Partition heat under a high rate of webhooks: the writes of each delivery and of the run it
 * enqueues, made by the store's own functions, summed for each partition key of the table and of
 * every index, second by second. Nothing is sent anywhere.
 */

const RATE = { webhooksPerSecond: 1000, seconds: 10, tenants: 300 };

/** DynamoDB's limit for one partition and second; keys ordered by time cannot be split further. */
const PARTITION_WRITE_UNITS = 1000;

/** Transactions on one item per second without conflicts: each holds the item for about 10 ms. */
const ITEM_TRANSACTIONS = 100;

/** Of a hundred deliveries, how many are pushes to a default branch that enqueue a run. */
const PUSHES_PERCENT = 80;

/** Write units of an update of one hour's counter item: sixty minutes, each with its outcomes. */
const COUNTER_BYTES = { inTable: 4 };

interface Heat {
  /** Write units by second and partition. */
  units: Map<string, number>;
  /** Transactions by second and item. */
  items: Map<string, number>;
  /** Bytes stored permanently, by item and index; the last write of an item counts. */
  kept: Map<string, number>;
}

/** The hottest partition of each kind, as a share of a partition's limit. */
export function partitionHeatRows(): Row[] {
  const heat = simulate();
  const hottest = (map: ReadonlyMap<string, number>) =>
    [...hottestByKind(map)].sort(([, a], [, b]) => b - a);
  const [item = "", perSecond = 0] = hottest(heat.items)[0] ?? [];
  return [
    ...hottest(heat.units)
      .slice(0, 10)
      .map(([name, units]) =>
        compared(name, inUnit("write units/s"), units, PARTITION_WRITE_UNITS),
      ),
    compared(`busiest item: ${item}`, inUnit("transactions/s"), perSecond, ITEM_TRANSACTIONS),
    average("written", "write units", heat.units, 1),
    average("kept for good", "KB", heat.kept, 1024),
  ];
}

/** What one delivery costs, with the run that it may enqueue; costs are computed from this. */
function average(name: string, unit: string, map: ReadonlyMap<string, number>, part: number): Row {
  const each = (isMeant: (key: string) => boolean) =>
    [...map].reduce((sum, [key, amount]) => sum + (isMeant(key) ? amount : 0), 0) /
    (RATE.webhooksPerSecond * RATE.seconds * part);
  return {
    name: `a delivery on average: ${name}`,
    value: `${each(() => true).toFixed(1)} ${unit}`,
    baseline: `${each((key) => /^(\d+ )?table /.test(key)).toFixed(1)} of them in the table, the rest in its indexes`,
    ratio: Number.NaN,
  };
}

function simulate(): Heat {
  const random = randomFrom(20_261_120);
  const heat: Heat = { units: new Map(), items: new Map(), kept: new Map() };
  const pick = zipf(RATE.tenants, random);
  for (let n = 0; n < RATE.webhooksPerSecond * RATE.seconds; n += 1) {
    const second = Math.floor(n / RATE.webhooksPerSecond);
    const at = new Date(Date.UTC(2026, 10, 20, 10, 0, second, n % 1000)).toISOString();
    for (const action of writesOf(uuidOf(`tenant${pick()}`), at, random)) {
      charge(heat, second, action);
    }
  }
  return heat;
}

/** The writes of one delivery; for a push, also those of the worker that picks up the run. */
function writesOf(tenantId: string, at: string, random: () => number): Action[] {
  const connection_id = tenantId.replace(/^......../, "00c0ffee");
  const delivery_id = randomUuid(random);
  const run = random() * 100 < PUSHES_PERCENT ? runOf(tenantId, connection_id, at, random) : null;
  const rowId = randomUuid(random);
  const about = { delivery_id, event: "push", scope: "push", secret: "current" } as const;
  const row = <A extends AuditAction>(action: A, resourceId: string, context: AuditContext<A>) => {
    const id = randomUuid(random);
    return putAuditRow(
      auditRow({ action, resourceId, tenantId, actorUserId: null, context, id, at }),
    );
  };
  const reason = run === null ? "non_default_branch" : null;
  const outcome = run === null ? "ignored" : "accepted";
  const received = [
    putDelivery({
      id: rowId,
      tenant_id: tenantId,
      channel: "sourcehost",
      connection_id,
      delivery_id,
      received_at: at,
      event: about.event,
      scope: about.scope,
      outcome,
      reason,
      job_id: run?.id ?? null,
      payload_digest: sha256Hex(delivery_id),
    }),
    countDelivery(connectionScope(connection_id), outcome, at, rowId),
  ];
  const claim = claimDelivery("sourcehost", tenantId, delivery_id, at, 600);
  if (run === null) {
    const context = { ...about, reason: "non_default_branch" } as const;
    return [claim, ...row("sourcehost_webhook.ignored", delivery_id, context), ...received];
  }
  const aboutRun = { connection_id, run_id: run.id };
  const running = { ...run, status: "running", started_at: at, attempts: 1 } as const;
  const ended = { started_at: at, finished_at: at, due_at: null, error_jsonb: null };
  return [
    claim,
    ...row("sourcehost_webhook.received", delivery_id, {
      ...about,
      action: null,
      connection_id,
      connection_status: null,
      job_id: run.id,
    }),
    ...received,
    putNewRun(run),
    putNewRun(running),
    ...row("discovery.run.started", run.id, { ...aboutRun, status: "running" }),
    putNewRun({ ...run, ...ended, status: "completed" }),
    ...row("discovery.run.completed", run.id, { ...aboutRun, status: "completed" }),
  ];
}

const runOf = (
  tenant_id: string,
  connection_id: string,
  created_at: string,
  random: () => number,
): QueuedRun =>
  newRun({
    id: randomUuid(random),
    connection_id,
    tenant_id,
    kind: "partial",
    trigger: "sourcehost_webhook",
    created_at,
    input: {
      repository: { full_name: "octo-org/octo-repo", id: 123456789 },
      ref: "refs/heads/main",
    },
  });

/** Adds the cost of one action to its partitions of the table and of each index. */
function charge(heat: Heat, second: number, action: Action): void {
  const add = (map: Map<string, number>, key: string, amount: number) =>
    map.set(`${second} ${key}`, (map.get(`${second} ${key}`) ?? 0) + amount);
  const item = action.Put?.Item as Record<string, unknown> | undefined;
  if (item === undefined) {
    const { pk, sk } = (action.Update?.Key ?? {}) as Record<string, string>;
    add(heat.units, `table ${pk}`, COUNTER_BYTES.inTable);
    add(heat.items, `${pk} / ${sk}`, 1);
    return;
  }
  const cost = itemCost(item);
  add(heat.units, `table ${item.pk}`, cost.inTable);
  add(heat.items, `${item.pk} / ${item.sk}`, 1);
  const isKept = item[tableSchema.ttlAttribute] === undefined;
  if (isKept) heat.kept.set(`table ${item.pk} / ${item.sk}`, cost.bytes);
  for (const index of tableSchema.indexes) {
    const partition = item[`${index}pk`];
    const key = `${index} ${item.pk} / ${item.sk}`;
    if (partition === undefined) {
      heat.kept.delete(key);
      continue;
    }
    add(heat.units, `${index} ${partition}`, cost.inIndex);
    if (isKept) heat.kept.set(key, cost.bytes);
  }
}

/** The most that any one partition of a kind took in any one second. */
function hottestByKind(bySecond: ReadonlyMap<string, number>): Map<string, number> {
  const hottest = new Map<string, number>();
  for (const [key, amount] of bySecond) {
    const kind = key
      .replace(/^\d+ /, "")
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<id>")
      .replace(/#\d{1,2}$/, "#<shard>");
    hottest.set(kind, Math.max(hottest.get(kind) ?? 0, amount));
  }
  return hottest;
}

/** Draws 0 … count-1, n about 1/(n+1) as often as 0: few tenants cause most of the traffic. */
function zipf(count: number, random: () => number): () => number {
  const weights = Array.from({ length: count }, (_, n) => 1 / (n + 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return () => {
    let left = random() * total;
    for (const [n, weight] of weights.entries()) {
      left -= weight;
      if (left <= 0) return n;
    }
    return count - 1;
  };
}

/** A seeded generator (mulberry32): the same numbers in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const randomUuid = (random: () => number): string =>
  uuidForm(Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join(""));

const uuidOf = (text: string): string =>
  uuidForm(Buffer.from(text.padEnd(16, "x")).toString("hex"));

const uuidForm = (hex: string): string =>
  hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
