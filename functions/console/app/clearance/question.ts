import { rulesInJson } from "../parts/rules-in-json.ts";
import {
  type Answer,
  call,
  callAll,
  type Outcome,
  type Request,
  refused,
} from "../shell/client.ts";
import { t } from "./texts.ts";

/** What the form holds at first, all as typed. */
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
export type Clearance = Answer<"askClearance">;

const MOST_RULES = 500;

/** The ids in a text, one a line, or separated by commas. */
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

/** The question to send, or why there is none. */
async function bodyOf(asked: Asked): Promise<Outcome<Body>> {
  const { framework_id, how } = asked;
  const shared = { framework_id: framework_id.trim(), ...conditions(asked) };
  if (how === "ids") return { kind: "done", body: { ...shared, use_case_ids: idsIn(asked.ids) } };
  if (how === "rules") {
    const rules = rulesInJson(asked.wording, t);
    if (typeof rules === "string") return refused("rules", rules);
    return { kind: "done", body: { ...shared, rules } };
  }
  const live = await callAll("listRules", { params: { framework_id } });
  if (live.kind !== "done") return live;
  const use_case_ids = live.body.map((rule) => rule.use_case_id);
  if (use_case_ids.length > MOST_RULES) return refused("how", t.tooMany(use_case_ids.length));
  if (use_case_ids.length === 0) return refused("framework_id", t.noRules);
  return { kind: "done", body: { ...shared, use_case_ids } };
}

/** A question as it was sent, and its answer. */
export interface Answered {
  body: Body;
  of: Clearance;
}

/** Asks what the form says. */
export async function ask(asked: Asked): Promise<Outcome<Answered>> {
  const question = await bodyOf(asked);
  if (question.kind !== "done") return question;
  const { body } = question;
  const answer = await call("askClearance", { body } as Request<"askClearance">);
  return answer.kind === "done" ? { kind: "done", body: { body, of: answer.body } } : answer;
}

/** Asks once more, for the answer with its signed statement. */
export const askSigned = (body: Body): Promise<Outcome<Clearance>> =>
  call("askClearance", { body, query: { statement: "true" } } as Request<"askClearance">);
