import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Time } from "../parts/basics.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { chainText, HealthBadge } from "../parts/extractors.tsx";
import { SelectInput } from "../parts/field.tsx";
import { line } from "../parts/format.ts";
import { TenantFilter } from "../parts/search.tsx";
import { type Columns, Pages, Table, useFilters } from "../parts/table.tsx";
import { useTenantNames } from "../parts/tenants.ts";
import { Pending } from "../parts/trouble.tsx";
import { type Answer, call, type Request } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { ExtractorProbe } from "./probe.tsx";
import { t } from "./texts.ts";

type Status = Answer<"getExtractorStatus">;
type Tenant = Status["tenants"][number];
type Preset = Request<"testPreset">["body"]["preset"];

const names: Readonly<Record<Preset, string>> = t.presets;
const presets = Object.entries(names) as [Preset, string][];

/** Every tenant's chain and its health; presets to test and apply; the catalog. */
export function Platform() {
  const filters = useFilters(["tenant_id"]);
  const { values, cursor } = filters;
  const [preset, setPreset] = useState<Preset>("hosted_llm_default");
  const status = useCall("getExtractorStatus", { query: { limit: "50", cursor, ...values } });
  const tenantNames = useTenantNames();
  const rows = status.data?.tenants ?? [];
  const choice = (id: string) => (
    <SelectInput
      name={id}
      label={t.preset}
      value={preset}
      options={presets}
      onChoose={(one) => setPreset(one as Preset)}
    />
  );
  const swap = { preset, choice: choice("preset-to-apply"), onDone: status.reload };
  const columns: Columns<Tenant> = [
    [t.columns.tenant, ({ tenant_id: id }) => line(tenantNames.get(id)) || <code>{line(id)}</code>],
    [t.columns.chain, (row) => chainText(row.chain)],
    [t.columns.health, (row) => <HealthBadge health={row.health} />],
    [t.columns.success, (row) => <Time iso={row.last_success_at} isRelative />],
    [t.columns.failure, (row) => <Time iso={row.last_failure_at} isRelative />],
    [t.columns.act, ({ tenant_id: id }) => <Swap id={id} name={tenantNames.get(id)} {...swap} />],
  ];
  return (
    <>
      <section>
        <h2>{t.testPreset}</h2>
        <div class="filters">{choice("preset")}</div>
        <ExtractorProbe label={t.test} send={() => call("testPreset", { body: { preset } })} />
      </section>
      <section>
        <h2>{t.tenants}</h2>
        <search class="filters">
          <TenantFilter of={filters} label={t.columns.tenant} names={tenantNames} />
        </search>
        <Pending of={status} />
        {status.data && (
          <p>
            {t.default}:{" "}
            {status.data.global_default.chain.length === 0
              ? t.noDefault
              : chainText(status.data.global_default.chain)}
          </p>
        )}
        {rows.length > 0 && (
          <Table
            name={t.tenants}
            columns={columns}
            rows={rows}
            keyOf={({ tenant_id }) => tenant_id}
          />
        )}
        <Pages next={status.data?.next_cursor} of={filters} />
      </section>
      {status.data && <Catalog rows={status.data.catalog} />}
    </>
  );
}

/** Replaces a tenant's chain by the chosen preset. */
const Swap = (props: {
  id: string;
  name: string | undefined;
  preset: Preset;
  choice: ComponentChildren;
  onDone: () => void;
}) => (
  <Confirm
    does={t.swap}
    to={line(props.name ?? props.id)}
    isDangerous
    send={() =>
      call("swapToPreset", { params: { tenant_id: props.id }, body: { preset: props.preset } })
    }
    done={props.onDone}
  >
    {props.choice}
  </Confirm>
);

function Catalog({ rows }: { rows: Status["catalog"] }) {
  type Row = Status["catalog"][number];
  const price = (value: number | null) => (value === null ? t.own : value.toString());
  const columns: Columns<Row> = [
    [t.catalogColumns.provider, (row) => t.providers[row.provider]],
    [t.catalogColumns.location, (row) => line(row.location)],
    [t.catalogColumns.latency, (row) => t.ms(row.typical_latency_ms)],
    [t.catalogColumns.input, (row) => price(row.cost_per_1k_input_usd)],
    [t.catalogColumns.output, (row) => price(row.cost_per_1k_output_usd)],
    [t.catalogColumns.structured, (row) => line(row.structured_output_reliability)],
    [t.catalogColumns.residency, (row) => line(row.residency)],
  ];
  return (
    <section>
      <h2>{t.catalog}</h2>
      <Table name={t.catalog} columns={columns} rows={rows} keyOf={({ provider }) => provider} />
    </section>
  );
}
