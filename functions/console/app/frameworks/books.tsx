import { useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { Badge, Empty, Screen, Time } from "../parts/basics.tsx";
import { type Framework, isCurrent, useBooks } from "../parts/books.ts";
import { Dialog } from "../parts/confirm.tsx";
import { FormBox, Submit, TextField, useForm } from "../parts/form.tsx";
import { line } from "../parts/format.ts";
import { Entry, List } from "../parts/table.tsx";
import { call } from "../shell/client.ts";
import { t as shell } from "../shell/texts.ts";
import { t } from "./texts.ts";

/** Every rule book. */
export function Books() {
  const books = useBooks();
  const [isNew, setNew] = useState(false);
  const columns = [
    {
      name: t.bookColumns.name,
      cell: (row: Framework) => (
        <Entry to={`/rule-books/${row.id}`}>{line(row.display_name)}</Entry>
      ),
    },
    { name: t.bookColumns.jurisdiction, cell: (row: Framework) => line(row.jurisdiction) || "–" },
    {
      name: t.bookColumns.state,
      cell: (row: Framework) => (
        <Badge tone={row.status === "current" ? "good" : "quiet"}>
          {row.status === "current" ? t.current : t.superseded}
        </Badge>
      ),
    },
    {
      name: t.bookColumns.updated,
      cell: (row: Framework) => <Time iso={row.updated_at} isRelative />,
    },
  ];
  return (
    <Screen
      title={t.books}
      aside={
        <button type="button" class="primary" onClick={() => setNew(true)}>
          {t.newBook}
        </button>
      }
    >
      <List
        of={books}
        rows={(books.data ?? []).toSorted((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)))}
        empty={<Empty>{t.noBooks}</Empty>}
        name={t.books}
        columns={columns}
        keyOf={({ id }) => id}
      />
      {isNew && <NewBook onClose={() => setNew(false)} />}
    </Screen>
  );
}

function NewBook({ onClose }: { onClose: () => void }) {
  const [, go] = useLocation();
  const form = useForm({ framework_id: "", display_name: "", jurisdiction: "", source_url: "" });
  const { framework_id, display_name, jurisdiction, source_url } = form.values;
  const send = () =>
    form.submit(
      () =>
        call("putFramework", {
          params: { framework_id: framework_id || " " },
          body: {
            display_name,
            jurisdiction: jurisdiction || null,
            source_url: source_url || null,
          },
        }),
      ({ id }) => go(`/rule-books/${id}/import`),
    );
  return (
    <Dialog title={t.newBook} onClose={onClose}>
      <FormBox form={form} onSubmit={send}>
        <TextField form={form} name="framework_id" label={t.fields.id} hint={t.idHint} />
        <TextField form={form} name="display_name" label={t.fields.display_name} />
        <TextField form={form} name="jurisdiction" label={t.fields.jurisdiction} isOptional />
        <TextField
          form={form}
          name="source_url"
          label={t.fields.source_url}
          type="url"
          isOptional
        />
        <div class="actions">
          <Submit isBusy={form.isBusy}>{t.create}</Submit>
          <button type="button" onClick={onClose}>
            {shell.cancel}
          </button>
        </div>
      </FormBox>
    </Dialog>
  );
}
