import { useLocation, useSearchParams } from "wouter-preact";
import { Screen } from "../parts/basics.tsx";
import { bookOptions, isCurrent, useBooks } from "../parts/books.ts";
import { FormBox, SelectField, Submit, useForm } from "../parts/form.tsx";
import { Pending } from "../parts/trouble.tsx";
import { call } from "../shell/client.ts";
import { needsTwoPeople } from "../shell/provider.ts";
import { bodyOf, CounselFields, noCounsel } from "./fields.tsx";
import { t } from "./texts.ts";

/** Registers a counsel for one rule book. */
export function Register() {
  const [search] = useSearchParams();
  const [, go] = useLocation();
  const books = useBooks();
  const form = useForm({
    ...noCounsel,
    framework_id: search.get("framework_id") ?? "",
  });
  const { framework_id } = form.values;
  const send = () =>
    form.submit(
      () => call("createCounsel", { body: { framework_id, ...bodyOf(form.values) } }),
      ({ id }) => go(`/counsel/${id}`),
    );
  return (
    <Screen title={t.newTitle}>
      <Pending of={books} />
      <FormBox form={form} onSubmit={send}>
        <SelectField
          form={form}
          name="framework_id"
          label={t.fields.framework_id}
          hint={t.bookHint}
          options={bookOptions(books.data?.filter(isCurrent) ?? null, t.chooseBook)}
        />
        <CounselFields form={form} />
        {needsTwoPeople && <p class="note">{t.secondHint}</p>}
        <Submit isBusy={form.isBusy}>{t.register}</Submit>
      </FormBox>
    </Screen>
  );
}
