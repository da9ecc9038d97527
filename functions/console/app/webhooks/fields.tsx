import type { EventType } from "#shared/domain/webhooks/event-types.ts";
import { type Form, SeveralField, TextField } from "../parts/form.tsx";
import { eventTypes } from "./operations.ts";
import { t } from "./texts.ts";

/** What the form holds at first. */
export const newEndpoint = { url: "", description: "", events: [] as readonly string[] };
type EndpointValues = typeof newEndpoint;

/** The request's body, as typed by the platform's operation. */
export const bodyOf = ({ url, description, events }: EndpointValues) => ({
  url: url.trim(),
  description: description.trim() === "" ? null : description.trim(),
  events: events as EventType[],
});

/** The editable fields of an endpoint. */
export function EndpointFields({ form }: { form: Form<EndpointValues> }) {
  return (
    <>
      <TextField form={form} name="url" type="url" label={t.url} hint={t.urlHint} />
      <TextField form={form} name="description" label={t.description} isOptional />
      <SeveralField
        form={form}
        name="events"
        label={t.events}
        hint={t.eventsHint}
        choices={eventTypes().map((type) => [
          type,
          <>
            <code>{type}</code> <span class="soft">{t.eventWords[type]}</span>
          </>,
        ])}
      />
    </>
  );
}
