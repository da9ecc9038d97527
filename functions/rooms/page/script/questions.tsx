import { useState } from "preact/hooks";
import { visible } from "#shared/domain/text/text.ts";
import { type Failure, type Outcome, post } from "./api.ts";
import { Trouble } from "./basics.tsx";
import { dayOf, line } from "./format.ts";
import { type Question, type Room, readQuestions } from "./room.ts";
import { t } from "./texts.ts";

type Sending =
  | { is: "idle" }
  | { is: "sending" }
  | { is: "sent" }
  | { is: "empty" }
  | { is: "uncertain" }
  | { is: "failed"; failure: Failure };

const MOST = 4000;

const said = {
  idle: "",
  sending: t.questions.sending,
  sent: t.questions.sent,
  empty: t.questions.empty,
  uncertain: t.questions.uncertain,
  failed: t.questions.failed,
};

/** Only the service itself can say that it recorded nothing. */
const sayOf = (failure: Failure): Sending =>
  failure.kind === "refused" && failure.code !== "" && failure.status !== 500
    ? { is: "failed", failure }
    : { is: "uncertain" };

/** The visitor's questions, the answers, and a form for one more. Typed text is never lost. */
export function Questions({ room }: { room: Room }) {
  const { questions } = room;
  const [asked, setAsked] = useState(questions?.kind === "done" ? questions.body : []);
  const [failure, setFailure] = useState(questions?.kind === "done" ? null : questions);
  const put = (found: Outcome<readonly Question[]>) => {
    setFailure(found.kind === "done" ? null : found);
    if (found.kind === "done") setAsked(found.body);
  };
  const look = () => {
    readQuestions().then(put, () => put({ kind: "unreachable" }));
  };
  return (
    <>
      <h2>{t.questions.title}</h2>
      <p>{t.questions.lead}</p>
      <Ask room={room} onSent={(one) => setAsked((before) => [one, ...before])} />
      {asked.length === 0 && failure === null && <p class="soft">{t.questions.none}</p>}
      <p>
        <button type="button" onClick={look}>
          {t.questions.look}
        </button>{" "}
        <span role="status">{failure && t.questions.unread}</span>
      </p>
      {failure && <Trouble failure={failure} />}
      {asked.map((question) => (
        <Asked key={question.id} question={question} room={room} />
      ))}
    </>
  );
}

/** One more question, while it is typed and sent. */
function useQuestion(room: Room, onSent: (question: Question) => void) {
  const [text, setText] = useState("");
  const [about, setAbout] = useState("");
  const [sending, setSending] = useState<Sending>({ is: "idle" });
  const send = async (event: Event) => {
    event.preventDefault();
    if (sending.is === "sending") return;
    if (text.trim() === "") return setSending({ is: "empty" });
    setSending({ is: "sending" });
    const rule = room.rules[Number(about)];
    const outcome = await post<Question>("/questions", {
      text,
      ...(about === "" || rule === undefined
        ? {}
        : { rule: { framework_id: rule.framework_id, use_case_id: rule.use_case_id } }),
    });
    if (outcome.kind !== "done") return setSending(sayOf(outcome));
    onSent(outcome.body);
    setText("");
    setSending({ is: "sent" });
  };
  const submit = (event: Event) => send(event).catch(() => setSending({ is: "uncertain" }));
  return { text, setText, about, setAbout, sending, submit };
}

function Ask({ room, onSent }: { room: Room; onSent: (question: Question) => void }) {
  const { text, setText, about, setAbout, sending, submit } = useQuestion(room, onSent);
  return (
    <>
      <form onSubmit={submit}>
        <p class="field">
          <label for="about">{t.questions.about}</label>
          <select
            id="about"
            value={about}
            onChange={({ currentTarget }) => setAbout(currentTarget.value)}
          >
            <option value="">{t.questions.whole}</option>
            {room.rules.map(({ framework_id, use_case_id, title }, index) => (
              <option key={`${framework_id} ${use_case_id}`} value={index}>
                {line(title)}
              </option>
            ))}
          </select>
        </p>
        <p class="field">
          <label for="question">{t.questions.text}</label>
          <textarea
            id="question"
            rows={4}
            maxLength={MOST}
            value={text}
            aria-invalid={sending.is === "empty"}
            aria-describedby="question-said"
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </p>
        <p>
          <button type="submit" class="primary" aria-disabled={sending.is === "sending"}>
            {t.questions.send}
          </button>
        </p>
        <p role="status" id="question-said">
          {said[sending.is]}
        </p>
      </form>
      {sending.is === "failed" && <Trouble failure={sending.failure} />}
    </>
  );
}

function Asked({ question, room }: { question: Question; room: Room }) {
  const { rule, text, asked_at, answer, answered_at } = question;
  const title =
    rule === null
      ? t.questions.whole
      : (room.rules.find(
          (one) => one.framework_id === rule.framework_id && one.use_case_id === rule.use_case_id,
        )?.title ?? rule.use_case_id);
  return (
    <article class="result">
      <h3>{line(title)}</h3>
      <p class="soft fine">{t.questions.asked(dayOf(asked_at))}</p>
      <p class="text">{visible(text)}</p>
      {answer === null || answered_at === null ? (
        <p class="soft">{t.questions.open}</p>
      ) : (
        <>
          <p class="soft fine">{t.questions.answered(dayOf(answered_at))}</p>
          <blockquote class="text">{visible(answer)}</blockquote>
        </>
      )}
    </article>
  );
}
