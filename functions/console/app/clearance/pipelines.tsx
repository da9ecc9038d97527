import { Empty, LinkButton, Screen, Time } from "../parts/basics.tsx";
import { bookName, useBooks } from "../parts/books.ts";
import { line } from "../parts/format.ts";
import { type Columns, Entry, List } from "../parts/table.tsx";
import { Claims } from "../parts/trusted.tsx";
import { t as shared } from "../parts/trusted-texts.ts";
import type { Item } from "../shell/client.ts";
import { useAll } from "../shell/load.ts";
import { ClearanceTabs } from "./tabs.tsx";
import { t } from "./texts.ts";

type Pipeline = Item<"listPipelines">;

/** The release pipelines that may ask without a secret. */
export function Pipelines() {
  const list = useAll("listPipelines", {});
  const books = useBooks();
  const columns: Columns<Pipeline> = [
    [
      t.pipelineColumns.name,
      (row) => (
        <Entry to={`/clearance/pipelines/${row.id}`} note={<code>{row.id}</code>}>
          {line(row.display_name)}
        </Entry>
      ),
    ],
    [shared.issuer, (row) => line(row.issuer)],
    [shared.mustSay, (row) => <Claims of={row.claims} />],
    [
      t.pipelineColumns.books,
      (row) => row.framework_ids.map((id) => bookName(books.data, id)).join(", "),
    ],
    [shared.changed, (row) => <Time iso={row.updated_at} isRelative />],
  ];
  return (
    <Screen
      title={t.tabs.pipelines}
      lead={t.pipelinesLead}
      aside={<LinkButton to="/clearance/pipelines/new" label={t.create} isPrimary />}
    >
      <ClearanceTabs />
      <List
        of={list}
        empty={
          <Empty action={{ to: "/clearance/pipelines/new", label: t.createFirst }}>
            {t.noPipelines}
          </Empty>
        }
        name={t.tabs.pipelines}
        columns={columns}
      />
    </Screen>
  );
}
