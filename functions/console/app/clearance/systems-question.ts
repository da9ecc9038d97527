import type { Answer, Outcome, Request } from "../shell/client.ts";
import { call } from "../shell/client.ts";

/** The form's initial values, all as typed text. */
export const nothingAsked = {
  about: "repository" as string,
  repository: "",
  artifact_ids: [] as readonly string[],
  connection_id: "",
  commit: "",
  allow: [] as readonly string[],
  max_confirmed_age_days: "",
  max_run_age_hours: "",
};
export type AskedSystems = typeof nothingAsked;

export type SystemsBody = Request<"askSystems">["body"];
export type SystemsVerdict = Answer<"askSystems">;

const number = <K extends string>(name: K, typed: string) =>
  typed.trim() === "" ? {} : { [name]: Number(typed) };

const repository = ({ repository: typed, connection_id, commit }: AskedSystems) => {
  const named = typed.trim();
  return {
    ...(/^\d+$/.test(named) ? { repository_id: named } : { repository: named }),
    ...(connection_id === "" ? {} : { connection_id }),
    ...(commit.trim() === "" ? {} : { commit: commit.trim() }),
  };
};

/** The question to send. */
const bodyOf = (asked: AskedSystems): SystemsBody =>
  ({
    ...(asked.about === "systems" ? { artifact_ids: [...asked.artifact_ids] } : repository(asked)),
    ...(asked.allow.length === 0 ? {} : { allow: asked.allow }),
    ...number("max_confirmed_age_days", asked.max_confirmed_age_days),
    ...number("max_run_age_hours", asked.max_run_age_hours),
  }) as SystemsBody;

/** A question as it was sent, and its answer. */
export interface AnsweredSystems {
  body: SystemsBody;
  of: SystemsVerdict;
}

/** Asks the form's question. */
export async function askAbout(asked: AskedSystems): Promise<Outcome<AnsweredSystems>> {
  const body = bodyOf(asked);
  const answer = await call("askSystems", { body });
  return answer.kind === "done" ? { kind: "done", body: { body, of: answer.body } } : answer;
}

/** Asks again, for the answer with its signed statement. */
export const askAboutSigned = (body: SystemsBody): Promise<Outcome<SystemsVerdict>> =>
  call("askSystems", { body, query: { statement: "true" } } as Request<"askSystems">);
