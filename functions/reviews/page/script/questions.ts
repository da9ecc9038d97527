import { askQuestion, listQuestions, type Problem, type Question, type Review } from "./api.ts";
import { announce, byId, classed, make, write } from "./dom.ts";
import { inUtc } from "./format.ts";
import { numberOf } from "./reason.ts";
import { ofRules } from "./rules-language.ts";
import { says } from "./says.ts";
import { endings } from "./steps.ts";

/** What counsel asks before deciding, and what was answered. */

let asked: readonly Question[] = [];
let titles: ReadonlyMap<string, string> = new Map();

/** What counsel asked so far, as the page knows it. */
export const questionsAsked = (): readonly Question[] => asked;

/** Shows the questions of a review that waits for its decision. */
export async function showQuestions({ rules, keys }: Review): Promise<void> {
  titles = new Map(rules.map(({ use_case_id, title }) => [use_case_id, title]));
  byId("questions-key").hidden = keys === undefined;
  const about = byId<HTMLSelectElement>("question-about");
  about.replaceChildren(
    about.options[0] as HTMLOptionElement,
    ...rules.map(({ use_case_id, title }) => {
      const option = ofRules(make("option", title));
      option.value = use_case_id;
      return option;
    }),
  );
  const outcome = await listQuestions();
  if (outcome.kind === "done") render(outcome.body.items);
}

function render(questions: readonly Question[]): void {
  asked = questions;
  byId("questions-asked").replaceChildren(...questions.map(itemOf));
}

const textOf = (text: Question["text"]): string =>
  typeof text === "string" ? text : says.questions.erased;

function itemOf({ use_case_id, text, asked_at, answer, shared }: Question): HTMLElement {
  const about =
    use_case_id === null
      ? []
      : [" · ", ofRules(make("span", titles.get(use_case_id) ?? use_case_id))];
  const given =
    answer === null
      ? classed("p", "soft", says.questions.waiting)
      : classed(
          "p",
          "verbatim",
          make("strong", shared ? says.questions.shared : says.questions.answer),
          ` ${textOf(answer)}`,
        );
  return make(
    "li",
    classed("p", "soft", inUtc(asked_at), ...about),
    classed("p", "verbatim", textOf(text)),
    given,
  );
}

/** Connects the form. @param stop shows that the request is no longer open */
export function wireQuestions(stop: (problem: Problem) => void): void {
  byId("question").addEventListener("submit", (event) => {
    event.preventDefault();
    send(stop).catch(() => fail(says.questions.failed));
  });
}

/** Says at the field why nothing was asked; an empty text takes it back. */
function fail(message: string): void {
  const field = byId("question-text");
  write(byId("e-question"), message);
  byId("e-question").hidden = message === "";
  field.setAttribute("aria-invalid", String(message !== ""));
  if (message !== "") field.focus();
}

async function send(stop: (problem: Problem) => void): Promise<void> {
  const field = byId<HTMLTextAreaElement>("question-text");
  const text = field.value;
  if (text.trim() === "") return fail(says.questions.missing);
  const useCaseId = byId<HTMLSelectElement>("question-about").value;
  const outcome = await askQuestion({
    text,
    ...(useCaseId === "" ? {} : { use_case_id: useCaseId }),
  });
  if (outcome.kind === "done") {
    fail("");
    field.value = "";
    const others = asked.filter(({ id }) => id !== outcome.body.id);
    render([...others, outcome.body]);
    return announce(says.questions.asked);
  }
  if (outcome.kind === "problem" && endings[outcome.code]) return stop(outcome);
  if (outcome.kind === "problem" && outcome.code === "too_many_questions") {
    return fail(says.questions.many);
  }
  fail(`${says.questions.failed} ${numberOf(outcome.kind === "problem" ? outcome : null)}`.trim());
}
