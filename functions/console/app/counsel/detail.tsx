import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { languageNames } from "#shared/domain/language.ts";
import { countOf } from "#shared/domain/text/count.ts";
import { requestAt } from "../parts/addresses.ts";
import { AuditTable } from "../parts/audit-table.tsx";
import { Badge, Facts, LinkButton, Live, Screen, Time } from "../parts/basics.tsx";
import { bookName, useBooks } from "../parts/books.ts";
import { Confirm } from "../parts/confirm.tsx";
import { line } from "../parts/format.ts";
import { Pending } from "../parts/trouble.tsx";
import { type Answer, call, mayChange } from "../shell/client.ts";
import { useAll, useCall } from "../shell/load.ts";
import { t as shell } from "../shell/texts.ts";
import { Edit } from "./edit.tsx";
import { Keys } from "./keys.tsx";
import { t } from "./texts.ts";

type Counsel = Answer<"getCounsel">;

/** One counsel: who they are, what they signed, and what was recorded about them. */
export function CounselDetail({ id }: { id: string }) {
  const counsel = useCall("getCounsel", { params: { counsel_id: id } });
  const trail = useAll("getCounselAudit", { params: { counsel_id: id } });
  const books = useBooks();
  const [isEditing, setEditing] = useState(false);
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
          <Actions
            counsel={found}
            onEdit={() => setEditing(true)}
            onChanged={() => changed(t.saved)}
          />
        )
      }
    >
      <Live>{said}</Live>
      <Pending of={counsel} />
      {found && isEditing && (
        <Edit counsel={found} onDone={() => changed(t.saved)} onCancel={() => setEditing(false)} />
      )}
      {found && !isEditing && (
        <Summary counsel={found} book={bookName(books.data, found.framework_id)} />
      )}
      {found && <Keys counsel={found} onChanged={recorded} />}
      <h2>{t.trail}</h2>
      <p class="hint">{t.trailHint}</p>
      <AuditTable of={trail} empty={null} name={t.trail} />
    </Screen>
  );
}

const Summary = ({ counsel, book }: { counsel: Counsel; book: string }) => (
  <>
    <Facts
      rows={[
        [
          t.state,
          <Badge tone={counsel.active ? "sound" : "quiet"}>
            {counsel.active ? t.active : t.inactive}
          </Badge>,
        ],
        [t.fields.email, line(counsel.email)],
        [t.fields.firm, line(counsel.firm) || shell.none],
        [t.fields.jurisdiction, line(counsel.jurisdiction) || shell.none],
        [t.fields.bar_registration, line(counsel.bar_registration) || shell.none],
        [t.fields.language, counsel.language ? languageNames[counsel.language] : t.anyLanguage],
        [t.book, book],
        [t.signatures, countOf(counsel.signatures_count, "decision")],
        [t.since, <Time iso={counsel.created_at} />],
      ]}
    />
    {counsel.notes && <p class="narrow">{line(counsel.notes)}</p>}
    <p>
      <Link href={`/reviews?search=${encodeURIComponent(counsel.email)}`}>{t.reviews}</Link>
    </p>
  </>
);

function Actions({
  counsel,
  onEdit,
  onChanged,
}: {
  counsel: Counsel;
  onEdit: () => void;
  onChanged: () => void;
}) {
  const params = { counsel_id: counsel.id };
  return (
    <>
      {counsel.active && (
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
        send={() => call(counsel.active ? "deactivateCounsel" : "reactivateCounsel", { params })}
        done={onChanged}
      />
    </>
  );
}
