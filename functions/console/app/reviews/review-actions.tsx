import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { LinkButton } from "../parts/basics.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { download } from "../parts/download.ts";
import { line } from "../parts/format.ts";
import { shownStatus } from "../parts/states.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { type Answer, call, callForText, type Failure } from "../shell/client.ts";
import { RenewLink } from "./renew-link.tsx";
import { t } from "./texts.ts";

type Evidence = Answer<"getEvidence">;

/** What can be done with a review, as its state allows. */
export function Actions({ found, onChanged }: { found: Evidence; onChanged: () => void }) {
  const { request, counsel } = found;
  const [failure, setFailure] = useState<Failure | null>(null);
  const { id } = request;
  const save = async () => {
    const outcome = await callForText("getBundle", { params: { id } });
    if (outcome.kind !== "done") return setFailure(outcome);
    setFailure(null);
    download(`countersign-${id}.json`, "application/json", outcome.body);
  };
  return (
    <>
      {failure && <Trouble failure={failure} />}
      {request.decided_at && <LinkButton to={`/reviews/${id}/certificate`} label={t.certificate} />}
      {request.decided_at && (
        <button type="button" onClick={save}>
          {t.bundle}
        </button>
      )}
      <Link href={`/reviews/new?${new URLSearchParams({ repeat: id })}`} class="button">
        {t.repeat}
      </Link>
      {shownStatus(request) === "pending" && <RenewLink id={id} onChanged={onChanged} />}
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
