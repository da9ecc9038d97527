import { budgetInForce, isNearlySpent, monthOf } from "#shared/domain/extractors/budget.ts";
import { usd } from "#shared/domain/extractors/prices.ts";
import { setting } from "#shared/platform/settings.ts";
import { readUsage, type Spend, type UsedModel } from "#shared/store/extractor-spend.ts";
import { readTenantExtractor } from "#shared/store/tenant-extractor.ts";

/** The cost of a tenant's extractor calls in a month, dearest model first. */
export async function getTenantUsage(tenantId: string, asked: string | undefined, now: string) {
  const month = asked ?? monthOf(now);
  const [found, settings] = await Promise.all([
    readUsage(tenantId, month, daysOf(month, now)),
    readTenantExtractor(tenantId),
  ]);
  const budget = budgetInForce(settings?.budget ?? null, setting("EXTRACTOR_MONTHLY_USD"));
  return {
    month,
    spent_usd: usd(found.spent),
    reserved_usd: usd(reserved(found, Date.parse(now))),
    cap_usd: budget?.monthly_usd ?? null,
    is_nearly_spent: budget !== null && isNearlySpent(budget, found.spent),
    by: found.models.toSorted(dearestFirst).map((one) => ({
      provider: one.provider,
      model: one.model,
      calls: one.calls,
      tokens: { input: one.input, output: one.output },
      usd: usd(one.nano),
      price: one.price,
    })),
    days: found.days.map(({ day, calls, nano }) => ({ day, calls, usd: usd(nano) })),
  };
}

const reserved = ({ holds }: Spend, now: number): number =>
  holds.reduce((sum, { amount, until }) => (until > now ? sum + amount : sum), 0);

const dearestFirst = (a: UsedModel, b: UsedModel): number =>
  b.nano - a.nano || (`${a.provider} ${a.model}` < `${b.provider} ${b.model}` ? -1 : 1);

function daysOf(month: string, now: string): string[] {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length }, (_, i) => `${month}-${String(i + 1).padStart(2, "0")}`).filter(
    (day) => day <= now.slice(0, 10),
  );
}
