import { Link } from "wouter-preact";
import { exceptionsIn, mixedText, outcomesOfReview } from "#shared/domain/standing/outcomes.ts";
import { delegationText, panelText } from "#shared/domain/standing/provenance.ts";
import { type Fact, Facts, Mark, Time } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { statusTones, TimeLeft } from "../parts/states.tsx";
import type { Answer, Item } from "../shell/client.ts";
import { delegateOf, ToDelegate } from "./delegated.tsx";
import { t } from "./detail-texts.ts";
import { requesterOf } from "./requester.ts";
import { t as words } from "./texts.ts";

type Evidence = Answer<"getEvidence">;
export type Queued = Item<"listReviews">;

/** The outcome of a review as one sentence, and the facts that explain it. */
export function Summary({
  found,
  row,
  book,
}: {
  found: Evidence;
  row: Queued | null;
  book: string;
}) {
  const { request } = found;
  const { status, cancel_reason: reason } = request;
  const signer = found.signed_as ?? found.counsel;
  const outcomes = outcomesOfReview({ ...request, rule_names: row?.rule_names ?? [] });
  const mixed = mixedText(outcomes);
  const act = mixed === null ? status : "mixed";
  return (
    <>
      <p class="lead">
        <Mark tone={exceptionsIn(outcomes).length > 0 ? "warn" : statusTones[status]} />{" "}
        {mixed !== null && <strong>{mixed}. </strong>}
        {signer && <Link href={`/counsel/${request.counsel_id}`}>{line(signer.display_name)}</Link>}
        {signer?.firm && ` (${line(signer.firm)})`}{" "}
        {t.sentences[act](request.rule_use_case_ids.length)}
        {request.decided_at && (
          <>
            , <Time iso={request.decided_at} />
          </>
        )}
        .{reason && ` ${t.endings[reason]}`}
      </p>
      <Facts rows={factsOf(found, row, book)} />
    </>
  );
}

function factsOf(found: Evidence, row: Queued | null, book: string) {
  const { request } = found;
  const to = delegateOf(found);
  const { panel, delegation } = found;
  const { mail, delegated_from } = request;
  const rows: Fact[] = [
    [
      t.requested,
      <>
        <Time iso={request.created_at} /> {row && `${t.by} ${requesterOf(row)}`}
      </>,
    ],
    request.status === "pending" && [t.due, <Due of={request} />],
    request.matter_reference !== undefined && [t.matter, line(request.matter_reference)],
    request.counsel_reference !== undefined && [
      t.counselReference,
      line(request.counsel_reference),
    ],
    [t.book, <Link href={`/rule-books/${request.framework_id}`}>{book}</Link>],
    mail && [
      t.mailed,
      <>
        {words.mailStates[mail.status]}, <Time iso={mail.at} />
      </>,
    ],
    panel && [t.panel, <Link href={`/reviews/panels/${panel.id}`}>{panelText(panel)}</Link>],
    to && [t.passedTo, <ToDelegate to={to} />],
    delegation && [
      t.passedFrom,
      <Link href={`/reviews/${delegated_from}`}>{delegationText(delegation)}</Link>,
    ],
  ];
  return rows;
}

const Due = ({ of }: { of: Evidence["request"] }) => (
  <>
    <Time iso={of.expires_at} />
    <TimeLeft of={of} />
  </>
);
