import { useState } from "preact/hooks";
import { requestAt } from "../parts/addresses.ts";
import { LinkButton } from "../parts/basics.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { line } from "../parts/format.ts";
import { SaveBundle, SaveCertificate } from "../parts/save-button.tsx";
import { type Answer, call } from "../shell/client.ts";
import { EraseWords } from "./erase-words.tsx";
import { Extend } from "./extend.tsx";
import { NewLink, RenewLink } from "./renew-link.tsx";
import { t } from "./texts.ts";

type Evidence = Answer<"getEvidence">;

/** Whether the record still holds something that counsel wrote. */
const hasWords = ({ audit }: Evidence): boolean =>
  audit.some(({ salts }) => salts !== undefined && Object.keys(salts).length > 0);

/** The actions that a review's state allows. */
export function Actions({ found, onChanged }: { found: Evidence; onChanged: () => void }) {
  const { request, counsel } = found;
  const { id } = request;
  const isOpen = request.status === "pending";
  const [newLink, setNewLink] = useState<string | null>(null);
  return (
    <>
      {request.decided_at && <SaveCertificate id={id} label={t.certificate} />}
      {request.decided_at && <SaveBundle id={id} label={t.bundle} />}
      <LinkButton to={requestAt({ repeat: id })} label={t.repeat} />
      {hasWords(found) && <EraseWords id={id} onChanged={onChanged} />}
      {isOpen && <Extend request={request} onChanged={onChanged} />}
      {isOpen && <RenewLink id={id} onLink={setNewLink} onChanged={onChanged} />}
      {isOpen && (
        <Confirm
          does={t.cancel}
          to={line(counsel?.display_name)}
          isDangerous
          send={() => call("cancelReview", { params: { id } })}
          done={onChanged}
        />
      )}
      {isOpen && newLink !== null && <NewLink url={newLink} onForwarded={() => setNewLink(null)} />}
    </>
  );
}
