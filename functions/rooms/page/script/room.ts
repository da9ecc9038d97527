import type * as z from "zod/mini";
import type { Rule as RuleText } from "#shared/domain/frameworks/rule.ts";
import type { Decision as DecisionWord } from "#shared/domain/reviews/statuses.ts";
import type { Words } from "#shared/domain/reviews/words.ts";
import { ABOUT_ROOM, type AboutRoom } from "#shared/domain/rooms/about.ts";
import type { Provenance } from "#shared/domain/standing/provenance.ts";
import type * as frameworkRoutes from "#shared/routes/table/frameworks.ts";
import type * as roomRoutes from "#shared/routes/table/room-link.ts";
import type { roomWording } from "#shared/routes/table/rule-schemas.ts";
import { type Failure, get, getAll, type Outcome } from "./api.ts";

/* What the page reads of a room. The answers have the same shapes as an admin's. */

type Answer<R extends { responses: { 200: { schema: () => z.ZodMiniType } } }> = z.output<
  ReturnType<R["responses"][200]["schema"]>
>;

type Framework = Answer<typeof frameworkRoutes.listFrameworks>["items"][number];
export type Rule = Answer<typeof roomRoutes.listRoomRules>["items"][number];
export type RuleDetail = Answer<typeof frameworkRoutes.getRule>;
export type DayWording = z.output<ReturnType<typeof roomWording>>;
export type Coverage = Answer<typeof roomRoutes.getRoomCoverage>;
export type Question = Answer<typeof roomRoutes.listAskedQuestions>["items"][number];
export type { DecisionWord, RuleText };

export interface Signer {
  display_name: string;
  firm?: string | null;
  bar_registration?: string | null;
}

/** A decided review, as lists have it. */
export interface Review {
  id: string;
  framework_id: string;
  rule_use_case_ids: readonly string[];
  status: DecisionWord;
  created_at: string;
  decided_at: string;
  counsel_id: string;
  counsel?: Signer | null;
  counsel_display_name?: string | null;
  counsel_firm?: string | null;
  counsel_bar_registration?: string | null;
  /** The hash of each rule's wording, in the order of the rules. */
  rule_hashes: readonly string[];
  panel: Provenance["panel"];
  delegation: Provenance["delegation"];
  rule_verdicts?: readonly { use_case_id: string; verdict: DecisionWord; text?: Words | null }[];
}

/** Everything that the page shows before anything is opened. */
export interface Room {
  /** null: the answer did not contain it. */
  about: AboutRoom | null;
  frameworks: readonly Framework[];
  rules: readonly Rule[];
  reviews: readonly Review[];
  /** false if there is more than the page reads at once. */
  isWhole: boolean;
  /** null if the visitor may not ask. */
  questions: Outcome<readonly Question[]> | null;
}

/** Reads what a room holds; this is the page's first request. */
export async function enterRoom(): Promise<{ kind: "done"; body: Room } | Failure> {
  const frameworks = await getAll<Framework>("/frameworks");
  if (frameworks.kind !== "done") return frameworks;
  const [rules, reviews, questions] = await Promise.all([
    getAll<Rule>("/rules"),
    getAll<Review>("/reviews"),
    readQuestions(),
  ]);
  if (rules.kind !== "done") return rules;
  if (reviews.kind !== "done") return reviews;
  return {
    kind: "done",
    body: {
      about: aboutOf(frameworks.headers),
      frameworks: frameworks.body.items,
      rules: rules.body.items,
      reviews: reviews.body.items,
      isWhole: rules.body.isWhole && reviews.body.isWhole,
      questions: isNotAllowed(questions) ? null : questions,
    },
  };
}

/** The contents of the first answer's header, which are untrusted text from outside. */
function aboutOf(headers: Headers | undefined): AboutRoom | null {
  try {
    const about = JSON.parse(decodeURIComponent(headers?.get(ABOUT_ROOM) ?? "")) as AboutRoom;
    const { title, expires_at } = about;
    return typeof title === "string" && !Number.isNaN(Date.parse(expires_at)) ? about : null;
  } catch {
    return null;
  }
}

const isNotAllowed = (outcome: Outcome<unknown>): boolean =>
  outcome.kind === "refused" && outcome.code === "questions_not_allowed";

export async function readQuestions(): Promise<Outcome<readonly Question[]>> {
  const outcome = await getAll<Question>("/questions");
  return outcome.kind === "done" ? { kind: "done", body: outcome.body.items } : outcome;
}

const part = encodeURIComponent;

export const readRule = (frameworkId: string, useCaseId: string): Promise<Outcome<RuleDetail>> =>
  get(`/rules/${part(frameworkId)}/${part(useCaseId)}`);

/** The wording at the end of a day in UTC, YYYY-MM-DD. */
export const readWording = (
  frameworkId: string,
  useCaseId: string,
  day: string,
): Promise<Outcome<DayWording>> => get(`/rules/${part(frameworkId)}/${part(useCaseId)}?on=${day}`);

export const readCoverage = (frameworkId: string, asOf: string): Promise<Outcome<Coverage>> =>
  get(`/coverage?framework_id=${part(frameworkId)}&as_of=${part(asOf)}`);

export const signerOf = (review: Review): Signer => ({
  display_name: review.counsel?.display_name ?? review.counsel_display_name ?? "",
  firm: review.counsel?.firm ?? review.counsel_firm ?? null,
  bar_registration: review.counsel?.bar_registration ?? review.counsel_bar_registration ?? null,
});
