import type { ActionsOf, ReviewAction } from "#shared/domain/reviews/actions.ts";
import { actorOf } from "../parts/actors.ts";
import { line, words } from "../parts/format.ts";
import { Happened } from "../parts/happened.tsx";
import type { Answer } from "../shell/client.ts";
import { t } from "./texts.ts";

type Evidence = Answer<"getEvidence">;
type Row = Evidence["audit"][number];

/** The daily job writes this row up to a day after the request's time ran out. */
const EXPIRED = "rule_review.expired";

/** The actions with a fixed text. For decisions, reminders and bounces, `nameOf` adds it. */
type Named = Exclude<
  ReviewAction,
  ActionsOf<"decision"> | typeof EXPIRED | "rule_review.reminded" | "rule_review.mail_bounced"
>;

const names: Readonly<Record<Named, string>> = {
  "rule_review.requested": t.events.requested,
  "rule_review.viewed_by_counsel": t.events.viewed,
  "rule_review.cancelled": t.events.cancelled,
  "rule_review.link_mailed": t.events.linkMailed,
  "rule_review.link_renewed": t.events.linkRenewed,
  "rule_review.extended": t.events.extended,
  "rule_review.question_asked": t.events.asked,
  "rule_review.question_answered": t.events.answered,
  "rule_review.mail_delivered": t.events.mailDelivered,
  "rule_review.mail_complained": t.events.mailComplained,
  "rule_review.words_erased": t.events.wordsErased,
  "rule_review.certificate_signed": t.events.certificateSigned,
};

const bounces: Readonly<Record<string, string>> = t.events.bounces;
const reasons: Readonly<Record<string, string>> = t.events.reasons;

const nameOf = ({ action, context }: Row): string => {
  if (action === "rule_review.reminded") return t.events.reminded(Number(context["number"]));
  if (action === "rule_review.mail_bounced") return bounces[String(context["kind"])] ?? "";
  const reason = String(context["reason"]);
  if (action === "rule_review.cancelled" && Object.hasOwn(reasons, reason)) {
    return reasons[reason] ?? "";
  }
  return named(action);
};

const named = (action: string): string =>
  Object.hasOwn(names, action)
    ? names[action as Named]
    : `${t.events.decided}: ${words(line(action.replace("rule_review.", "")))}`;

/**
 * The events of a review, oldest first, with who caused each, and what is still pending.
 * @param email of the requester, if it is known
 */
export function TimeLine({ found, email }: { found: Evidence; email: string | null }) {
  const { request, counsel, audit } = found;
  const known = {
    counselName: (id: string) => (id === counsel?.id ? counsel.display_name : undefined),
    userName: (id: string) =>
      id === request.requested_by_user_id ? (email ?? undefined) : undefined,
  };
  const hasExpired = request.status === "expired";
  const happened = audit.filter(({ action }) => action !== EXPIRED);
  return (
    <ol class="timeline">
      {happened.map((row) => (
        <Happened key={row.id} what={nameOf(row)} at={row.created_at} who={actorOf(row, known)} />
      ))}
      {hasExpired && <Happened what={t.events.expired} at={request.expires_at} />}
      {request.status === "pending" && (
        <li class="open">
          <p class="soft">{request.viewed_at ? t.events.waitingDecision : t.events.waitingView}</p>
        </li>
      )}
    </ol>
  );
}
