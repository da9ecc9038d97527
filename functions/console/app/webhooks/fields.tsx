import type { EventType } from "#shared/domain/webhooks/event-types.ts";
import { type Form, TextField } from "../parts/form.tsx";
import { eventTypes } from "./operations.ts";
import { t } from "./texts.ts";

export interface EndpointValues {
  url: string;
  description: string;
  events: readonly string[];
}

/** The request's body, as typed by the platform's operation. */
export const bodyOf = ({ url, description, events }: EndpointValues) => ({
  url: url.trim(),
  description: description.trim() === "" ? null : description.trim(),
  events: events as EventType[],
});

/** The editable fields of an endpoint. */
export function EndpointFields({ form }: { form: Form<EndpointValues> }) {
  const { events } = form.values;
  const fault = form.fault("events");
  const toggle = (type: string, isOn: boolean) =>
    form.set("events", isOn ? [...events, type] : events.filter((one) => one !== type));
  return (
    <>
      <TextField form={form} name="url" type="url" label={t.url} hint={t.urlHint} />
      <TextField form={form} name="description" label={t.description} isOptional />
      <fieldset id="field-events" tabIndex={-1}>
        <legend>{t.events}</legend>
        <p class="hint">{t.eventsHint}</p>
        {fault && <p class="fault">{fault}</p>}
        {eventTypes().map((type) => (
          <div class="check" key={type}>
            <input
              id={`event-${type}`}
              type="checkbox"
              checked={events.includes(type)}
              onChange={({ currentTarget }) => toggle(type, currentTarget.checked)}
            />
            <label for={`event-${type}`}>
              <code>{type}</code> <span class="soft">{t.eventWords[type]}</span>
            </label>
          </div>
        ))}
      </fieldset>
    </>
  );
}
