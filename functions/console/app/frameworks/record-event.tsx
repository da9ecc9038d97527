import { FormOpener } from "../parts/confirm.tsx";
import { faultSentence, fieldId } from "../parts/faults.ts";
import { Fields, type Form } from "../parts/form.tsx";
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

/** The kinds that end an earlier event. */
const endings: readonly string[] = ["lifted", "resumed"];

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

/**
 * The rules of the book that an event is about, by name. With none ticked, it is about the whole book.
 */
function OnlyRules({ form, id }: { form: Form<Values>; id: string }) {
  const rules = useAll("listRules", { params: { framework_id: id } });
  const picked = listed(form.values[RULES]) ?? [];
  const fault = form.fault(RULES);
  return (
    <details id={fieldId(RULES)}>
      <summary>
        {t.onlyRules}: {picked.length === 0 ? t.wholeBook : picks.picked(picked.length)}
      </summary>
      {fault && <p class="fault">{faultSentence(t.onlyRules, fault)}</p>}
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

/** A button that opens a form to record that a law was stayed, delayed or is enforced again. */
export const RecordEvent = ({ id, onDone }: { id: string; onDone: () => void }) => (
  <FormOpener
    label={t.recordEvent}
    act={t.recordAct}
    initial={empty}
    send={(values) =>
      call("putEnforcement", {
        params: { framework_id: id },
        body: { events: [eventOf(values)] },
      })
    }
    done={onDone}
  >
    {(form) => (
      <>
        <p class="hint">{t.recordWords}</p>
        <Fields
          form={form}
          words={t.eventFields}
          of={{
            "events.0.id": {},
            "events.0.kind": { options: Object.entries(t.kinds) },
            "events.0.on": { type: "date" },
            "events.0.until": { type: "date", isOptional: true },
            "events.0.ends": endings.includes(form.values["events.0.kind"]) && { isOptional: true },
          }}
        />
        <OnlyRules form={form} id={id} />
        <Fields
          form={form}
          words={t.eventFields}
          of={{
            "events.0.authority": {},
            "events.0.citation_url": { type: "url" },
            "events.0.note": { rows: 3 },
          }}
        />
      </>
    )}
  </FormOpener>
);
