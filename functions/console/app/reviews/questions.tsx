import { MAX_ANSWER } from "#shared/domain/reviews/limits.ts";
import { type Question, questionsIn } from "#shared/domain/reviews/question.ts";
import { wordsText } from "#shared/domain/reviews/words-text.ts";
import { visible } from "#shared/domain/text/text.ts";
import { Badge, Time } from "../parts/basics.tsx";
import { FormBox, TextField, useForm } from "../parts/form.tsx";
import { Tick } from "../parts/tick.tsx";
import { type Answer, call, mayChange } from "../shell/client.ts";
import { t } from "./question-texts.ts";
import type { Texts } from "./reviewed-texts.ts";
import { RuleName } from "./rule-name.tsx";

type Evidence = Answer<"getEvidence">;

interface Shown {
  found: Evidence;
  texts: Texts | null;
  onChanged: () => void;
}

/** Counsel's questions before deciding, each with its answer or a form for it. */
export function Questions(props: Shown) {
  const questions = questionsIn(props.found.audit);
  if (questions.length === 0) return null;
  return (
    <section aria-labelledby="questions">
      <h2 id="questions">{t.title}</h2>
      {questions.map((question) => (
        <One key={question.id} {...props} question={question} />
      ))}
    </section>
  );
}

function One({ question, ...shown }: Shown & { question: Question }) {
  const { use_case_id, asked_at, text, answer, answered_at, shared } = question;
  const isOpen = shown.found.request.status === "pending";
  return (
    <article>
      <p class="soft fine">
        {t.asked} <Time iso={asked_at} isRelative />{" "}
        {use_case_id !== null && <RuleName id={use_case_id} texts={shown.texts} />}
      </p>
      <p class="text narrow">{visible(wordsText(text))}</p>
      {answer !== null && (
        <>
          <p class="text narrow">
            <Badge tone="sound">{shared ? t.answeredToAll : t.answered}</Badge>{" "}
            {visible(wordsText(answer))}
          </p>
          <p class="soft fine">
            <Time iso={answered_at} />
          </p>
        </>
      )}
      {answer === null && !isOpen && <p class="soft">{t.unanswered}</p>}
      {answer === null && isOpen && mayChange() && <AnswerForm {...shown} question={question} />}
    </article>
  );
}

function AnswerForm({ found: { request }, onChanged, question }: Shown & { question: Question }) {
  const { id } = question;
  // The other members of a panel cannot be shown a question that was erased.
  const mayShow = request.panel_id != null && typeof question.text === "string";
  const form = useForm({ text: "", to_all: mayShow });
  const { text, to_all } = form.values;
  const body = { text, ...(to_all ? { to_all } : {}) };
  const params = { id: request.id, question_id: id };
  const send = () => form.submit(() => call("answerReviewQuestion", { params, body }), onChanged);
  return (
    <FormBox form={form} onSubmit={send} act={t.send} label={t.answer}>
      <TextField form={form} name="text" rows={4} label={t.answer} hint={t.hint(MAX_ANSWER)} />
      {mayShow && (
        <div class="check">
          <Tick id={`to-all-${id}`} isOn={to_all} onTick={(isOn) => form.set("to_all", isOn)}>
            {t.toAll}
          </Tick>
        </div>
      )}
    </FormBox>
  );
}
