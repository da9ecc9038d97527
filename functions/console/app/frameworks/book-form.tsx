import type { Framework } from "../parts/books.ts";
import { FormDialog } from "../parts/confirm.tsx";
import { TextField, useForm } from "../parts/form.tsx";
import { call } from "../shell/client.ts";
import { t } from "./texts.ts";

/**
 * The dialog in which a rule book gets its names, jurisdiction and source.
 * @param book the book to change; null: a new one
 */
export function BookForm(props: {
  book: Framework | null;
  onDone: (id: string) => void;
  onClose: () => void;
}) {
  const { book } = props;
  const form = useForm({
    framework_id: book?.id ?? "",
    display_name: book?.display_name ?? "",
    short_name: book?.short_name ?? "",
    jurisdiction: book?.jurisdiction ?? "",
    source_url: book?.source_url ?? "",
  });
  const { framework_id, display_name, short_name, jurisdiction, source_url } = form.values;
  const send = () =>
    form.submit(
      () =>
        call("putFramework", {
          params: { framework_id: framework_id || " " },
          body: {
            display_name,
            short_name: short_name || null,
            jurisdiction: jurisdiction || null,
            source_url: source_url || null,
          },
        }),
      ({ id }) => props.onDone(id),
    );
  return (
    <FormDialog
      title={book ? t.editBook : t.newBook}
      form={form}
      act={book ? t.saveBook : t.create}
      onSubmit={send}
      onClose={props.onClose}
    >
      {book === null && (
        <TextField form={form} name="framework_id" label={t.fields.id} hint={t.idHint} />
      )}
      <TextField form={form} name="display_name" label={t.fields.display_name} />
      <TextField
        form={form}
        name="short_name"
        label={t.fields.short_name}
        hint={t.shortNameHint}
        isOptional
      />
      <TextField form={form} name="jurisdiction" label={t.fields.jurisdiction} isOptional />
      <TextField form={form} name="source_url" label={t.fields.source_url} type="url" isOptional />
    </FormDialog>
  );
}
