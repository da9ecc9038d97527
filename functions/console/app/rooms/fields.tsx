import { currentFirst, isCurrent, nameAmong, useBooks } from "../parts/books.ts";
import { Fields, type Form } from "../parts/form.tsx";
import { asInstant, joined } from "../parts/format.ts";
import type { Item } from "../shell/client.ts";
import { useAll } from "../shell/load.ts";
import { t } from "./texts.ts";

export type Room = Item<"listRooms">;

/** The form's values, all as typed. */
export interface RoomValues {
  title: string;
  framework_ids: readonly string[];
  decided_from: string;
  decided_to: string;
  counsel_ids: readonly string[];
  expires_in_days: string;
  may_ask: boolean;
  /** Whether counsel's texts are withheld. */
  words: boolean;
}

/** The scope in the request's body, without the fields that were left empty. */
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
  words: values.words ? ("withheld" as const) : ("full" as const),
});

/** The fields for what a room shows, for how long, and whether its visitor may ask. */
export function RoomFields({ form }: { form: Form<RoomValues> }) {
  const books = useBooks().data ?? [];
  const counsel = useAll("listCounsel", {}).data ?? [];
  const fitting = counsel.filter((one) => form.values.framework_ids.includes(one.framework_id));
  const bookChoices = currentFirst(books).map((book) => {
    const name = nameAmong(books, book);
    return [book.id, isCurrent(book) ? name : `${name} (${t.superseded})`] as const;
  });
  return (
    <Fields
      form={form}
      words={t.fields}
      of={{
        title: {},
        framework_ids: { choices: bookChoices },
        decided_from: { type: "date", isOptional: true },
        decided_to: { type: "date", isOptional: true },
        counsel_ids: fitting.length > 0 && {
          choices: fitting.map((one) => [one.id, joined(one.display_name, one.firm)]),
        },
        expires_in_days: { type: "number", min: 1, max: 90 },
        may_ask: {},
        words: {},
      }}
    />
  );
}
