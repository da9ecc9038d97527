import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";
import { Facts, Mark, Time } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { shownStatus, statusTones, TimeLeft } from "../parts/states.tsx";
import type { Answer, Item } from "../shell/client.ts";
import { delegateOf, delegatorOf, ToDelegate } from "./delegated.tsx";
import { t } from "./detail-texts.ts";
import { t as panels } from "./panel-texts.ts";
import { requesterOf } from "./requester.ts";
import { isDenial } from "./said.tsx";
import { t as words } from "./texts.ts";

type Evidence = Answer<"getEvidence">;
export type Queued = Item<"listReviews">;

/** How many rules an approval leaves out by their own verdict. */
const deniedIn = ({ rule_verdicts }: Evidence["request"]): number =>
  (rule_verdicts ?? []).filter(({ verdict }) => isDenial(verdict)).length;

/** What came of a review as one sentence, and the facts that explain it. */
export function Summary({
  found,
  row,
  book,
}: {
  found: Evidence;
  row: Queued | null;
  book: string;
}) {
  const { request, counsel } = found;
  const status = shownStatus(request);
  const reason = request.cancel_reason;
  return (
    <>
      <p class="lead">
        <Mark tone={statusTones[status]} />{" "}
        {counsel && <Link href={`/counsel/${counsel.id}`}>{line(counsel.display_name)}</Link>}
        {counsel?.firm && ` (${line(counsel.firm)})`}{" "}
        {t.sentences[status](request.rule_use_case_ids.length, deniedIn(request))}
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
  const from = delegatorOf(found);
  const rows: (readonly [string, ComponentChildren] | null)[] = [
    [
      t.requested,
      <>
        <Time iso={request.created_at} /> {row && `${t.by} ${requesterOf(row)}`}
      </>,
    ],
    request.status === "pending" ? [t.due, <Due of={request} />] : null,
    [t.book, <Link href={`/rule-books/${request.framework_id}`}>{book}</Link>],
    request.mail && [
      t.mailed,
      <>
        {words.mailStates[request.mail.status]}, <Time iso={request.mail.at} />
      </>,
    ],
    request.panel_id === null
      ? null
      : [t.panel, <Link href={`/reviews/panels/${request.panel_id}`}>{panels.toPanel}</Link>],
    to && [t.passedTo, <ToDelegate to={to} />],
    request.delegated_from === null
      ? null
      : [
          t.passedFrom,
          <Link href={`/reviews/${request.delegated_from}`}>
            {line(from ?? panels.toDelegator)}
          </Link>,
        ],
  ];
  return rows.filter((one) => one !== null);
}

const Due = ({ of }: { of: Evidence["request"] }) => (
  <>
    <Time iso={of.expires_at} />
    <TimeLeft of={of} />
  </>
);
