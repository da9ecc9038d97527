import { bookOptions, type Framework } from "../parts/books.ts";
import { FormBox, SelectField, TextField, useForm } from "../parts/form.tsx";
import { may } from "../shell/client.ts";
import { unawaited } from "../shell/unawaited.ts";
import { Conditions } from "./conditions.tsx";
import { type Answered, type Asked, ask } from "./question.ts";
import { t } from "./texts.ts";
import { IdsField, SomeRules, WordingField } from "./wording-field.tsx";

interface Given {
  initial: Asked;
  /** null: whoever is signed in has no list of them. */
  books: readonly Framework[] | null;
  onAsked: () => void;
  onAnswer: (answered: Answered) => void;
}

/** The question as a form. */
export function AskForm({ initial, books, onAsked, onAnswer }: Given) {
  const form = useForm<Asked>(initial);
  const { how } = form.values;
  const submit = () => {
    onAsked();
    unawaited(form.submit(() => ask(form.values), onAnswer));
  };
  const hows = Object.entries(t.hows).filter(([one]) => one !== "book" || may("listRules"));
  return (
    <FormBox form={form} onSubmit={submit} act={t.ask} isQuestion>
      {books === null ? (
        <TextField form={form} name="framework_id" label={t.bookId} />
      ) : (
        <SelectField
          form={form}
          name="framework_id"
          label={t.book}
          options={bookOptions(books, t.chooseBook)}
          onChange={() => form.set("ids", "")}
        />
      )}
      <SelectField form={form} name="how" label={t.how} options={hows} />
      {how === "ids" &&
        (books === null ? (
          <IdsField form={form} />
        ) : (
          <SomeRules form={form} book={books.find(({ id }) => id === form.values.framework_id)} />
        ))}
      {how === "rules" && <WordingField form={form} />}
      <Conditions form={form} />
    </FormBox>
  );
}
