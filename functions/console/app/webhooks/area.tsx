import type { EventType } from "#shared/domain/webhooks/event-types.ts";
import { Time, Value } from "../parts/basics.tsx";
import { codedChoices, Fields } from "../parts/form.tsx";
import { line } from "../parts/format.ts";
import { resource } from "../parts/resource.tsx";
import { ShownOnce } from "../parts/shown-once.tsx";
import { Entry } from "../parts/table.tsx";
import { call, callAll, type Outcome } from "../shell/client.ts";
import { screens } from "../shell/screens.tsx";
import { EndpointActs, StateBadge } from "./acts.tsx";
import { Deliveries } from "./deliveries.tsx";
import { at, eventTypes, operations } from "./operations.ts";
import { t } from "./texts.ts";

interface Made {
  id: string;
  secret?: string;
}

/** The endpoints of the platform, or of the organisation. */
export const Area = screens(
  ...resource("/webhooks", {
    words: t,
    list: () => callAll(operations().list, {}),
    get: (id) => call(operations().get, at(id)),
    valuesOf: (row) => ({
      url: row?.url ?? "",
      description: row?.description ?? "",
      events: (row?.events ?? []) as readonly string[],
    }),
    send: ({ url, description, events }, row): Promise<Outcome<Made>> => {
      const body = {
        url: url.trim(),
        description: description.trim() === "" ? null : description.trim(),
        events: events as EventType[],
      };
      return row === null
        ? call(operations().create, { body })
        : call(operations().update, { ...at(row.id), body });
    },
    nameOf: ({ url }) => (url === null ? t.hiddenUrl : line(URL.parse(url)?.host ?? url)),
    useColumns: () => [
      [
        t.url,
        (row) => (
          <Entry to={`/webhooks/${row.id}`} note={line(row.description)}>
            {line(row.url ?? t.hiddenUrl)}
          </Entry>
        ),
      ],
      [t.state, (row) => <StateBadge of={row} />],
      [t.hears, (row) => <span class="fine">{row.events.map(line).join(", ")}</span>],
      [
        t.secret,
        ({ previous_secret_until: until }) =>
          until === null ? (
            t.oneSecret
          ) : (
            <>
              {t.twoSecrets} <Time iso={until} />
            </>
          ),
      ],
      [t.changed, (row) => <Time iso={row.updated_at} isRelative />],
    ],
    useFacts: (of) => [
      [t.url, of.url === null ? t.hiddenUrl : <Value text={of.url} of={t.url} />],
      [t.state, <StateBadge of={of} />],
      of.disabled_at !== null && [t.since, <Time iso={of.disabled_at} isRelative />],
      [t.hears, of.events.map(line).join(", ")],
      of.description !== null && [t.fields.description[0], line(of.description)],
      of.previous_secret_until !== null && [t.previous, <Time iso={of.previous_secret_until} />],
      [t.created, <Time iso={of.created_at} />],
    ],
    Fields: ({ form }) => (
      <Fields
        form={form}
        words={t.fields}
        of={{
          url: { type: "url" },
          description: { isOptional: true },
          events: { choices: codedChoices(eventTypes(), t.eventWords) },
        }}
      />
    ),
    Once: ({ made, isNew, onDone }) => (
      <ShownOnce
        id="secret"
        title={t.secretTitle}
        lead={isNew ? t.secretLead : t.rotatedLead}
        label={t.secret}
        value={made.secret ?? ""}
        question={t.secretQuestion}
        done={t.secretStored}
        onDone={onDone}
      />
    ),
    Acts: EndpointActs,
    remove: { does: t.remove, send: (id) => call(operations().remove, at(id)) },
    Below: ({ of }) => (
      <>
        {!of.enabled && (
          <div class="note">
            <p>
              <StateBadge of={of} />
            </p>
            <p>{t.offWords[of.disabled_reason ?? "operator"]}</p>
          </div>
        )}
        <h2>{t.deliveries}</h2>
        <Deliveries endpoint={of} />
      </>
    ),
  }),
);
