import { currentFirst, type Framework, isCurrent, nameAmong, useBooks } from "../parts/books.ts";
import { type Form, SeveralField, TextField } from "../parts/form.tsx";
import { asInstant, line } from "../parts/format.ts";
import { Tick } from "../parts/tick.tsx";
import { useAll } from "../shell/load.ts";
import { t } from "./texts.ts";

/** What the form holds at first. */
export const newRoom = {
  title: "",
  framework_ids: [] as readonly string[],
  decided_from: "",
  decided_to: "",
  counsel_ids: [] as readonly string[],
  expires_in_days: "30",
  may_ask: true,
  withheld: false,
};
export type RoomValues = typeof newRoom;

/** The scope of the request's body: what was left empty is left out. */
export const scopeOf = (values: RoomValues) => ({
  framework_ids: [...values.framework_ids],
  ...(values.decided_from === "" ? {} : { decided_from: asInstant(values.decided_from) }),
  ...(values.decided_to === "" ? {} : { decided_to: asInstant(values.decided_to) }),
  ...(values.counsel_ids.length === 0 ? {} : { counsel_ids: [...values.counsel_ids] }),
});

export const bodyOf = (values: RoomValues) => ({
  title: values.title.trim(),
  ...scopeOf(values),
  expires_in_days: Number(values.expires_in_days),
  may_ask: values.may_ask,
  words: values.withheld ? ("withheld" as const) : ("full" as const),
});

const choicesOf = (books: readonly Framework[]) =>
  currentFirst(books).map((book) => {
    const name = nameAmong(books, book);
    return [book.id, isCurrent(book) ? name : `${name} (${t.superseded})`] as const;
  });

/** What a room shows, for how long, and whether its visitor may ask. */
export function RoomFields({ form }: { form: Form<RoomValues> }) {
  const books = useBooks();
  const counsel = useAll("listCounsel", {});
  const { framework_ids, may_ask, withheld } = form.values;
  const fitting = (counsel.data ?? []).filter((one) => framework_ids.includes(one.framework_id));
  return (
    <>
      <TextField form={form} name="title" label={t.forWhom} hint={t.forWhomHint} />
      <SeveralField
        form={form}
        name="framework_ids"
        label={t.books}
        choices={choicesOf(books.data ?? [])}
      />
      <TextField
        form={form}
        name="decided_from"
        type="date"
        label={t.from}
        hint={t.periodHint}
        isOptional
      />
      <TextField form={form} name="decided_to" type="date" label={t.to} isOptional />
      {fitting.length > 0 && (
        <SeveralField
          form={form}
          name="counsel_ids"
          label={t.counsel}
          hint={t.counselHint}
          choices={fitting.map(({ id, display_name, firm }) => [
            id,
            [display_name, firm].flatMap((part) => (part ? [line(part)] : [])).join(", "),
          ])}
        />
      )}
      <TextField
        form={form}
        name="expires_in_days"
        type="number"
        min={1}
        max={90}
        label={t.days}
        hint={t.daysHint}
      />
      <div class="check">
        <Tick id="field-may_ask" isOn={may_ask} onTick={(isOn) => form.set("may_ask", isOn)}>
          {t.mayAsk}
        </Tick>
      </div>
      <div class="check">
        <Tick id="field-words" isOn={withheld} onTick={(isOn) => form.set("withheld", isOn)}>
          {t.withhold}
        </Tick>
      </div>
    </>
  );
}
