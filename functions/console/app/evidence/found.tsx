import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { findDay } from "#shared/domain/evidence/question/day.ts";
import { namesAll, readId, readQuestion } from "#shared/domain/evidence/question/question.ts";
import { provisionOf } from "#shared/domain/frameworks/provision.ts";
import { type Decision, isDecision } from "#shared/domain/reviews/statuses.ts";
import { dayText } from "#shared/domain/standing/day-text.ts";
import { outcomesOfReview } from "#shared/domain/standing/outcomes.ts";
import { decisionSentence } from "#shared/domain/standing/sentence.ts";
import { AnswerSentence, today, useWording } from "../parts/answer.tsx";
import { Empty, Live } from "../parts/basics.tsx";
import { bookName, type Framework } from "../parts/books.ts";
import { line } from "../parts/format.ts";
import { Sentence } from "../parts/sentence.tsx";
import { Entry } from "../parts/table.tsx";
import { Pending } from "../parts/trouble.tsx";
import { signerOf } from "../reviews/signer.ts";
import { type Answer, call, type Item, type Outcome } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { searchOf } from "./address.ts";
import { RuleAnswer } from "./rule-answer.tsx";
import { t } from "./texts.ts";

type Rule = Answer<"searchRules">["rules"][number];
type Review = Item<"listReviews">;

/** How many sentences are shown at a time. */
const AT_ONCE = 7;
const MAX_RULES = 50;
const MAX_DECISIONS = 10;

interface Props {
  q: string;
  on: string;
  books: readonly Framework[] | null;
}

interface Both {
  rules: Answer<"searchRules">;
  /** The newest reviews by counsel of that name. */
  reviews: Review[];
}

async function askBoth(search: string, name: string): Promise<Outcome<Both>> {
  const none: Both = { rules: { found: 0, rules: [] }, reviews: [] };
  const [rules, reviews] = await Promise.all([
    search === "" ? null : call("searchRules", { query: { search, limit: String(MAX_RULES) } }),
    name === "" ? null : call("listReviews", { query: { search: name, limit: "50" } }),
  ]);
  if (rules && rules.kind !== "done") return rules;
  if (reviews && reviews.kind !== "done") return reviews;
  return {
    kind: "done",
    body: { rules: rules?.body ?? none.rules, reviews: reviews?.body.items ?? none.reviews },
  };
}

/** The result of a question: the answer, or sentences to choose from. */
export function Found({ q, on, books }: Props) {
  const { day, rest } = findDay(q, today());
  const question = readQuestion(q, today());
  const isOnlyDay = day !== null && rest === "";
  // No name looks like an article, but an id may begin like one. A day alone asks for its decisions.
  const isName = question.provisions.length === 0 || readId(rest) !== null;
  const name = isOnlyDay ? day : isName ? rest : "";
  const found = useLoad(`find ${rest}`, () => askBoth(rest, name));
  if (found.data === null) return <Pending of={found} />;
  const { rules, reviews } = found.data;
  // Beside rules, only this counsel's decisions; without rules, all reviews that were found.
  const isOfCounsel = (one: Review) =>
    namesAll(question, [one.counsel_display_name, one.counsel_firm]);
  const named = rules.rules.length > 0 ? reviews.filter(isOfCounsel) : reviews;
  const decisions = named.filter(({ status, decided_at }) => {
    const decided = (decided_at ?? "").slice(0, 10);
    return isDecision(status) && (isOnlyDay ? decided === day : decided <= on);
  });
  const [only, ...others] = rules.rules;
  if (only && others.length === 0 && decisions.length === 0) {
    return <RuleAnswer {...only} on={on} books={books} />;
  }
  if (!only && decisions.length === 0)
    return <Nothing q={q} day={isOnlyDay ? dayText(day) : null} />;
  return (
    <>
      <Live>{t.foundCount(rules.found, decisions.length)}</Live>
      {only && <Rules found={rules} q={q} on={on} books={books} />}
      {decisions.length > 0 && (
        <Decided
          decisions={decisions}
          title={isOnlyDay ? t.decidedOn(dayText(day)) : t.decisionsOf}
          name={name}
          books={books}
        />
      )}
    </>
  );
}

const Nothing = ({ q, day }: { q: string; day: string | null }) =>
  day === null ? (
    <Empty>{t.nothing(line(q))}</Empty>
  ) : (
    <Empty action={{ to: "/evidence/decisions", label: t.decisionsTitle }}>
      {t.nothingOn(day)}
    </Empty>
  );

function Rules({ found, q, on, books }: Props & { found: Answer<"searchRules"> }) {
  const [shown, setShown] = useState(AT_ONCE);
  const { rules } = found;
  return (
    <>
      <h2>{t.rulesFound(found.found)}</h2>
      <ul class="sentences">
        {rules.slice(0, shown).map((rule) => (
          <RuleSentence
            key={`${rule.framework_id}/${rule.use_case_id}`}
            rule={rule}
            q={q}
            on={on}
            books={books}
          />
        ))}
      </ul>
      {shown < rules.length && (
        <p>
          <button type="button" onClick={() => setShown(shown + AT_ONCE)}>
            {t.more(Math.min(AT_ONCE, rules.length - shown), rules.length - shown)}
          </button>
        </p>
      )}
      {found.found > rules.length && <p class="soft">{t.notAll(found.found, rules.length)}</p>}
    </>
  );
}

function RuleSentence({ rule, q, on, books }: Props & { rule: Rule }) {
  const { framework_id, use_case_id, title, citation } = rule;
  const wording = useWording({ framework_id, use_case_id, on });
  const to = `/evidence?${searchOf(q, on === today() ? "" : on, `${framework_id}/${use_case_id}`)}`;
  return (
    <li>
      <p>
        <Entry to={to}>
          {citation && `${line(provisionOf(citation))} · `}
          {line(title)}
        </Entry>{" "}
        <span class="soft fine">{bookName(books, framework_id)}</span>
      </p>
      <AnswerSentence of={wording} on={on} />
    </li>
  );
}

function Decided(props: {
  decisions: readonly Review[];
  title: string;
  /** The name by which the queue lists them. */
  name: string;
  books: readonly Framework[] | null;
}) {
  const { decisions, title, name, books } = props;
  return (
    <>
      <h2>{title}</h2>
      <ul class="sentences">
        {decisions.slice(0, MAX_DECISIONS).map((review) => (
          <li key={review.id}>
            <p>
              <Entry to={`/reviews/${review.id}`}>
                {[...review.articles.map(line), bookName(books, review.framework_id)].join(" · ")}
              </Entry>
            </p>
            <p>
              <Sentence pieces={sentenceOf(review)} />
              {review.panel_id && ` ${t.asMember}`}
            </p>
          </li>
        ))}
      </ul>
      <p>
        <Link href={`/reviews?${new URLSearchParams({ search: name })}`}>{t.allReviews}</Link>
      </p>
    </>
  );
}

const sentenceOf = (review: Review) =>
  decisionSentence(
    {
      counsel: signerOf(review),
      decision: review.status as Decision,
      decided_at: review.decided_at ?? "",
    },
    outcomesOfReview(review),
  );
