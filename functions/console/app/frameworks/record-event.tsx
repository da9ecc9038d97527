import { FormDialog, Opener } from "../parts/confirm.tsx";
import { SelectField, TextField, useForm } from "../parts/form.tsx";
import { call, type Request } from "../shell/client.ts";
import { t } from "./texts.ts";

type Given = Request<"putEnforcement">["body"]["events"][number];

const empty = {
  "events.0.id": "",
  "events.0.kind": "stayed",
  "events.0.on": "",
  "events.0.until": "",
  "events.0.ends": "",
  "events.0.use_case_ids": "",
  "events.0.authority": "",
  "events.0.citation_url": "",
  "events.0.note": "",
};
type Values = typeof empty;

const listed = (text: string): string[] | null => {
  const ids = text.split(/[\s,]+/).filter(Boolean);
  return ids.length === 0 ? null : ids;
};

const eventOf = (values: Values): Given => ({
  id: values["events.0.id"],
  kind: values["events.0.kind"] as Given["kind"],
  on: values["events.0.on"],
  until: values["events.0.until"] || null,
  ends: listed(values["events.0.ends"]),
  use_case_ids: listed(values["events.0.use_case_ids"]),
  authority: values["events.0.authority"],
  citation_url: values["events.0.citation_url"],
  note: values["events.0.note"],
});

/** A button that opens a form to record that a law was stayed, delayed or is enforced again. */
export const RecordEvent = ({ id, onDone }: { id: string; onDone: () => void }) => (
  <Opener label={t.recordEvent}>
    {(close) => (
      <EventForm
        id={id}
        onClose={close}
        onDone={() => {
          close();
          onDone();
        }}
      />
    )}
  </Opener>
);

function EventForm(props: { id: string; onClose: () => void; onDone: () => void }) {
  const form = useForm<Values>(empty);
  const ends = ["lifted", "resumed"].includes(form.values["events.0.kind"]);
  const send = () =>
    form.submit(
      () =>
        call("putEnforcement", {
          params: { framework_id: props.id },
          body: { events: [eventOf(form.values)] },
        }),
      props.onDone,
    );
  const text = (name: keyof Values & string, label: string, more: object = {}) => (
    <TextField form={form} name={name} label={label} {...more} />
  );
  return (
    <FormDialog
      title={t.recordEvent}
      form={form}
      act={t.recordAct}
      onSubmit={send}
      onClose={props.onClose}
    >
      <p class="hint">{t.recordWords}</p>
      {text("events.0.id", t.eventFields.id, { hint: t.eventFields.idHint })}
      <SelectField
        form={form}
        name="events.0.kind"
        label={t.eventFields.kind}
        options={Object.entries(t.kinds)}
      />
      {text("events.0.on", t.eventFields.on, { type: "date" })}
      {text("events.0.until", t.eventFields.until, { type: "date", isOptional: true })}
      {ends &&
        text("events.0.ends", t.eventFields.ends, {
          hint: t.eventFields.endsHint,
          isOptional: true,
        })}
      {text("events.0.use_case_ids", t.eventFields.rules, {
        hint: t.eventFields.rulesHint,
        rows: 2,
        isOptional: true,
      })}
      {text("events.0.authority", t.eventFields.authority)}
      {text("events.0.citation_url", t.eventFields.url, { type: "url" })}
      {text("events.0.note", t.eventFields.note, { rows: 3 })}
    </FormDialog>
  );
}
