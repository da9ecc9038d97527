import { useLocation, useSearchParams } from "wouter-preact";
import { Screen } from "../parts/basics.tsx";
import { bookOptions, isCurrent, useBooks } from "../parts/books.ts";
import { FormBox, useForm } from "../parts/form.tsx";
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
  const form = useForm({ ...noCounsel, framework_id: search.get("framework_id") ?? "" });
  const send = () => {
    const { framework_id } = form.values;
    return form.submit(
      () => call("createCounsel", { body: { framework_id, ...bodyOf(form.values) } }),
      ({ id }) => go(`/counsel/${id}`),
    );
  };
  return (
    <Screen title={t.create}>
      <Pending of={books} />
      <FormBox form={form} onSubmit={send} act={t.create}>
        <CounselFields
          form={form}
          books={bookOptions(books.data?.filter(isCurrent) ?? null, t.chooseBook)}
        />
        {needsTwoPeople && <p class="note">{t.secondHint}</p>}
      </FormBox>
    </Screen>
  );
}
