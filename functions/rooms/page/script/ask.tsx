import { useState } from "preact/hooks";
import { provenanceTexts } from "#shared/domain/standing/provenance.ts";
import { countOf, visible } from "#shared/domain/text/text.ts";
import { Mark } from "./basics.tsx";
import { WordingOfDay } from "./evidence/day-wording.tsx";
import { Evidence } from "./evidence/evidence.tsx";
import { RuleWording } from "./evidence/wording.tsx";
import { type Answer, type Found, findInRoom } from "./find.ts";
import { dayOf, line } from "./format.ts";
import { lawSentence } from "./law.ts";
import type { Review, Room, Rule } from "./room.ts";
import { decisionMarks, decisionOn, isOverruled, outcomeOn, ruleSentence } from "./standing.ts";
import { t } from "./texts.ts";

const AT_ONCE = 20;

/** One search field, and one sentence for each rule and decision that answers it. */
export function Ask({ room }: { room: Room }) {
  const [text, setText] = useState("");
  const [most, setMost] = useState(AT_ONCE);
  const today = new Date().toISOString().slice(0, 10);
  const answer = findInRoom(room, text, today);
  const { found } = answer;
  return (
    <>
      <search>
        <form onSubmit={(event) => event.preventDefault()}>
          <label for="asked">{t.ask.label}</label>
          <input
            id="asked"
            type="search"
            autoComplete="off"
            spellcheck={false}
            maxLength={300}
            aria-describedby="asked-hint"
            value={text}
            onInput={({ currentTarget }) => {
              setText(currentTarget.value);
              setMost(AT_ONCE);
            }}
          />
          <p class="hint" id="asked-hint">
            {t.ask.hint}
          </p>
        </form>
      </search>
      <p role="status" class="count">
        {summaryOf(room, answer)}
      </p>
      {!room.isWhole && <p class="note">{t.ask.partly}</p>}
      {found.slice(0, most).map((one) => (
        <Result
          key={`${one.rule.framework_id} ${one.rule.use_case_id} ${answer.day}`}
          room={room}
          of={one}
          day={answer.day}
          today={today}
        />
      ))}
      {found.length > most && (
        <p>
          <button type="button" onClick={() => setMost(most + AT_ONCE)}>
            {t.ask.more(Math.min(AT_ONCE, found.length - most))}
          </button>
        </p>
      )}
    </>
  );
}

function summaryOf(room: Room, { found, day, dayMeans }: Answer): string {
  if (found.length === 0) return room.rules.length === 0 ? t.ask.empty : t.ask.none;
  const decisions = new Set(found.flatMap(({ reviews }) => reviews.map(({ id }) => id))).size;
  const all = t.ask.all(countOf(decisions, "decision"), countOf(found.length, "rule"));
  if (day === null || dayMeans === null) return all;
  if (dayMeans === "of") return t.ask.ofDay(dayOf(day)) + all;
  const isOnlyDay = found.every(({ reviews }) => reviews.length > 0);
  return (isOnlyDay ? t.ask.noneOfDay(dayOf(day)) : t.ask.byDay(dayOf(day))) + all;
}

interface ResultProps {
  room: Room;
  of: Found;
  /** The day asked about, YYYY-MM-DD. */
  day: string | null;
  /** YYYY-MM-DD */
  today: string;
}

function Result({ room, of: { rule, reviews }, day, today }: ResultProps) {
  const all = room.reviews.filter(
    ({ framework_id, rule_use_case_ids: ids }) =>
      framework_id === rule.framework_id && ids.includes(rule.use_case_id),
  );
  const book = room.frameworks.find(({ id }) => id === rule.framework_id);
  const about = [
    rule.citations[0]?.label,
    book?.short_name ?? book?.display_name ?? rule.framework_id,
  ];
  return (
    <article class="result">
      <h2>{line(rule.title)}</h2>
      <p class="soft">
        {about.filter(Boolean).map(line).join(" · ")}. {lawSentence(rule, today)}
      </p>
      <p class="standing">
        <Mark mark={[t.statuses[rule.review_status][0], ""]} is={rule.review_status} />
        {ruleSentence(rule, all)}
      </p>
      {rule.objection?.text && <blockquote class="text">{visible(rule.objection.text)}</blockquote>}
      {reviews.length === 0 ? (
        <details>
          <summary>{t.ask.wording}</summary>
          <RuleWording rule={rule} />
        </details>
      ) : (
        <ul class="decisions">
          {reviews.map((review) => (
            <Decision key={review.id} review={review} rule={rule} all={all} />
          ))}
        </ul>
      )}
      {day !== null && <WordingOfDay rule={rule} day={day} />}
    </article>
  );
}

function Decision(props: { review: Review; rule: Rule; all: readonly Review[] }) {
  const { review, rule, all } = props;
  const [isOpen, setOpen] = useState(false);
  const outcome = outcomeOn(review, rule.use_case_id);
  // A panel member's decision is only a vote: only the panel approves.
  const look = review.panel === null && !isOverruled(review, rule, all) ? outcome : "vote";
  const id = `e-${review.id}-${rule.framework_id}-${rule.use_case_id}`;
  return (
    <li>
      <p class="sentence" id={`${id}-said`}>
        <Mark mark={decisionMarks[outcome]} is={look} /> {decisionOn(review, rule)}
        {isOverruled(review, rule, all) && ` ${t.ask.overruled}`}
      </p>
      {provenanceTexts(review).map((text) => (
        <p key={text} class="provenance">
          {text}.
        </p>
      ))}
      <p>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-describedby={`${id}-said`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t.ask.close : t.ask.open}
        </button>
      </p>
      <div id={id} class="evidence" hidden={!isOpen}>
        {isOpen && <Evidence review={review} rule={rule} />}
      </div>
    </li>
  );
}
