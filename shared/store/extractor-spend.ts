import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { ExtractorProvider } from "#shared/domain/extractors/catalog.ts";
import type { PriceOfCall } from "#shared/domain/extractors/prices.ts";
import { putAuditRow } from "./audit.ts";
import { all, any, type Condition, change, exists, isAbsent, isAtMost, literally } from "./item.ts";
import { getItem, getItems, type Item } from "./read.ts";
import type { Key } from "./table-schema.ts";
import { transact } from "./transact.ts";
import { updateOf } from "./update.ts";

/*
 * What a tenant's extractor calls cost, in nano-USD:
 * EXTRACTOR#TENANT#<id> / SPEND#<YYYY-MM>   `held` = spent and reserved together, which every
 *    reservation's condition compares with the cap; `spent`; one attribute a reservation
 *    (`hold:<id>` {amount, until}); totals by price, provider and model
 *    (`<what>:<price>:<provider>:<model>`), the model `other` once there are many; `warned` once the
 *    tenant was
 * EXTRACTOR#TENANT#<id> / SPENT#<YYYY-MM-DD>  that day's `nano` and `calls`; ttl (400 days)
 * EXTRACTOR#TENANT#<id> / OUTPUT#<provider>#<model>  answers by their size in steps of tokens
 */

const partition = (tenantId: string): string => `EXTRACTOR#TENANT#${tenantId}`;
const spendKey = (tenantId: string, month: string): Key => ({
  pk: partition(tenantId),
  sk: `SPEND#${month}`,
});
const dayKey = (tenantId: string, day: string): Key => ({
  pk: partition(tenantId),
  sk: `SPENT#${day}`,
});
const outputKey = (tenantId: string, { provider, model }: Paid): Key => ({
  pk: partition(tenantId),
  sk: `OUTPUT#${provider}#${model ?? ""}`,
});

const HOLD = "hold:";
const holdName = ({ id }: Pick<Hold, "id">): string => literally(`${HOLD}${id}`);
const DAY_SECONDS = 400 * 24 * 3600;

/** The call that is paid for. */
export interface Paid {
  provider: ExtractorProvider;
  model: string | null;
}

export interface Hold {
  id: string;
  month: string;
  amount: number;
  /** Milliseconds since the epoch. After this, the function that reserved it counts as dead. */
  until: number;
}

/** A tenant's month as stored. */
export interface Spend {
  spent: number;
  holds: readonly { id: string; amount: number; until: number }[];
  warned: boolean;
}

function spendOf(item: Item | null): Spend {
  const entries = Object.entries(item ?? {}).filter(([name]) => name.startsWith(HOLD));
  return {
    spent: numberIn(item?.spent),
    holds: entries.map(([name, hold]) => ({
      id: name.slice(HOLD.length),
      ...(hold as { amount: number; until: number }),
    })),
    warned: item?.warned === true,
  };
}

const numberIn = (value: unknown): number => (typeof value === "number" ? value : 0);

/** A tenant's spending in a month. @param month YYYY-MM, in UTC */
export const readSpend = async (tenantId: string, month: string): Promise<Spend> =>
  spendOf(await getItem(spendKey(tenantId, month)));

/**
 * Reserves an amount if spent and reserved together stay within the cap: one conditional write.
 * @param cap nano-USD
 * @returns null when reserved, else the month as it is
 */
export async function putHold(tenantId: string, hold: Hold, cap: number): Promise<Spend | null> {
  if (hold.amount > cap) return readSpend(tenantId, hold.month);
  const reserved = change(spendKey(tenantId, hold.month), {
    set: { [holdName(hold)]: { amount: hold.amount, until: hold.until } },
    add: { held: hold.amount },
    where: any(isAbsent("held"), isAtMost("held", cap - hold.amount)),
  });
  const outcome = await updateOf(tenantId, reserved);
  return outcome.updated ? null : spendOf(outcome.present);
}

/** Frees a reservation that nobody will settle any more. */
export async function dropHold(tenantId: string, hold: Omit<Hold, "until">): Promise<void> {
  const freed = change(spendKey(tenantId, hold.month), {
    remove: [holdName(hold)],
    add: { held: -hold.amount },
    where: exists(holdName(hold)),
  });
  await updateOf(tenantId, freed);
}

/** The actual cost of a call. */
export interface Settlement extends Paid {
  price: PriceOfCall["kind"];
  inputTokens: number;
  outputTokens: number;
  nano: number;
}

/** A month's item names at most this many models, so that it never outgrows what an item may hold. */
const MAX_MODELS = 100;
/** The calls of further models are summed under this name. */
const FURTHER = "other";

