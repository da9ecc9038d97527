import { useState } from "preact/hooks";
import { Link, useSearchParams } from "wouter-preact";
import { languageNames } from "#shared/domain/language.ts";
import { countOf } from "#shared/domain/text/text.ts";
import { requestAt } from "../parts/addresses.ts";
import { AuditTable } from "../parts/audit-table.tsx";
import { Badge, Facts, LinkButton, Live, Screen, Time } from "../parts/basics.tsx";
import { bookName, useBooks } from "../parts/books.ts";
import { Confirm } from "../parts/confirm.tsx";
import { line } from "../parts/format.ts";
import { useFilters } from "../parts/table.tsx";
import { Pending } from "../parts/trouble.tsx";
import { type Answer, call, callAll, mayChange, type Outcome } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { needsTwoPeople } from "../shell/provider.ts";
import { session } from "../shell/session.ts";
import { t as shell } from "../shell/texts.ts";
import { Edit } from "./edit.tsx";
import { Keys } from "./keys.tsx";
import { awaitsSecondPerson } from "./second-person.ts";
import { t } from "./texts.ts";

type Counsel = Answer<"getCounsel">;

/** One counsel: who they are, what they signed, and what was recorded about them. */
export function CounselDetail({ id }: { id: string }) {
  const counsel = useCall("getCounsel", { params: { counsel_id: id } });
  const pages = useFilters([]);
  const trail = useCall("getCounselAudit", {
    params: { counsel_id: id },
    query: { limit: "100", cursor: pages.cursor },
  });
  const books = useBooks();
  const [search] = useSearchParams();
  const [isEditing, setEditing] = useState(search.get("edit") === "email" && mayChange());
  const [said, setSaid] = useState("");
  const found = counsel.data;
  const recorded = (words: string) => {
    setSaid(words);
    counsel.reload();
    trail.reload();
  };
  const changed = (words: string) => {
    setEditing(false);
    recorded(words);
  };
  return (
    <Screen
      title={line(found?.display_name ?? t.title)}
      aside={
        found &&
        !isEditing && (
          <Actions counsel={found} onEdit={() => setEditing(true)} onChanged={changed} />
        )
      }
    >
      <Live>{said}</Live>
      <Pending of={counsel} />
      {found && isEditing && (
        <Edit
          counsel={found}
          onDone={() => changed(t.saved(line(found.display_name)))}
          onCancel={() => setEditing(false)}
        />
      )}
      {found && !isEditing && (
        <Summary counsel={found} book={bookName(books.data, found.framework_id)} />
      )}
      {found && <Keys counsel={found} onChanged={recorded} />}
      <h2>{t.trail}</h2>
      <p class="hint">{t.trailHint}</p>
      <AuditTable of={trail} empty={null} name={t.trail} pages={pages} />
    </Screen>
  );
}

/** The address of the queue with the requests to a counsel. */
const reviewsOf = ({ id }: Counsel, chosen: { status?: "pending" } = {}): string =>
  `/reviews?${new URLSearchParams({ ...chosen, counsel_id: id })}`;

const Summary = ({ counsel, book }: { counsel: Counsel; book: string }) => (
  <>
    <Facts
      rows={[
        [
          t.state,
          <Badge tone={counsel.active ? "sound" : "quiet"}>
            {t.states[counsel.active ? "active" : "inactive"]}
          </Badge>,
        ],
        counsel.vouched_by_name !== null && [t.named, <Named of={counsel} />],
        needsTwoPeople && [t.identity, <ConfirmedBy of={counsel} />],
        counsel.open_requests > 0 && [t.open, <OpenRequests of={counsel} />],
        [t.fields.email[0], line(counsel.email)],
        [t.fields.firm[0], line(counsel.firm) || shell.none],
        [t.fields.jurisdiction[0], line(counsel.jurisdiction) || shell.none],
        [t.fields.bar_registration[0], line(counsel.bar_registration) || shell.none],
        [t.fields.language[0], counsel.language ? languageNames[counsel.language] : t.anyLanguage],
        [t.book, book],
        [t.signatures, countOf(counsel.signatures_count, "decision")],
        [t.since, <Time iso={counsel.created_at} />],
      ]}
    />
    {counsel.notes && <p class="narrow">{line(counsel.notes)}</p>}
    <p>
      <Link href={reviewsOf(counsel)}>{t.reviews}</Link>
    </p>
  </>
);

