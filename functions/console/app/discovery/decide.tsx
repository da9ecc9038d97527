import { useState } from "preact/hooks";
import { classNames } from "../parts/classes.ts";
import { SelectInput, TextInput } from "../parts/field.tsx";
import { type Form, FormBox, SelectField, Submit, TextField, useForm } from "../parts/form.tsx";
import { line } from "../parts/format.ts";
import { Tick } from "../parts/tick.tsx";
import { Pending } from "../parts/trouble.tsx";
import { type Answer, call, type Request } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { session } from "../shell/session.ts";
import type { Artifact } from "./artifacts.ts";
import { type ClassName, isByOne } from "./class.tsx";
import { t } from "./texts.ts";

type Decided = Exclude<ClassName, "unknown">;
type Decision = Request<"decideClassification">["body"];
type Answers = NonNullable<Decision["answers"]>;
type Question = Answer<"getClassificationQuestions">["questions"][number];

interface Props {
  artifact: Artifact;
  onChanged: (said: string) => void;
}

/** Where an org admin answers for the class: confirms it, names another, or answers questions. */
export function Decide(props: Props) {
  const { classification } = props.artifact;
  const open = classification?.open_questions.length ?? 1;
  const [isAnswering, setAnswering] = useState(classification === null || open > 0);
  return (
    <section>
      <h2>{t.decide}</h2>
      <p class="actions">
        <button type="button" aria-pressed={!isAnswering} onClick={() => setAnswering(false)}>
          {t.byClass}
        </button>
        <button type="button" aria-pressed={isAnswering} onClick={() => setAnswering(true)}>
          {t.byAnswers}
        </button>
      </p>
      {isAnswering ? <AnswerForm {...props} /> : <ClassForm {...props} />}
    </section>
  );
}

const decidable = Object.entries(classNames).filter(([name]) => name !== "unknown");

/** Sends a decision. The API refuses it if the classification has changed meanwhile. */
const decide = ({ id, classification }: Artifact, body: Decision) =>
  call("decideClassification", {
    params: { id },
    body: {
      ...body,
      ...(classification === null ? {} : { classified_at: classification.classified_at }),
    },
  });

function ClassForm({ artifact, onChanged }: Props) {
  const proposed = artifact.classification?.class ?? "unknown";
  const form = useForm({
    class: proposed === "unknown" ? "" : proposed,
    reason: "",
    allowed_by: "",
  });
  const { class: chosen, reason, allowed_by } = form.values;
  const isSecond = chosen === proposed && isAnothersAlone(artifact);
  const isLeaving = isProhibited(artifact) && chosen !== "prohibited" && !isSecond;
  const body = {
    ...(chosen === "" ? {} : { class: chosen as Decided }),
    reason,
    ...(isLeaving && allowed_by !== "" ? { allowed_by } : {}),
  };
  const send = () =>
    form.submit(
      () => decide(artifact, body),
      () => onChanged(t.decided(line(artifact.name), classNames[chosen as Decided])),
    );
  return (
    <FormBox form={form} onSubmit={send} label={t.byClass}>
      <SelectField
        form={form}
        name="class"
        label={t.columns.class}
        options={proposed === "unknown" ? [["", t.choose], ...decidable] : decidable}
      />
      {isLeaving && <Allowed form={form} />}
      <TextField form={form} name="reason" label={t.reason} hint={t.reasonHint} rows={3} />
      <Submit isBusy={form.isBusy}>{chosen === proposed ? t.confirm : t.override}</Submit>
    </FormBox>
  );
}

/** Whether the facts found make it prohibited, whatever a person has decided. */
const isProhibited = ({ classification }: Artifact): boolean =>
  classification?.class === "prohibited" || classification?.allowed_by != null;

/**
 * Whether only somebody else has confirmed that the law allows it. Whoever confirms the same class is the
 * second person, and adds no sentence of the law.
 */
