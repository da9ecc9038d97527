import { FormDialog, Opener } from "../parts/confirm.tsx";
import { faultSentence, fieldId } from "../parts/faults.ts";
import { type Form, SelectField, TextField, useForm } from "../parts/form.tsx";
import { RulePicks } from "../parts/rule-picks.tsx";
import { picks } from "../parts/rule-texts.ts";
import { Pending } from "../parts/trouble.tsx";
import { call, type Request } from "../shell/client.ts";
import { useAll } from "../shell/load.ts";
import { t } from "./texts.ts";

type Given = Request<"putEnforcement">["body"]["events"][number];

const RULES = "events.0.use_case_ids";

const empty = {
  "events.0.id": "",
  "events.0.kind": "stayed",
  "events.0.on": "",
  "events.0.until": "",
  "events.0.ends": "",
  [RULES]: "",
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
  use_case_ids: listed(values[RULES]),
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

/** The rules of the book that an event is about, by name; with none ticked it is about the whole book. */
function OnlyRules({ form, id }: { form: Form<Values>; id: string }) {
  const rules = useAll("listRules", { params: { framework_id: id } });
  const picked = listed(form.values[RULES]) ?? [];
  const fault = form.fault(RULES);
  return (
    <details id={fieldId(RULES)}>
      <summary>
        {t.eventFields.rules}: {picked.length === 0 ? t.wholeBook : picks.picked(picked.length)}
      </summary>
      {fault && <p class="fault">{faultSentence(t.eventFields.rules, fault)}</p>}
      <Pending of={rules} />
      {rules.data && (
        <RulePicks
          rules={rules.data}
          picked={picked}
          names={[]}
          onPick={(ids) => form.set(RULES, ids.join("\n"))}
        />
      )}
    </details>
  );
}

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
      <OnlyRules form={form} id={props.id} />
      {text("events.0.authority", t.eventFields.authority)}
      {text("events.0.citation_url", t.eventFields.url, { type: "url" })}
      {text("events.0.note", t.eventFields.note, { rows: 3 })}
    </FormDialog>
  );
}
