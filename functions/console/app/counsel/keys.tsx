import { useState } from "preact/hooks";
import { Badge, Copy, Empty, Facts, Time } from "../parts/basics.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { line, localDate } from "../parts/format.ts";
import { ToTake, useLeaving } from "../parts/shown-once.tsx";
import { type Columns, List } from "../parts/table.tsx";
import { type Answer, call, type Item } from "../shell/client.ts";
import { type Loaded, useAll } from "../shell/load.ts";
import { keyTexts as t } from "./key-texts.ts";
import { awaitsSecondPerson } from "./second-person.ts";
import { SigningBadge } from "./signing.tsx";

type Counsel = Answer<"getCounsel">;
type Key = Item<"listCounselKeys">;
type Invitation = Answer<"inviteCounselKey">;

/** While an invitation is shown, counsel may be enrolling, so the list is polled. */
const FRESH_MS = 4000;

interface Props {
  counsel: Counsel;
  /** Called after something was recorded about the counsel; `words` describes it. */
  onChanged: (words: string) => void;
}

/** How a counsel signs: the policy, the passkeys, and the invitation to create one. */
export function Keys({ counsel, onChanged }: Props) {
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const params = { counsel_id: counsel.id };
  const keys = useAll("listCounselKeys", { params }, invitation === null ? 0 : FRESH_MS);
  const hasUsable = (keys.data ?? []).some(({ retired_at }) => retired_at === null);
  const changed = (words: string) => {
    keys.reload();
    onChanged(words);
  };
  const invited = (made: Invitation) => {
    // If links are sent only by mail, there is nothing to forward.
    setInvitation(made.url === null ? null : made);
    onChanged(made.url === null ? t.inviteMailed : t.invited);
  };
  return (
    <section>
      <h2>{t.title}</h2>
      <p class="hint">{t.hint}</p>
      <Facts
        rows={[[t.policy, <SigningBadge policy={counsel.signing_policy} hasKey={hasUsable} />]]}
      />
      <KeyTable counsel={counsel} of={keys} onRetired={() => changed(t.retiredSaid)} />
      {invitation && <Shown of={invitation} counsel={counsel} onDone={() => setInvitation(null)} />}
      <div class="actions">
        {keys.data && (
          <PolicySwitch counsel={counsel} hasUsable={hasUsable} onChanged={onChanged} />
        )}
        {counsel.active && !awaitsSecondPerson(counsel) && (
          <Confirm
            does={t.invite}
            to={line(counsel.display_name)}
            send={() => call("inviteCounselKey", { params })}
            done={invited}
          />
        )}
      </div>
    </section>
  );
}

function PolicySwitch({ counsel, hasUsable, onChanged }: Props & { hasUsable: boolean }) {
  const isRequired = counsel.signing_policy === "key_required";
  const signing_policy = isRequired ? "link" : "key_required";
  return (
    <Confirm
      does={isRequired ? t.allowLink : t.requireKey}
      to={line(counsel.display_name)}
      send={() =>
        call("editCounsel", { params: { counsel_id: counsel.id }, body: { signing_policy } })
      }
      done={() => onChanged(isRequired ? t.linkAllowedSaid : t.keyRequiredSaid)}
    >
      {!isRequired && !hasUsable && <p class="note">{t.requireWithoutKeyWords}</p>}
      <p>{t.policyRecorded}</p>
    </Confirm>
  );
}

/** Shows the invitation's link once, and asks on leaving whether the user forwarded it. */
function Shown({
  of: { url, expires_at },
  counsel,
  onDone,
}: {
  of: Invitation;
  counsel: Counsel;
  onDone: () => void;
}) {
  useLeaving(t.leaveQuestion);
  return (
    <section aria-labelledby="key-link-title">
      <h3 id="key-link-title">{t.linkTitle}</h3>
      <p>{t.linkWords(localDate(expires_at))}</p>
      <p>{t.readOut}</p>
      <div class="narrow">
        <ToTake
          id="key-link"
          label={`${t.linkLabel}: ${line(counsel.display_name)}`}
          value={url ?? ""}
        />
      </div>
      <div class="row">
        <Copy text={url ?? ""} label={t.copyLink} of={t.linkLabel} />
        <button type="button" onClick={onDone}>
          {t.forwarded}
        </button>
      </div>
    </section>
  );
}

function KeyTable({
  counsel,
  of,
  onRetired,
}: {
  counsel: Counsel;
  of: Loaded<Key[]>;
  onRetired: () => void;
}) {
  const columns: Columns<Key> = [
    [t.columns.words, (key) => <code>{line(key.fingerprint)}</code>],
    [t.columns.enrolled, (key) => <Time iso={key.enrolled_at} />],
    [
      t.columns.retired,
      (key) =>
        key.retired_at === null ? (
          <Badge tone="sound">{t.inUse}</Badge>
        ) : (
          <Time iso={key.retired_at} />
        ),
    ],
    [
      t.columns.action,
      (key) =>
        key.retired_at === null && (
          <Confirm
            does={t.retire}
            to={line(key.fingerprint)}
            isDangerous
            send={() =>
              call("retireCounselKey", {
                params: { counsel_id: counsel.id, credential_id: key.credential_id },
              })
            }
            done={onRetired}
          >
            {counsel.signing_policy === "key_required" && <p>{t.retireWordsRequired}</p>}
          </Confirm>
        ),
    ],
  ];
  return (
    <List
      of={of}
      empty={<Empty>{t.empty}</Empty>}
      name={t.tableName}
      columns={columns}
      keyOf={({ credential_id }) => credential_id}
    />
  );
}
