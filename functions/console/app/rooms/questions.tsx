import { Link } from "wouter-preact";
import { visible } from "#shared/domain/text/text.ts";
import { ruleAt } from "../parts/addresses.ts";
import { Badge, Empty, Time } from "../parts/basics.tsx";
import { FormBox, TextField, useForm } from "../parts/form.tsx";
import { line } from "../parts/format.ts";
import { ruleWords } from "../parts/rule-words.ts";
import { Pending } from "../parts/trouble.tsx";
import { call, type Item } from "../shell/client.ts";
import { useAll } from "../shell/load.ts";
import type { Room } from "./fields.tsx";
import { t } from "./texts.ts";

type Question = Item<"listRoomQuestions">;

/** The questions of a room's visitor, each with its answer or a form for it. */
export function Questions({ room, onAnswered }: { room: Room; onAnswered: () => void }) {
  const { id } = room;
  const list = useAll("listRoomQuestions", { params: { id } });
  const answered = () => {
    list.reload();
    onAnswered();
  };
  return (
    <section aria-labelledby="questions">
      <h2 id="questions">{t.questions}</h2>
      <Pending of={list} />
      {list.data?.length === 0 && <Empty>{t.noQuestions}</Empty>}
      {list.data?.map((question) => (
        <article key={question.id} aria-label={line(question.text.slice(0, 80))}>
          <p class="soft fine">
            {t.asked} <Time iso={question.asked_at} isRelative />
            <About question={question} />
          </p>
          <p class="text">{visible(question.text)}</p>
          {question.answer === null ? (
            <AnswerForm room={room} question={question} onDone={answered} />
          ) : (
            <>
              <p class="text">
                <Badge tone="sound">{t.answered}</Badge> {visible(question.answer)}
              </p>
              <p class="soft fine">
                <Time iso={question.answered_at} />
              </p>
            </>
          )}
        </article>
      ))}
    </section>
  );
}

const About = ({ question: { rule, review_id } }: { question: Question }) => (
  <>
    {rule && (
      <>
        {" "}
        · {t.about}{" "}
        <Link href={ruleAt(rule.framework_id, rule.use_case_id)}>
          {ruleWords(rule.use_case_id)}
        </Link>
      </>
    )}
    {review_id && (
      <>
        {" "}
        · <Link href={`/reviews/${review_id}`}>{t.which}</Link>
      </>
    )}
  </>
);

function AnswerForm(props: { room: Room; question: Question; onDone: () => void }) {
  const { room, question, onDone } = props;
  const form = useForm({ text: "" });
  const params = { id: room.id, question_id: question.id };
  const send = () =>
    form.submit(() => call("answerRoomQuestion", { params, body: form.values }), onDone);
  return (
    <FormBox form={form} onSubmit={send} act={t.send} label={t.answer}>
      {room.status !== "open" && <p class="note">{t.closedNow}</p>}
      <TextField form={form} name="text" rows={4} label={t.answer} hint={t.answerHint} />
    </FormBox>
  );
}
