import { Link } from "wouter-preact";
import { type Piece, words } from "#shared/domain/standing/pieces.ts";
import { lawSentence, standingSentence } from "#shared/domain/standing/sentence.ts";
import { toldOf } from "#shared/domain/standing/told.ts";
import type { Answer } from "../shell/client.ts";
import { type Loaded, useCall } from "../shell/load.ts";
import { t } from "./answer-texts.ts";
import { Sentence } from "./sentence.tsx";
import { Trouble } from "./trouble.tsx";

export type Wording = Answer<"getWording">;

export interface Asked {
  framework_id: string;
  use_case_id: string;
  /** YYYY-MM-DD, meaning the end of that day in UTC. */
  on: string;
}

/** The current day in UTC, YYYY-MM-DD. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** We load only the newest approvals of a wording, because a rule may have had thousands. */
export const NEWEST = 10;

export const useWording = ({ framework_id, use_case_id, on }: Asked): Loaded<Wording> =>
  useCall("getWording", {
    params: { framework_id },
    query: { use_case_id, on, limit: String(NEWEST) },
  });

/** The address at which Evidence answers a question about one rule. */
const evidenceAbout = ({ framework_id, use_case_id, on }: Asked): string =>
  `/evidence?${new URLSearchParams({ rule: `${framework_id}/${use_case_id}`, ...(on === today() ? {} : { on }) })}`;

/** The status of a wording, and whether its law applied, in words. */
const answered = (wording: Wording, on: string): Piece[] => [
  ...standingSentence(toldOf(wording)),
  words(" "),
  ...lawSentence(wording.in_force, on, today()),
];

/** A rule's status at the end of a day, in that day's wording; or why there is no answer. */
export function AnswerSentence({ of, on }: { of: Loaded<Wording>; on: string }) {
  const { data, failure } = of;
  if (failure?.kind === "problem" && failure.code === "not_found") return <p>{t.notThen}</p>;
  if (failure) return <Trouble failure={failure} again={of.reload} />;
  if (data === null) return <p class="soft loading">{t.asking} …</p>;
  return (
    <p class="answer">
      <Sentence pieces={answered(data, on)} />
    </p>
  );
}

/** The sentence about a rule today, with a link to its proof, for the rule's own page. */
export function AnswerToday(rule: Omit<Asked, "on">) {
  const asked = { ...rule, on: today() };
  const wording = useWording(asked);
  return (
    <section class="asked">
      <AnswerSentence of={wording} on={asked.on} />
      <p>
        <Link href={evidenceAbout(asked)}>{t.proof}</Link>
      </p>
    </section>
  );
}
