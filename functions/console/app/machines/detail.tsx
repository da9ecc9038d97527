import { Link, useLocation } from "wouter-preact";
import { Facts, LinkButton, Screen, Time, Value } from "../parts/basics.tsx";
import { bookName } from "../parts/books.ts";
import { Confirm } from "../parts/confirm.tsx";
import { line } from "../parts/format.ts";
import { Guide } from "../parts/guide.tsx";
import { Pending } from "../parts/trouble.tsx";
import { Claims } from "../parts/trusted.tsx";
import { t as shared } from "../parts/trusted-texts.ts";
import { call } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { useOwnBooks } from "./fields.tsx";
import { idInRows, type Machine, operations } from "./operations.ts";
import { t } from "./texts.ts";

/** One machine: whose tokens count, and what they may do. */
export function MachineDetail({ id }: { id: string }) {
  const [, go] = useLocation();
  const machine = useCall(operations().get, { params: { machine_id: id } });
  const found = machine.data;
  return (
    <Screen title={line(found?.display_name ?? t.title)} lead={shared.inForceSoon}>
      <Pending of={machine} />
      {found && (
        <>
          <MachineFacts of={found} />
          <p>
            <Link href={`/audit?resource_type=machine&resource_id=${idInRows(id)}`}>{t.rows}</Link>
          </p>
          <p>
            <Guide to="/docs/machines#what-they-may-call" label={t.routes} />
          </p>
          <div class="actions">
            <LinkButton to={`/machines/${id}/edit`} label={t.edit} />
            <Confirm
              does={t.remove}
              to={line(found.display_name)}
              isDangerous
              send={() => call(operations().remove, { params: { machine_id: id } })}
              done={() => go("/machines")}
            />
          </div>
        </>
      )}
    </Screen>
  );
}

function MachineFacts({ of }: { of: Machine }) {
  const books = useOwnBooks();
  return (
    <Facts
      rows={[
        [shared.id, <code>{of.id}</code>],
        [t.scopes, <Scopes of={of.scopes} />],
        [
          t.books,
          of.framework_ids.length === 0
            ? t.everyBook
            : of.framework_ids.map((id) => bookName(books?.data ?? null, id)).join(", "),
        ],
        [shared.issuer, <Value text={of.issuer} of={shared.issuer} />],
        [shared.audience, <Value text={of.audience} of={shared.audience} />],
        [shared.mustSay, <Claims of={of.claims} />],
        [t.created, <Time iso={of.created_at} />],
        [shared.changed, <Time iso={of.updated_at} />],
      ]}
    />
  );
}

const Scopes = ({ of }: { of: Machine["scopes"] }) => (
  <>
    {of.map((scope) => (
      <div key={scope}>
        {t.scopeWords[scope]} <code class="soft">{scope}</code>
      </div>
    ))}
  </>
);
