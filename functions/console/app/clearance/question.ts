import { rulesInJson } from "../parts/rules-in-json.ts";
import {
  type Answer,
  call,
  type Item,
  type Outcome,
  type Request,
  refused,
} from "../shell/client.ts";
import { t } from "./texts.ts";

/** The form's initial values, all as typed text. */
export const nothingAsked = {
  framework_id: "",
  how: "book",
  ids: "",
  wording: "",
  on: "",
  max_age_days: "",
  panel_required: false,
  in_force_only: false,
};
export type Asked = typeof nothingAsked;

export type Body = Request<"askClearance">["body"];
/** A rule book to ask about, and its live rules, by name. */
export type NamedBook = Item<"listRuleNames">;
export type Clearance = Answer<"askClearance">;

const MAX_RULES = 500;

/** The ids in a text, one per line or separated by commas. */
export const idsIn = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((id) => id.trim())
    .filter((id) => id !== "");

const conditions = ({ on, max_age_days, panel_required, in_force_only }: Asked) => ({
  ...(on === "" ? {} : { on }),
  ...(max_age_days.trim() === "" ? {} : { max_age_days: Number(max_age_days) }),
  ...(panel_required ? { panel_required } : {}),
  ...(in_force_only ? { in_force_only } : {}),
});

/** The question to send, or the reason why there is none. */
function bodyOf(asked: Asked, book: NamedBook | undefined): Outcome<Body> {
  const { framework_id, how } = asked;
  const shared = { framework_id: framework_id.trim(), ...conditions(asked) };
  if (how === "ids") return { kind: "done", body: { ...shared, use_case_ids: idsIn(asked.ids) } };
  if (how === "rules") {
    const rules = rulesInJson(asked.wording, t);
    if (typeof rules === "string") return refused("rules", rules);
    return { kind: "done", body: { ...shared, rules } };
  }
  const use_case_ids = (book?.rules ?? []).map((rule) => rule.use_case_id);
  if (use_case_ids.length > MAX_RULES) return refused("how", t.tooMany(use_case_ids.length));
  if (use_case_ids.length === 0) return refused("framework_id", t.noRules);
  return { kind: "done", body: { ...shared, use_case_ids } };
}

/** A question as it was sent, and its answer. */
export interface Answered {
  body: Body;
  of: Clearance;
}

/** Asks the form's question about this book. */
export async function ask(asked: Asked, book: NamedBook | undefined): Promise<Outcome<Answered>> {
  const question = bodyOf(asked, book);
  if (question.kind !== "done") return question;
  const { body } = question;
  const answer = await call("askClearance", { body } as Request<"askClearance">);
  return answer.kind === "done" ? { kind: "done", body: { body, of: answer.body } } : answer;
}

/** Asks again, for the answer with its signed statement. */
export const askSigned = (body: Body): Promise<Outcome<Clearance>> =>
  call("askClearance", { body, query: { statement: "true" } } as Request<"askClearance">);
