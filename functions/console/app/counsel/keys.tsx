import { useLayoutEffect, useState } from "preact/hooks";
import { Badge, Copy, Empty, Facts, Time } from "../parts/basics.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { line, localDate } from "../parts/format.ts";
import { type Columns, Table } from "../parts/table.tsx";
import { Pending } from "../parts/trouble.tsx";
import { type Answer, call, callAll, type Item } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { leaving } from "../shell/navigation.ts";
import { keyTexts as t } from "./key-texts.ts";
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
  const keys = useLoad(
    `keys ${counsel.id}`,
    () => callAll("listCounselKeys", { params: { counsel_id: counsel.id } }),
    invitation === null ? 0 : FRESH_MS,
  );
  const hasUsable = (keys.data ?? []).some(({ retired_at }) => retired_at === null);
  const changed = (words: string) => {
    keys.reload();
    onChanged(words);
  };
  const invited = (made: Invitation) => {
    setInvitation(made);
    onChanged(t.invited);
  };
  return (
    <section>
      <h2>{t.title}</h2>
      <p class="hint">{t.hint}</p>
      <Facts
        rows={[[t.policy, <SigningBadge policy={counsel.signing_policy} hasKey={hasUsable} />]]}
      />
      <Pending of={keys} />
      {keys.data?.length === 0 && <Empty>{t.empty}</Empty>}
      {keys.data && keys.data.length > 0 && (
        <KeyTable counsel={counsel} rows={keys.data} onRetired={() => changed(t.retiredSaid)} />
      )}
      {invitation && <Shown of={invitation} counsel={counsel} onDone={() => setInvitation(null)} />}
      <div class="actions">
        {keys.data && (
          <PolicySwitch counsel={counsel} hasUsable={hasUsable} onChanged={onChanged} />
        )}
        {counsel.active && <Invite counsel={counsel} onInvited={invited} />}
      </div>
    </section>
  );
}

function PolicySwitch({ counsel, hasUsable, onChanged }: Props & { hasUsable: boolean }) {
  const name = line(counsel.display_name);
  const isRequired = counsel.signing_policy === "key_required";
  const signing_policy = isRequired ? "link" : "key_required";
  return (
    <Confirm
      label={isRequired ? t.allowLink : t.requireKey}
      question={isRequired ? t.allowLinkQuestion(name) : t.requireKeyQuestion(name)}
      act={isRequired ? t.allowLink : t.requireKey}
      send={() =>
        call("editCounsel", {
          params: { counsel_id: counsel.id },
          body: { signing_policy },
        })
      }
      done={() => onChanged(isRequired ? t.linkAllowedSaid : t.keyRequiredSaid)}
    >
      <p>{isRequired ? t.allowLinkWords : t.requireKeyWords}</p>
      {!isRequired && !hasUsable && <p class="note">{t.requireWithoutKeyWords}</p>}
      <p>{t.policyRecorded}</p>
    </Confirm>
  );
}

function Invite({
  counsel,
  onInvited,
}: {
  counsel: Counsel;
  onInvited: (made: Invitation) => void;
}) {
  return (
    <Confirm
      label={t.invite}
      question={t.inviteQuestion(line(counsel.display_name))}
      act={t.invite}
      send={() => call("inviteCounselKey", { params: { counsel_id: counsel.id } })}
      done={onInvited}
    >
      <p>{t.inviteWords}</p>
    </Confirm>
  );
}

/** Shows the invitation's link, once; leaving asks whether it was forwarded. */
function Shown({
  of: { url, expires_at },
  counsel,
  onDone,
}: {
  of: Invitation;
  counsel: Counsel;
  onDone: () => void;
}) {
  useLayoutEffect(() => {
    leaving.value = { question: t.leaveQuestion };
    return () => {
      leaving.value = null;
    };
  }, []);
  return (
    <section aria-labelledby="key-link-title">
      <h3 id="key-link-title">{t.linkTitle}</h3>
      <p>{t.linkWords(localDate(expires_at))}</p>
      <p>{t.readOut}</p>
      <div class="field narrow">
        <label for="key-link">
          {t.linkLabel}: {line(counsel.display_name)}
        </label>
        <input
          id="key-link"
          readOnly
          value={url}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </div>
      <div class="row">
        <Copy text={url} label={t.copyLink} of={t.linkLabel} />
        <button type="button" onClick={onDone}>
          {t.forwarded}
        </button>
      </div>
    </section>
  );
}

function KeyTable({
  counsel,
  rows,
  onRetired,
}: {
  counsel: Counsel;
  rows: readonly Key[];
  onRetired: () => void;
}) {
  const columns: Columns<Key> = [
    [t.columns.words, (key) => <code>{line(key.fingerprint)}</code>],
    [t.columns.enrolled, (key) => <Time iso={key.enrolled_at} />],
    [
      t.columns.retired,
      (key) =>
        key.retired_at === null ? (
          <Badge tone="good">{t.inUse}</Badge>
        ) : (
          <Time iso={key.retired_at} />
        ),
    ],
    [
      t.columns.action,
      (key) =>
        key.retired_at === null && (
          <Confirm
            label={t.retire}
            question={t.retireQuestion(line(key.fingerprint))}
            act={t.retire}
            isDangerous
            send={() =>
              call("retireCounselKey", {
                params: { counsel_id: counsel.id, credential_id: key.credential_id },
              })
            }
            done={onRetired}
          >
            <p>{t.retireWords}</p>
            {counsel.signing_policy === "key_required" && <p>{t.retireWordsRequired}</p>}
          </Confirm>
        ),
    ],
  ];
  return (
    <Table
      name={t.tableName}
      columns={columns}
      rows={rows}
      keyOf={({ credential_id }) => credential_id}
    />
  );
}