/** Who named a delegate, and since when an admin vouches for them too. */
function Named({ of: { vouched_by, vouched_by_name, confirmed_at } }: { of: Counsel }) {
  const by = line(vouched_by_name);
  return (
    <>
      {confirmed_at === null ? (
        <Badge tone="warn">{t.unconfirmed(by)}</Badge>
      ) : (
        <>
          {t.confirmed(by)} <Time iso={confirmed_at} isDay />
        </>
      )}
      {vouched_by !== null && (
        <p class="fine">
          <Link href={`/counsel/${vouched_by}`}>{by}</Link>
        </p>
      )}
    </>
  );
}

/** Whether a second person has confirmed who a counsel is; if not, who cannot be that person. */
const ConfirmedBy = ({ of: { identity_confirmed_at, changed_by } }: { of: Counsel }) =>
  identity_confirmed_at === null ? (
    <>
      <Badge tone="warn">{t.secondPersonMissing}</Badge>
      <p class="soft fine">
        {t.changedBy(changed_by, changed_by.includes(session.value?.person.userId ?? ""))}
      </p>
    </>
  ) : (
    <>
      {t.secondPerson} <Time iso={identity_confirmed_at} />
    </>
  );

const OpenRequests = ({ of }: { of: Counsel }) => (
  <>
    <Link href={reviewsOf(of, { status: "pending" })}>{t.openOf(of.open_requests)}</Link>
    {!of.active && <p class="soft fine">{t.stillDecide(of.open_requests)}</p>}
  </>
);

/** Cancels every request that waits for a counsel. */
async function cancelOpen(counsel_id: string): Promise<Outcome<{ done: number; left: number }>> {
  const found = await callAll("listReviews", { query: { counsel_id, status: "pending" } });
  if (found.kind !== "done") return found;
  let done = 0;
  for (const { id } of found.body) {
    const outcome = await call("cancelReview", { params: { id } });
    if (outcome.kind === "done") done += 1;
  }
  return { kind: "done", body: { done, left: found.body.length - done } };
}

function Actions({
  counsel,
  onEdit,
  onChanged,
}: {
  counsel: Counsel;
  onEdit: () => void;
  onChanged: (words: string) => void;
}) {
  const params = { counsel_id: counsel.id };
  const isVouchedFor = counsel.confirmed_at !== null;
  const isConfirmed = isVouchedFor && !awaitsSecondPerson(counsel);
  const { identity_sha256, changed_by } = counsel;
  // The API would refuse users who made the changes.
  const isOwn = needsTwoPeople && changed_by.includes(session.value?.person.userId ?? "");
  return (
    <>
      {!isConfirmed && !isOwn && (
        <Confirm
          does={needsTwoPeople ? t.confirmAsSecond : t.confirm}
          to={line(counsel.display_name)}
          send={() =>
            call("confirmCounsel", {
              params,
              body: needsTwoPeople ? { identity_sha256 } : undefined,
            })
          }
          done={() => onChanged(t.nowConfirmed(line(counsel.display_name)))}
          isPrimary
        />
      )}
      {counsel.active && isConfirmed && (
        <LinkButton
          to={requestAt({ framework_id: counsel.framework_id, counsel_id: counsel.id })}
          label={t.requestReview}
          isPrimary
        />
      )}
      {mayChange() && (
        <button type="button" onClick={onEdit}>
          {t.edit}
        </button>
      )}
      <Confirm
        key={String(counsel.active)}
        does={counsel.active ? t.deactivate : t.reactivate}
        to={line(counsel.display_name)}
        lead={
          counsel.active &&
          counsel.open_requests > 0 && <p>{t.stillDecide(counsel.open_requests)}</p>
        }
        send={() => call(counsel.active ? "deactivateCounsel" : "reactivateCounsel", { params })}
        done={() =>
          onChanged((counsel.active ? t.retired : t.broughtBack)(line(counsel.display_name)))
        }
      />
      {!counsel.active && counsel.open_requests > 0 && (
        <Confirm
          does={t.cancelOpen}
          to={line(counsel.display_name)}
          isDangerous
          send={() => cancelOpen(counsel.id)}
          done={({ done, left }) => onChanged(t.cancelled(done, left))}
        />
      )}
    </>
  );
}
