import { useLocation } from "wouter-preact";
import { Screen } from "../parts/basics.tsx";
import type { Framework } from "../parts/books.ts";
import { FormBox, useForm } from "../parts/form.tsx";
import { Pending } from "../parts/trouble.tsx";
import { NewTrustedFields, sendNew } from "../parts/trusted.tsx";
import { call } from "../shell/client.ts";
import { MachineFields, type MachineValues, presets, put, useOwnBooks } from "./fields.tsx";
import { operations, ownAudience } from "./operations.ts";
import { t } from "./texts.ts";

/** A machine that may sign in from now on. */
export function NewMachine() {
  const books = useOwnBooks();
  return (
    <Screen title={t.newTitle} lead={t.lead}>
      {books && <Pending of={books} />}
      {(books === null || books.data) && <NewForm books={books?.data ?? null} />}
    </Screen>
  );
}

function NewForm({ books }: { books: readonly Framework[] | null }) {
  const [, go] = useLocation();
  const form = useForm<MachineValues>({
    id: "",
    display_name: "",
    audience: ownAudience(),
    framework_ids: [],
    scopes: [],
    ...presets.github,
  });
  const create = () => {
    const params = { machine_id: form.values.id };
    const known = call(operations().get, { params });
    return sendNew(known, ["machine_id", t.idTaken], () => put(form.values));
  };
  return (
    <FormBox
      form={form}
      onSubmit={() => form.submit(create, ({ id }) => go(`/machines/${id}`))}
      act={t.allow}
    >
      <NewTrustedFields form={form} presets={presets} idName="machine_id" />
      <MachineFields form={form} books={books} />
    </FormBox>
  );
}
