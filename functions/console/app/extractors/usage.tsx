import { useState } from "preact/hooks";
import { dayText } from "#shared/domain/standing/day-text.ts";
import { countOf, numberOf } from "#shared/domain/text/text.ts";
import { Badge, Live } from "../parts/basics.tsx";
import { Fields, FormBox, useForm } from "../parts/form.tsx";
import { dollars, line } from "../parts/format.ts";
import { type Columns, Table } from "../parts/table.tsx";
import { Pending } from "../parts/trouble.tsx";
import { type Answer, call, may } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { t } from "./texts.ts";

type Usage = Answer<"getTenantUsage">;
type Settings = Answer<"getTenantSettings">["extractor"];

/** The cost of the month's calls, day by day, and the setting of the budget. */
export function TenantUsage() {
  const usage = useCall("getTenantUsage", {});
  const settings = useCall("getTenantSettings", {});
  const [said, setSaid] = useState("");
  const changed = () => {
    setSaid(t.budgetSaved);
    usage.reload();
    settings.reload();
  };
  return (
    <section>
      <h2>{t.usage}</h2>
      <Live>{said}</Live>
      {said && <p class="note">{said}</p>}
      <Pending of={usage} />
      {usage.data && <Month usage={usage.data} />}
      {settings.data && may("patchTenantExtractor") && (
        <BudgetForm
          key={JSON.stringify([settings.data.extractor.budget, settings.data.extractor.mode])}
          settings={settings.data.extractor}
          onChanged={changed}
        />
      )}
    </section>
  );
}

function Month({ usage }: { usage: Usage }) {
  const { spent_usd, reserved_usd, cap_usd, is_nearly_spent, by } = usage;
  const isSpent = cap_usd !== null && spent_usd >= cap_usd;
  return (
    <>
      {is_nearly_spent && (
        <p>
          <Badge tone={isSpent ? "bad" : "warn"}>{isSpent ? t.allSpent : t.nearlySpent}</Badge>
        </p>
      )}
      <p>
        {t.spent(dollars.format(spent_usd), cap_usd === null ? null : dollars.format(cap_usd))}
        {reserved_usd > 0 && ` ${t.reserved(dollars.format(reserved_usd))}`}
      </p>
      <DayPlot usage={usage} />
      {by.length > 0 && (
        <Table
          name={t.byModel}
          columns={columns}
          rows={by}
          keyOf={({ provider, model, price }) => `${provider} ${model} ${price}`}
        />
      )}
    </>
  );
}

type ByModel = Usage["by"][number];

/** The name that people use for a model provider, or its code if it is no longer offered. */
const nameOf = (provider: string): string =>
  Object.hasOwn(t.providers, provider)
    ? t.providers[provider as keyof typeof t.providers]
    : line(provider);

const columns: Columns<ByModel> = [
  [t.provider, (row) => nameOf(row.provider)],
  [t.model, (row) => line(row.model)],
  [t.calls, (row) => numberOf(row.calls), "number"],
  [t.tokens, (row) => `${numberOf(row.tokens.input)} / ${numberOf(row.tokens.output)}`, "number"],
  [t.cost, (row) => dollars.format(row.usd), "number"],
  [t.price, (row) => t.prices[row.price]],
];

const WIDTH = 620;
const HEIGHT = 120;

/** The spending up to each day, as bars, with the budget as a line. */
function DayPlot({ usage: { days, cap_usd, is_nearly_spent } }: { usage: Usage }) {
  let sum = 0;
  const sums = days.map(({ day, usd: spent, calls }) => {
    sum += spent;
    return { day, calls, total: sum };
  });
  const top = Math.max(sum, cap_usd ?? 0, 1e-9) * 1.05;
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT;
  const step = WIDTH / 31;
  return (
    <svg
      class="days"
      viewBox={`0 0 ${WIDTH} ${HEIGHT + 2}`}
      role="img"
      aria-label={t.plot(dollars.format(sum), cap_usd === null ? null : dollars.format(cap_usd))}
    >
      {sums.map(({ day, total, calls }, index) => (
        <rect
          key={day}
          class={is_nearly_spent ? "bar-fill warn" : "bar-fill"}
          x={index * step + 1}
          y={y(total)}
          width={step - 2}
          height={Math.max(0, HEIGHT - y(total))}
        >
          <title>{`${dayText(day)}: ${dollars.format(total)}, ${countOf(calls, "call")}`}</title>
        </rect>
      ))}
      {cap_usd !== null && (
        <line class="cap" x1={0} x2={WIDTH} y1={y(cap_usd)} y2={y(cap_usd)}>
          <title>{dollars.format(cap_usd)}</title>
        </line>
      )}
      <line class="base" x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
    </svg>
  );
}

function BudgetForm(props: { settings: Settings; onChanged: () => void }) {
  const { budget, mode } = props.settings;
  const form = useForm({
    monthly_usd: budget === null ? "" : String(budget.monthly_usd),
    warn_at: String(Math.round((budget?.warn_at ?? 0.8) * 100)),
    isForbidden: mode === "forbidden",
  });
  const { monthly_usd, warn_at, isForbidden } = form.values;
  const send = () =>
    form.submit(
      () =>
        call("patchTenantExtractor", {
          body: {
            budget:
              monthly_usd.trim() === ""
                ? null
                : { monthly_usd: Number(monthly_usd), warn_at: Number(warn_at) / 100 },
            mode: isForbidden ? "forbidden" : "allowed",
          },
        }),
      props.onChanged,
    );
  return (
    <FormBox form={form} onSubmit={send} label={t.budget} act={t.saveBudget}>
      <Fields
        form={form}
        words={t.budgetFields}
        of={{ monthly_usd: { isOptional: true }, warn_at: {}, isForbidden: {} }}
      />
    </FormBox>
  );
}