const isAnothersAlone = ({ classification }: Artifact): boolean =>
  classification !== null &&
  isByOne(classification) &&
  classification.confirmed_by !== session.value?.person.userId;

/** A system leaves "prohibited" only by a sentence of the law. */
const Allowed = <V extends { allowed_by: string }>(props: {
  form: Form<V>;
  isOptional?: boolean;
}) => (
  <TextField
    form={props.form as unknown as Form<{ allowed_by: string }>}
    name="allowed_by"
    label={t.allowedField}
    hint={t.allowedHint}
    rows={3}
    isOptional={props.isOptional === true}
  />
);

function AnswerForm({ artifact, onChanged }: Props) {
  const questions = useCall("getClassificationQuestions", {});
  const [answers, setAnswers] = useState<Answers>({});
  const form = useForm({ reason: "", allowed_by: "" });
  const { reason, allowed_by } = form.values;
  const { classification } = artifact;
  const open = new Set((classification?.open_questions ?? []).map(({ fact }) => fact));
  const asked = (questions.data?.questions ?? []).filter(
    ({ fact }) => classification === null || open.has(fact),
  );
  const send = () =>
    form.submit(
      () => decide(artifact, { answers, reason, ...(allowed_by === "" ? {} : { allowed_by }) }),
      () => {
        setAnswers({});
        onChanged(t.answered(line(artifact.name)));
      },
    );
  if (questions.data === null) return <Pending of={questions} />;
  if (asked.length === 0) return <p class="soft">{t.nothingOpen}</p>;
  return (
    <FormBox form={form} onSubmit={send} label={t.byAnswers}>
      {asked.map((question) => (
        <AnswerField
          key={question.fact}
          question={question}
          value={answers[question.fact]}
          onAnswer={(value) => setAnswers({ ...answers, [question.fact]: value })}
        />
      ))}
      {isProhibited(artifact) && <Allowed form={form} isOptional />}
      <TextField form={form} name="reason" label={t.reason} hint={t.reasonHint} rows={3} />
      <Submit isBusy={form.isBusy}>{t.answer}</Submit>
    </FormBox>
  );
}

function AnswerField(props: {
  question: Question;
  value: Answers[Question["fact"]];
  onAnswer: (value: Answers[Question["fact"]]) => void;
}) {
  const { question, value, onAnswer } = props;
  const field = { name: `answers.${question.fact}`, label: question.text, fault: null };
  if (question.kind === "any") {
    const chosen = Array.isArray(value) ? value : null;
    const toggle = (one: string) =>
      onAnswer(
        chosen?.includes(one) ? chosen.filter((other) => other !== one) : [...(chosen ?? []), one],
      );
    return (
      <fieldset>
        <legend>{question.text}</legend>
        <div class="check">
          <Tick
            id={`${field.name}-none`}
            isOn={chosen?.length === 0}
            onTick={(isOn) => onAnswer(isOn ? [] : undefined)}
          >
            {t.noneOfThese}
          </Tick>
        </div>
        {question.options.map(({ value: one, label }) => (
          <div class="check" key={one}>
            <Tick
              id={`${field.name}-${one}`}
              isOn={chosen?.includes(one) ?? false}
              onTick={() => toggle(one)}
            >
              {label}
            </Tick>
          </div>
        ))}
      </fieldset>
    );
  }
  if (question.kind === "text") {
    return (
      <TextInput
        {...field}
        value={typeof value === "string" ? value : ""}
        onInput={(text) => onAnswer(text === "" ? undefined : text)}
      />
    );
  }
  const isYesNo = question.kind === "boolean";
  const options = isYesNo
    ? [["true", t.yes] as const, ["false", t.no] as const]
    : question.options.map((option) => [option.value, option.label] as const);
  return (
    <SelectInput
      {...field}
      value={value === undefined || value === null ? "" : String(value)}
      options={[["", t.unanswered], ...options]}
      onChoose={(chosen) =>
        onAnswer(chosen === "" ? undefined : isYesNo ? chosen === "true" : chosen)
      }
    />
  );
}
