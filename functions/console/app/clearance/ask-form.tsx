import { bookOptions } from "../parts/books.ts";
import { FormBox, SelectField, useForm } from "../parts/form.tsx";
import { unawaited } from "../shell/unawaited.ts";
import { Conditions } from "./conditions.tsx";
import { type Answered, type Asked, ask, type NamedBook } from "./question.ts";
import { t } from "./texts.ts";
import { SomeRules, WordingField } from "./wording-field.tsx";

interface Given {
  initial: Asked;
  books: readonly NamedBook[];
  onAsked: () => void;
  onAnswer: (answered: Answered) => void;
}

/** The question as a form. */
export function AskForm({ initial, books, onAsked, onAnswer }: Given) {
  const form = useForm<Asked>(initial);
  const { how, framework_id } = form.values;
  const book = books.find(({ id }) => id === framework_id);
  const submit = () => {
    onAsked();
    unawaited(form.submit(() => ask(form.values, book), onAnswer));
  };
  return (
    <FormBox form={form} onSubmit={submit} act={t.ask} isQuestion>
      <SelectField
        form={form}
        name="framework_id"
        label={t.book}
        options={bookOptions(books, t.chooseBook)}
        onChange={() => form.set("ids", "")}
      />
      <SelectField form={form} name="how" label={t.how} options={Object.entries(t.hows)} />
      {how === "ids" && <SomeRules form={form} book={book} />}
      {how === "rules" && <WordingField form={form} />}
      <Conditions form={form} />
    </FormBox>
  );
}
