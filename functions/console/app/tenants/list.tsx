import { useLocation } from "wouter-preact";
import { findNamed } from "#shared/domain/evidence/question/question.ts";
import { Time } from "../parts/basics.tsx";
import { FormOpener } from "../parts/confirm.tsx";
import { TextField } from "../parts/form.tsx";
import { line } from "../parts/format.ts";
import { ListScreen } from "../parts/list-screen.tsx";
import { Search } from "../parts/search.tsx";
import { Entry, useFilters } from "../parts/table.tsx";
import { call } from "../shell/client.ts";
import { useAll } from "../shell/load.ts";
import { t } from "./texts.ts";

/** Every tenant of the platform. */
export function Tenants() {
  const filters = useFilters(["search"]);
  const list = useAll("listTenants", {});
  const [, go] = useLocation();
  return (
    <ListScreen
      at="/tenants"
      words={t}
      aside={
        <FormOpener
          label={t.add}
          isPrimary
          act={t.add}
          initial={{ name: "" }}
          send={(body) => call("createTenant", { body })}
          done={({ id }) => go(`/tenants/${id}`)}
        >
          {(form) => <TextField form={form} name="name" label={t.name} />}
        </FormOpener>
      }
      of={list}
      rows={findNamed(list.data ?? [], filters.values.search, ({ id, name }) => [[name], [id]])}
      columns={[
        [t.name, (row) => <Entry to={`/tenants/${row.id}`}>{line(row.name)}</Entry>],
        [t.id, (row) => <code>{row.id}</code>],
        [t.created, (row) => <Time iso={row.created_at} isRelative />],
      ]}
    >
      <search class="filters">
        <Search of={filters} name="search" label={t.search} />
      </search>
    </ListScreen>
  );
}
