import { randomUUID } from "node:crypto";
import { rowsOf } from "#shared/domain/audit/row.ts";
import { auditVocabulary } from "#shared/domain/audit/vocabulary.ts";
import type { QueuedRun } from "#shared/domain/discovery/run.ts";
import { putAuditRow } from "#shared/store/audit.ts";
import { putNewRun } from "#shared/store/discovery-runs.ts";
import { tableSchema } from "#shared/store/table-schema.ts";
import type { Action } from "#shared/store/transact.ts";
import { push } from "#test/support/sourcehost.ts";
import { itemCost } from "./item-size.ts";
import { silently } from "./measure.ts";
import { type Sender, signatureOf, startReceiver } from "./receiver.ts";
import { compared, inUnit, type Row } from "./row.ts";

/*
 * Partition heat at a high rate of webhooks: the receiver's own writes for each delivery, and those of
 * the run it enqueues, summed per partition key of the table and of every index, second by second.
 * Nothing is sent anywhere.
 */

const RATE = { webhooksPerSecond: 1000, seconds: 10, tenants: 300 };

/** DynamoDB's limit for one partition and second; keys ordered by time cannot be split further. */
const PARTITION_WRITE_UNITS = 1000;

/** Transactions on one item per second without conflicts: each holds the item for about 10 ms. */
const ITEM_TRANSACTIONS = 100;

/** One delivery in this many is no push to a default branch, and only such pushes enqueue a run. */
const OTHER = 5;

/** Write units of an update of one hour's counter item: sixty minutes, each with its outcomes. */
const COUNTER_UNITS = { inTable: 4 };

/** Write units of a condition on an item that is small, or not there. */
const CHECKED_UNITS = { inTable: 2 };

interface Heat {
  /** Write units by second and partition. */
  units: Map<string, number>;
  /** Transactions by second and item. */
  items: Map<string, number>;
  /** Bytes stored permanently, by item and index; the last write of an item counts. */
  kept: Map<string, number>;
}

/** The hottest partition of each kind, as a share of a partition's limit. */
export async function partitionHeatRows(): Promise<Row[]> {
  const heat = await silently(simulate);
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

/** The average cost of a delivery and the run that it may enqueue. Costs are computed from this. */
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

async function simulate(): Promise<Heat> {
  const heat: Heat = { units: new Map(), items: new Map(), kept: new Map() };
  const senders = Array.from({ length: RATE.tenants }, () => ({
    tenant: randomUUID(),
    connection: randomUUID(),
  }));
  /** Senders by rank: the second half as often as the first, the third a third as often. */
  const drawn = senders.flatMap((sender, n) =>
    Array.from({ length: Math.round(RATE.tenants / (n + 1)) }, () => sender),
  );
  const bodies = ["refs/heads/main", "refs/heads/topic"].map((ref) => {
    const body = JSON.stringify(push(1, { ref }));
    return [body, signatureOf(body)] as const;
  });
  const receiver = await startReceiver();
  for (let n = 0; n < RATE.webhooksPerSecond * RATE.seconds; n += 1) {
    const [body = "", signature = ""] = bodies[n % OTHER === 0 ? 1 : 0] ?? [];
    const sender = drawn[Math.floor(Math.random() * drawn.length)] as Sender;
    const { writes } = await receiver.receive(sender, body, signature);
    const second = Math.floor(n / RATE.webhooksPerSecond);
    for (const action of [...writes, ...writes.flatMap(workedOn)]) charge(heat, second, action);
  }
  receiver.close();
  return heat;
}

const auditRow = rowsOf(auditVocabulary);

/** What the worker writes of a run that a delivery has enqueued. */
function workedOn({ Put }: Action): Action[] {
  const run = (Put?.Item as { run?: QueuedRun } | undefined)?.run;
  if (run === undefined) return [];
  const { id: run_id, connection_id, tenant_id: tenantId, created_at: at } = run;
  const row = (status: "running" | "completed") => {
    const action = status === "running" ? "discovery.run.started" : "discovery.run.completed";
    const context = { connection_id, run_id, status };
    const about = { resourceId: run_id, tenantId, actorUserId: null, id: randomUUID(), at };
    return putAuditRow(auditRow({ action, context, ...about }));
  };
  const ended = { started_at: at, finished_at: at, due_at: null, error_jsonb: null } as const;
  return [
    putNewRun({ ...run, status: "running", started_at: at, attempts: 1 }),
    ...row("running"),
    putNewRun({ ...run, ...ended, status: "completed" }),
    ...row("completed"),
  ];
}

/** Adds the cost of one action to its partitions of the table and of each index. */
function charge(heat: Heat, second: number, action: Action): void {
  const add = (map: Map<string, number>, key: string, amount: number) =>
    map.set(`${second} ${key}`, (map.get(`${second} ${key}`) ?? 0) + amount);
  const item = action.Put?.Item as Record<string, unknown> | undefined;
  if (item === undefined) {
    const key = action.Update?.Key ?? action.ConditionCheck?.Key ?? action.Delete?.Key;
    const { pk, sk } = (key ?? {}) as Record<string, string>;
    const cost = action.ConditionCheck === undefined ? COUNTER_UNITS : CHECKED_UNITS;
    add(heat.units, `table ${pk}`, cost.inTable);
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
      .replace(/\d{4}-\d\d-\d\dT\d\d/, "<hour>")
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<id>")
      .replace(/#\d{1,2}$/, "#<shard>");
    hottest.set(kind, Math.max(hottest.get(kind) ?? 0, amount));
  }
  return hottest;
}
