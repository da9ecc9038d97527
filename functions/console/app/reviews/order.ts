import { articlesOf } from "#shared/domain/frameworks/provision.ts";
import { expiryDays } from "#shared/domain/reviews/limits.ts";
import type { Framework } from "../parts/books.ts";
import { call, type Failure, type Item, type Outcome, type Request } from "../shell/client.ts";
import { needsTwoPeople } from "../shell/provider.ts";
import { needed, noPanel } from "./ask-several.tsx";
import type { Part, Requested } from "./hand-over.tsx";
import type { Due } from "./rule-picker.tsx";
import type { TwinOrder } from "./twins.tsx";

type Counsel = Item<"listCounsel">;

/** The reviews requested for each book, and the requests that failed. */
export interface Created {
  parts: readonly Part[];
  failed: readonly { book: string; failure: Failure }[];
  isMailed: boolean;
}

/** The form's initial values. */
export const usual = {
  ...noPanel,
  rule_use_case_ids: [] as readonly string[],
  counsel_id: "",
  matter_reference: "",
  expiry_days: String(expiryDays.usual),
  deliver: (needsTwoPeople ? "mail" : "manual") as "manual" | "mail",
};
export type Values = typeof usual;

/** A request: its rules, its counsel and its terms. */
export interface Order {
  book: Framework;
  /** The book's live rules. */
  live: readonly Item<"listRules">[];
  counsel: readonly Counsel[];
  values: Values;
  /** Set if the rules were picked all at once. */
  due: Due | null;
  twins: readonly TwinOrder[];
  /** Whether to ask even if this counsel already has an open request for the same rules. */
  again: boolean;
}

/** The request that is already open, so that no second one was made. */
export interface Waiting {
  open_review_id: string;
}

/** The counsel besides the first. */
const furtherOf = ({ further, counsel_id }: Values): string[] =>
  further.filter((id) => id !== counsel_id);

const partOf = (
  book: Framework,
  counsel: Counsel | undefined,
  reviews: Part["reviews"],
  articles: readonly string[] = [],
): Part => ({
  reviews,
  articles,
  counselName: counsel?.display_name ?? "",
  email: counsel?.email ?? "",
  book: book.display_name,
});

/** The open request that a refusal names; null: it was refused for another reason. */
function waitingIn(outcome: Outcome<unknown>): Waiting | null {
  if (outcome.kind !== "problem" || outcome.code !== "already_requested") return null;
  return { open_review_id: String(outcome.document["open_review_id"]) };
}

/** Requests one review, several reviews, or a panel's; null if no rule was due any more. */
export async function requestAll(order: Order): Promise<Outcome<Created | Waiting | null>> {
  const { book, counsel, values } = order;
  const isPanel = furtherOf(values).length > 0;
  const outcome = await (isPanel ? requestPanel(order) : requestOwn(order));
  const waiting = waitingIn(outcome);
  if (waiting !== null) return { kind: "done", body: waiting };
  if (outcome.kind !== "done") return outcome;
  const { reviews } = outcome.body;
  if (reviews.length === 0) return { kind: "done", body: null };
  const of = (wanted: string) => counsel.find(({ id }) => id === wanted);
  const articles = articlesOf(
    order.live.filter(({ use_case_id }) => values.rule_use_case_ids.includes(use_case_id)),
  );
  const own = isPanel
    ? reviews.map((review) => partOf(book, of(review.counsel_id), [review], articles))
    : [partOf(book, of(values.counsel_id), reviews, articles)];
  const { parts, failed } = await requestTwins(isPanel ? [] : order.twins, order);
  const isMailed = values.deliver === "mail";
  return { kind: "done", body: { parts: [...own, ...parts], failed, isMailed } };
}

/** The reference of the matter, if one was typed. */
const matterOf = ({ matter_reference }: Values) =>
  matter_reference.trim() === "" ? {} : { matter_reference: matter_reference.trim() };

/** The terms of every review that the form requests. */
const termsOf = ({ expiry_days, deliver, may_delegate }: Values) => ({
  expiry_days: Number(expiry_days),
  deliver,
  may_delegate: may_delegate === "yes",
});

function requestPanel({ book, values }: Order) {
  const further = furtherOf(values);
  return call("createPanel", {
    body: {
      framework_id: book.id,
      rule_use_case_ids: [...values.rule_use_case_ids],
      counsel_ids: [values.counsel_id, ...further],
      need: needed(values.need, further.length + 1),
      on_reject: values.on_reject,
      ...termsOf(values),
    },
  });
}

function requestOwn({
  book,
  values,
  due,
  again,
}: Order): Promise<Outcome<{ reviews: readonly Requested[] }>> {
  const order = { counsel_id: values.counsel_id, ...termsOf(values) };
  const rules = [...values.rule_use_case_ids];
  return due === null
    ? requestOne({
        ...order,
        ...matterOf(values),
        again,
        framework_id: book.id,
        rule_use_case_ids: rules,
      })
    : call("createReReviews", {
        params: { framework_id: book.id },
        body: { ...order, only: rules },
      });
}

/** Requests the twins' reviews, one per book. If one fails, the others are still requested. */
async function requestTwins(
  orders: readonly TwinOrder[],
  { values, again }: Pick<Order, "values" | "again">,
) {
  const parts: Part[] = [];
  const failed: { book: string; failure: Failure }[] = [];
  for (const { book, counsel, ruleIds } of orders) {
    const outcome = await requestOne({
      framework_id: book.id,
      rule_use_case_ids: ruleIds,
      counsel_id: counsel.id,
      ...matterOf(values),
      ...termsOf(values),
      again,
    });
    if (outcome.kind === "done") parts.push(partOf(book, counsel, outcome.body.reviews));
    else failed.push({ book: book.display_name, failure: outcome });
  }
  return { parts, failed };
}

/** Requests one review; the result has the same shape as for several. */
async function requestOne(
  body: Request<"createReview">["body"],
): Promise<Outcome<{ reviews: readonly Requested[] }>> {
  const outcome = await call("createReview", { body });
  return outcome.kind === "done" ? { kind: "done", body: { reviews: [outcome.body] } } : outcome;
}
