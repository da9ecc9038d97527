import { twinsOf } from "#shared/domain/frameworks/crosswalk.ts";
import { MAX_RULES_A_REVIEW } from "#shared/domain/reviews/limits.ts";
import { askCounsel, type Framework, isCurrent } from "../parts/books.ts";
import { SelectInput } from "../parts/field.tsx";
import { joined, line } from "../parts/format.ts";
import { Pending } from "../parts/trouble.tsx";
import { callAll, type Item, type Outcome } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { t } from "./texts.ts";

/** The twins of the picked rules in one other book, and the counsel who could review them. */
interface TwinsOfBook {
  book: Framework;
  rules: Item<"listRules">[];
  counsel: Item<"listCounsel">[];
}

/** The review that is requested of one other book along with the picked rules. */
export interface TwinOrder {
  book: Framework;
  counsel: Item<"listCounsel">;
  ruleIds: string[];
}

/** Offers to request reviews of the picked rules' twins too, with one request per book. */
export function Twins(props: {
  bookId: string;
  picked: readonly string[];
  books: readonly Framework[];
  orders: readonly TwinOrder[];
  onChange: (orders: TwinOrder[]) => void;
}) {
  const { bookId, picked, orders } = props;
  const twins = picked.flatMap((use_case_id) => twinsOf({ framework_id: bookId, use_case_id }));
  const byBook = Map.groupBy(twins, ({ framework_id }) => framework_id);
  const others = props.books.filter((book) => isCurrent(book) && byBook.has(book.id));
  const key = others.map(({ id }) => id).join(" ");
  const found = useLoad(`twins ${key}`, () => askBooks(others));
  if (others.length === 0) return null;
  const choose = (book: Framework, order: TwinOrder | null) =>
    props.onChange([
      ...orders.filter((one) => one.book.id !== book.id),
      ...(order === null ? [] : [order]),
    ]);
  return (
    <fieldset>
      <legend>{t.twins}</legend>
      <p class="hint">{t.twinsHint}</p>
      <Pending of={found} />
      {(found.data ?? []).map(({ book, rules, counsel }) => {
        const wanted = new Set((byBook.get(book.id) ?? []).map((twin) => twin.use_case_id));
        const there = rules
          .filter(({ use_case_id }) => wanted.has(use_case_id))
          .slice(0, MAX_RULES_A_REVIEW);
        if (there.length === 0) return null;
        const ruleIds = there.map(({ use_case_id }) => use_case_id);
        const order = orders.find((one) => one.book.id === book.id);
        return (
          <SelectInput
            key={book.id}
            name={`twins-${book.id}`}
            label={t.twinsOf(line(book.short_name ?? book.display_name), there.length)}
            hint={there.map(({ title }) => line(title)).join("; ")}
            value={order?.counsel.id ?? ""}
            options={[
              ["", counsel.length === 0 ? t.twinsNoCounsel : t.twinsNot],
              ...counsel.map(
                ({ id, display_name, firm }) => [id, joined(display_name, firm)] as const,
              ),
            ]}
            onChoose={(counselId) => {
              const one = counsel.find(({ id }) => id === counselId);
              choose(book, one ? { book, counsel: one, ruleIds } : null);
            }}
          />
        );
      })}
    </fieldset>
  );
}

/** The rules and the active counsel of several books. */
async function askBooks(books: readonly Framework[]): Promise<Outcome<TwinsOfBook[]>> {
  const all: TwinsOfBook[] = [];
  for (const book of books) {
    const [rules, counsel] = await Promise.all([
      callAll("listRules", { params: { framework_id: book.id } }),
      askCounsel(book.id, "true"),
    ]);
    if (rules.kind !== "done") return rules;
    if (counsel.kind !== "done") return counsel;
    all.push({ book, rules: rules.body, counsel: counsel.body });
  }
  return { kind: "done", body: all };
}
