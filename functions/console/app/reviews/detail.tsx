import { useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { visible } from "#shared/domain/text/text.ts";
import { Facts, Live, Screen, Time, Value } from "../parts/basics.tsx";
import { bookName, useBooks } from "../parts/books.ts";
import { Chain, chainOf } from "../parts/chain.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { download } from "../parts/download.ts";
import { line } from "../parts/format.ts";
import { StatusBadge, shownStatus, TimeLeft } from "../parts/states.tsx";
import { Pending, Trouble } from "../parts/trouble.tsx";
import { type Answer, call, callForText, type Failure } from "../shell/client.ts";
import { type Loaded, useLoad } from "../shell/load.ts";
import { Checks } from "./checks.tsx";
import { CounselKeys } from "./counsel-keys.tsx";
import { t as panels } from "./panel-texts.ts";
import { PinnedTexts } from "./pinned-texts.tsx";
import { RenewLink } from "./renew-link.tsx";
import { t } from "./texts.ts";
import { TimeLine } from "./time-line.tsx";
import { Verdicts } from "./verdicts.tsx";

type Evidence = Answer<"getEvidence">;
const FRESH_MS = 4000;

/** One review: what happened, what was decided, whether it still holds, and what can be done. */
export function Detail({ id }: { id: string }) {
  const evidence = useLoad(`evidence ${id}`, () => call("getEvidence", { params: { id } }));
  const books = useBooks();
  useFresh(id, evidence);
  const found = evidence.data;
  const name = line(found?.counsel?.display_name ?? "…");
  return (
    <Screen
      title={t.detailTitle(name)}
      aside={found && <Actions found={found} onChanged={evidence.reload} />}
    >
      <Pending of={evidence} />
      {found && (
        <>
          <Live>
            {found.request.decided_at
              ? t.decisionSaid(t.statuses[found.request.status])
              : t.statuses[shownStatus(found.request)]}
          </Live>
          <Summary found={found} book={bookName(books.data, found.request.framework_id)} />
          {found.request.decided_at && <Chain name={t.checks} links={chainOf(found)} />}
          <div class="columns">
            <section>
              <h2>{t.timeline}</h2>
              <TimeLine request={found.request} rows={found.audit} />
            </section>
            <section>
              <h2>{t.checks}</h2>
              <p class="hint">{t.checksHint}</p>
              <Checks found={found} />
            </section>
          </div>
          <CounselKeys found={found} />
          <PinnedTexts id={id} content={found.content} />
        </>
      )}
    </Screen>
  );
}

/** What the screen reloads for when it changes. */
const stateOf = (request: Pick<Evidence["request"], "status" | "viewed_at" | "mail"> | undefined) =>
  [request?.status, request?.viewed_at, request?.mail?.status, request?.mail?.at].join(" ");

/** Polls the record while a review is pending; reloads everything when it changes. */
function useFresh(id: string, evidence: Loaded<Evidence>): void {
  const isPending = evidence.data?.request.status === "pending";
  const known = stateOf(evidence.data?.request);
  useLoad(
    `fresh ${id}`,
    async () => {
      const outcome = await call("getReview", { params: { id } });
      if (outcome.kind === "done" && isPending) {
        if (stateOf(outcome.body) !== known) evidence.reload();
      }
      return outcome;
    },
    isPending ? FRESH_MS : 0,
  );
}

function Summary({ found, book }: { found: Evidence; book: string }) {
  const { request, counsel } = found;
  return (
    <>
      <Facts
        rows={[
          [t.facts.status, <StatusBadge of={request} />],
          [
            t.facts.counsel,
            counsel ? (
              <Link href={`/counsel/${counsel.id}`}>
                {line(counsel.display_name)}
                {counsel.firm ? `, ${line(counsel.firm)}` : ""}
              </Link>
            ) : (
              "–"
            ),
          ],
          [t.facts.book, <Link href={`/rule-books/${request.framework_id}`}>{book}</Link>],
          request.status === "pending"
            ? [t.facts.expires, <TimeLeft of={request} />]
            : [t.facts.decided, <Time iso={request.decided_at} />],
          ...(request.mail === null
            ? []
            : [
                [
                  t.mailFact,
                  <>
                    {t.mailStates[request.mail.status]}, <Time iso={request.mail.at} />
                  </>,
                ] as const,
              ]),
          ...(request.panel_id === null
            ? []
            : [
                [
                  panels.inPanel,
                  <Link href={`/reviews/panels/${request.panel_id}`}>{panels.toPanel}</Link>,
                ] as const,
              ]),
          ...(request.delegated_from === null
            ? []
            : [
                [
                  panels.delegatedFrom,
                  <Link href={`/reviews/${request.delegated_from}`}>{panels.toDelegator}</Link>,
                ] as const,
              ]),
          [t.facts.id, <Value text={request.id} of={t.facts.id} />],
          [t.facts.hash, <Value text={request.rule_version_hash} of={t.facts.hash} />],
        ]}
      />
      {request.decision_comment && (
        <section>
          <h2>{t.comment}</h2>
          <div class="text narrow">{visible(request.decision_comment)}</div>
        </section>
      )}
      <Verdicts request={request} />
    </>
  );
}

function Actions({ found, onChanged }: { found: Evidence; onChanged: () => void }) {
  const { request, counsel } = found;
  const [failure, setFailure] = useState<Failure | null>(null);
  const [, go] = useLocation();
  const { id } = request;
  const save = async () => {
    const outcome = await callForText("getBundle", { params: { id } });
    if (outcome.kind !== "done") return setFailure(outcome);
    setFailure(null);
    download(`countersign-${id}.json`, "application/json", outcome.body);
  };
  const repeat = new URLSearchParams({ repeat: id });
  return (
    <>
      {failure && <Trouble failure={failure} />}
      <button type="button" onClick={save}>
        {t.bundle}
      </button>
      {request.decided_at && (
        <Link href={`/reviews/${id}/certificate`} class="button">
          {t.certificate}
        </Link>
      )}
      <button type="button" onClick={() => go(`/reviews/new?${repeat}`)}>
        {t.repeat}
      </button>
      {request.status === "pending" && <RenewLink id={id} onChanged={onChanged} />}
      {request.status === "pending" && (
        <Confirm
          label={t.cancel}
          question={t.cancelQuestion(line(counsel?.display_name ?? ""))}
          act={t.cancelAct}
          isDangerous
          send={() => call("cancelReview", { params: { id } })}
          done={onChanged}
        >
          <p>{t.cancelWords}</p>
        </Confirm>
      )}
    </>
  );
}
