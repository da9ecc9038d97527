import { useLayoutEffect, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { findDay } from "#shared/domain/evidence/question/day.ts";
import { today } from "../parts/answer.tsx";
import { Empty, Screen } from "../parts/basics.tsx";
import { useBooks } from "../parts/books.ts";
import { useFilters } from "../parts/table.tsx";
import { searchOf } from "./address.ts";
import { Found } from "./found.tsx";
import { RuleAnswer } from "./rule-answer.tsx";
import { EvidenceTabs } from "./tabs.tsx";
import { t } from "./texts.ts";

const names = ["q", "on", "rule"] as const;

/** A field for the regulator's question, and a day. The answer is a sentence, then its proof. */
export function Ask() {
  const { values, set } = useFilters(names);
  const books = useBooks();
  const on = values.on === "" ? today() : values.on;
  const [framework_id = "", use_case_id = ""] = splitOnce(values.rule);
  return (
    <Screen title={t.title} lead={t.lead}>
      <EvidenceTabs />
      <QuestionForm
        q={values.q}
        on={on}
        onAsk={(q, day) => {
          const { day: named } = findDay(q, today());
          const asked = named ?? day;
          // If the words are the same, the question is about the same rule on another day.
          const rule = q === values.q ? values.rule : "";
          set({ q, on: asked === today() ? "" : asked, rule });
        }}
      />
      {use_case_id !== "" ? (
        <>
          {values.q !== "" && (
            <p>
              <Link href={`/evidence?${searchOf(values.q, values.on)}`}>{t.backToAll}</Link>
            </p>
          )}
          <RuleAnswer
            key={values.rule + on}
            framework_id={framework_id}
            use_case_id={use_case_id}
            on={on}
            books={books.data}
          />
        </>
      ) : values.q !== "" ? (
        <Found key={values.q + on} q={values.q} on={on} books={books.data} />
      ) : books.data?.length === 0 ? (
        <Empty action={{ to: "/rule-books", label: t.toBooks }}>{t.noBooks}</Empty>
      ) : (
        <Examples />
      )}
    </Screen>
  );
}

/** Splits at the first slash: framework ids contain none. */
const splitOnce = (text: string): string[] => {
  const at = text.indexOf("/");
  return at < 0 ? [] : [text.slice(0, at), text.slice(at + 1)];
};

function QuestionForm(props: { q: string; on: string; onAsk: (q: string, on: string) => void }) {
  const [q, setQ] = useState(props.q);
  const [on, setOn] = useState(props.on);
  useLayoutEffect(() => setQ(props.q), [props.q]);
  useLayoutEffect(() => setOn(props.on), [props.on]);
  const ask = (event: Event) => {
    event.preventDefault();
    props.onAsk(q.trim(), on === "" ? today() : on);
  };
  return (
    <search>
      <form class="ask" onSubmit={ask}>
        <div class="field">
          <label for="question">{t.question}</label>
          <input
            id="question"
            type="search"
            data-search
            autoComplete="off"
            spellcheck={false}
            maxLength={200}
            aria-describedby="question-hint"
            value={q}
            onInput={({ currentTarget }) => setQ(currentTarget.value)}
          />
        </div>
        <div class="field">
          <label for="on">{t.on}</label>
          <input
            id="on"
            type="date"
            value={on}
            onInput={({ currentTarget }) => setOn(currentTarget.value)}
          />
        </div>
        <button type="submit" class="primary">
          {t.ask}
        </button>
        <p class="hint" id="question-hint">
          {t.questionHint}
        </p>
      </form>
    </search>
  );
}

const Examples = () => (
  <div class="empty">
    <p>{t.examples}</p>
    <ul>
      {t.exampleQuestions.map((example) => (
        <li key={example}>
          <Link href={`/evidence?${searchOf(example, "")}`}>{example}</Link>
        </li>
      ))}
    </ul>
  </div>
);