/**
 * Books a call: its cost is spent, and its reservation is free again. A call without a reservation (no
 * budget, or a reservation that had been dropped) is booked all the same.
 */
export async function settleHold(
  tenantId: string,
  month: string,
  hold: Hold | null,
  call: Settlement,
): Promise<void> {
  const isKnown = exists(`calls:${literally(namedAs(call))}`);
  const present = await book(tenantId, month, call, hold, isKnown);
  if (present === "booked") return;
  const models = Object.keys(present ?? {}).filter((name) => name.startsWith(CALLS));
  const isNew = !models.includes(`${CALLS}${namedAs(call)}`);
  const counted = isNew && models.length >= MAX_MODELS ? { ...call, model: FURTHER } : call;
  if (hold !== null && (await book(tenantId, month, counted, hold)) === "booked") return;
  await book(tenantId, month, counted, null);
}

const CALLS = "calls:";
const namedAs = ({ price, provider, model }: Settlement): string =>
  `${price}:${provider}:${model ?? ""}`;

/** @returns if it was not booked, the item as it is */
async function book(
  tenantId: string,
  month: string,
  call: Settlement,
  hold: Hold | null,
  ...where: Condition[]
): Promise<"booked" | Item | null> {
  const of = literally(namedAs(call));
  const conditions = hold === null ? where : [exists(holdName(hold)), ...where];
  const booked = change(spendKey(tenantId, month), {
    add: {
      held: call.nano - (hold?.amount ?? 0),
      spent: call.nano,
      [`${CALLS}${of}`]: 1,
      [`input:${of}`]: call.inputTokens,
      [`output:${of}`]: call.outputTokens,
      [`nano:${of}`]: call.nano,
    },
    ...(hold !== null && { remove: [holdName(hold)] }),
    ...(conditions.length > 0 && { where: all(...conditions) }),
  });
  const outcome = await updateOf(tenantId, booked);
  return outcome.updated ? "booked" : outcome.present;
}

/** Counts a call on its day, for the plot, and its answer's size. Not exact if a function dies. */
export async function countCall(
  tenantId: string,
  date: string,
  call: Settlement,
  step: number,
  now: number,
): Promise<void> {
  const day = change(dayKey(tenantId, date), {
    add: { nano: call.nano, calls: 1 },
    set: { ttl: Math.floor(now / 1000) + DAY_SECONDS },
  });
  const size = change(outputKey(tenantId, call), { add: { [`step:${step}`]: 1 } });
  await transact({ day, size: step === 0 ? undefined : size });
}

/** Answers of a model by their size in steps of tokens. */
export async function readOutputs(
  tenantId: string,
  paid: Paid,
): Promise<ReadonlyMap<number, number>> {
  const item = await getItem(outputKey(tenantId, paid));
  return new Map(
    Object.entries(item ?? {}).flatMap(([name, count]) =>
      name.startsWith("step:") ? [[Number(name.slice("step:".length)), numberIn(count)]] : [],
    ),
  );
}

/** Records, once a month, that the tenant was warned. */
export const putWarning = (tenantId: string, month: string, row: AuditRow) =>
  transact({
    warning: change(spendKey(tenantId, month), {
      set: { warned: true },
      where: isAbsent("warned"),
    }),
    row: putAuditRow(row),
  });

/** The cost of one model in a month. */
export interface UsedModel {
  provider: string;
  model: string | null;
  price: PriceOfCall["kind"];
  calls: number;
  input: number;
  output: number;
  nano: number;
}

/** A tenant's month: totals, by model, and by day. */
export async function readUsage(tenantId: string, month: string, days: readonly string[]) {
  const [item = null, ...byDay] = await getItems([
    spendKey(tenantId, month),
    ...days.map((day) => dayKey(tenantId, day)),
  ]);
  const calls = Object.keys(item ?? {}).filter((name) => name.startsWith(CALLS));
  const models = calls.map((name): UsedModel => {
    const of = name.slice(CALLS.length);
    const [price = "", provider = "", ...model] = of.split(":");
    const total = (what: string) => numberIn(item?.[`${what}:${of}`]);
    return {
      provider,
      model: model.join(":") || null,
      price: price as UsedModel["price"],
      calls: total("calls"),
      input: total("input"),
      output: total("output"),
      nano: total("nano"),
    };
  });
  return {
    ...spendOf(item),
    models,
    days: days.map((day, i) => ({
      day,
      nano: numberIn(byDay[i]?.nano),
      calls: numberIn(byDay[i]?.calls),
    })),
  };
}
