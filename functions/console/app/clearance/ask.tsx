import { useState } from "preact/hooks";
import { Screen } from "../parts/basics.tsx";
import { useFilters } from "../parts/table.tsx";
import { Pending } from "../parts/trouble.tsx";
import { useAll } from "../shell/load.ts";
import { AskForm } from "./ask-form.tsx";
import { type Answered, type Asked, type NamedBook, nothingAsked } from "./question.ts";
import { ClearanceTabs } from "./tabs.tsx";
import { t } from "./texts.ts";
import { Verdict } from "./verdict.tsx";

/** The question in the address: a book, and some of its rules. */
const asked = (given: { framework_id: string; use_case_ids: string }, first: string): Asked => ({
  ...nothingAsked,
  framework_id: given.framework_id || first,
  how: given.use_case_ids === "" ? "book" : "ids",
  ids: given.use_case_ids.split(",").join("\n"),
});

/** The question, and its answer in words. */
export function Ask() {
  const books = useAll("listRuleNames", {});
  if (books.data !== null) return <Question books={books.data} />;
  return (
    <Screen title={t.title} lead={t.lead}>
      <ClearanceTabs />
      <Pending of={books} />
    </Screen>
  );
}

function Question({ books }: { books: readonly NamedBook[] }) {
  const { values } = useFilters(["framework_id", "use_case_ids"]);
  const [answer, setAnswer] = useState<Answered | null>(null);
  const only = books.length === 1 ? (books[0]?.id ?? "") : "";
  return (
    <Screen title={t.title} lead={t.lead}>
      <ClearanceTabs />
      <AskForm
        initial={asked(values, only)}
        books={books}
        onAsked={() => setAnswer(null)}
        onAnswer={setAnswer}
      />
      {answer && (
        <Verdict
          {...answer}
          rules={books.find(({ id }) => id === answer.of.framework_id)?.rules ?? []}
        />
      )}
    </Screen>
  );
}
