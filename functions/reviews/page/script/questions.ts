import {
  askQuestion,
  isRefusal,
  listQuestions,
  type Problem,
  type Question,
  type Review,
} from "./api.ts";
import { blame, byId, classed, make, unfold } from "./dom.ts";
import { inUtc } from "./format.ts";
import { ofRules } from "./rules-language.ts";
import { refused, says } from "./says.ts";
import { endings } from "./steps.ts";
import { titleOf } from "./verdicts.ts";
import { textOf } from "./words.ts";

/** The questions that counsel asks before deciding, and the answers. */

let asked: readonly Question[] = [];

/** The questions that counsel has asked so far, as this page knows them. */
export const questionsAsked = (): readonly Question[] => asked;

/** Shows the questions that were asked about a review. */
export async function showQuestions({ rules, keys }: Review): Promise<void> {
  byId("questions-key").hidden = keys === undefined;
  const about = byId<HTMLSelectElement>("question-about");
  about.length = 1;
  about.append(
    ...rules.map(({ use_case_id: value, title }) =>
      Object.assign(ofRules(make("option", title)), { value }),
    ),
  );
  await list();
}

async function list(): Promise<void> {
  const outcome = await listQuestions();
  if (outcome.kind === "done") render(outcome.body.items);
}

function render(questions: readonly Question[]): void {
  asked = questions;
  if (questions.length > 0) unfold(byId("question"));
  byId("questions-asked").replaceChildren(...questions.map(itemOf));
}

function itemOf({ use_case_id, text, asked_at, answer, shared }: Question): HTMLElement {
  const { waiting, answer: own, shared: toAll } = says.questions;
  const name = use_case_id && titleOf(use_case_id);
  const said =
    answer === null ? [waiting] : [make("strong", shared ? toAll : own), ` ${textOf(answer)}`];
  return make(
    "li",
    classed("p", "soft", inUtc(asked_at), ...(name ? [" · ", ofRules(make("span", name))] : [])),
    classed("p", "verbatim", textOf(text)),
    classed("p", "verbatim", ...said),
  );
}

/** Connects the form. @param stop shows that the request is no longer open */
export function wireQuestions(stop: (problem: Problem) => void): void {
  byId("question").addEventListener("submit", (event) => {
    event.preventDefault();
    send(stop).catch(() => fail(says.delegation.unreachable));
  });
}

/** Shows at the field why the question was not sent. An empty message clears it. */
function fail(message: string): void {
  const field = byId("question-text");
  blame(field, byId("e-question"), message);
  if (message !== "") field.focus();
}

async function send(stop: (problem: Problem) => void): Promise<void> {
  const field = byId<HTMLTextAreaElement>("question-text");
  const text = field.value;
  if (text.trim() === "") return fail(says.delegation.missing);
  const use_case_id = byId<HTMLSelectElement>("question-about").value || null;
  const outcome = await askQuestion({ text, use_case_id });
  if (isRefusal(outcome)) {
    const { code, errors } = outcome;
    if (endings[code]) return stop(outcome);
    if (errors[0]) return fail(refused(errors[0].message));
    return fail(code === "too_many_questions" ? says.questions.many : says.delegation.failed);
  }
  if (outcome.kind === "done")
    render([...asked.filter(({ id }) => id !== outcome.body.id), outcome.body]);
  // The question may have arrived although the answer to sending it did not.
  else await list();
  const isAsked = asked.some(
    (one) => one.answer === null && one.text === text && one.use_case_id === use_case_id,
  );
  if (!isAsked) return fail(says.delegation.unreachable);
  fail("");
  field.value = "";
}
