import { useState } from "preact/hooks";
import { acceptableClasses } from "#shared/domain/inventory/verdict.ts";
import { Screen } from "../parts/basics.tsx";
import { classNames } from "../parts/classes.ts";
import { faultSentence, fieldId } from "../parts/faults.ts";
import { TextInput } from "../parts/field.tsx";
import { Fields, type Form, FormBox, SelectField, useForm } from "../parts/form.tsx";
import { line } from "../parts/format.ts";
import { useFilters } from "../parts/table.tsx";
import { Tick } from "../parts/tick.tsx";
import { Pending } from "../parts/trouble.tsx";
import { useAll, useCall } from "../shell/load.ts";
import { unawaited } from "../shell/unawaited.ts";
import {
  type AnsweredSystems,
  type AskedSystems,
  askAbout,
  nothingAsked,
} from "./systems-question.ts";
import { SystemsAnswer } from "./systems-verdict.tsx";
import { ClearanceTabs } from "./tabs.tsx";
import { t } from "./texts.ts";

/** "May this repository go out?", and the answer in words. */
export function AskSystems() {
  const { values } = useFilters(["repository"]);
  const [answer, setAnswer] = useState<AnsweredSystems | null>(null);
  const form = useForm<AskedSystems>({ ...nothingAsked, repository: values.repository });
  const submit = () => {
    setAnswer(null);
    unawaited(form.submit(() => askAbout(form.values), setAnswer));
  };
  return (
    <Screen title={t.title} lead={t.systemsLead}>
      <ClearanceTabs />
      <FormBox form={form} onSubmit={submit} act={t.ask} isQuestion>
        <SelectField form={form} name="about" label={t.about} options={Object.entries(t.abouts)} />
        {form.values.about === "systems" ? <SystemPicks form={form} /> : <Repository form={form} />}
        <Demands form={form} />
      </FormBox>
      {answer && <SystemsAnswer {...answer} />}
    </Screen>
  );
}

const PAGE = "25";

/** Picks systems of the inventory, found by name. Those that are ticked stay in sight. */
function SystemPicks({ form }: { form: Form<AskedSystems> }) {
  const [search, setSearch] = useState("");
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const text = search.trim();
  const found = useCall("listArtifacts", {
    query: { limit: PAGE, state: "present", ...(text === "" ? {} : { search: text }) },
  });
  const shown = new Map([
    ...names,
    ...(found.data?.items ?? []).map(({ id, name }) => [id, line(name)] as const),
  ]);
  const toggle = (id: string, isOn: boolean) => {
    const picked = new Map(names);
    if (isOn) picked.set(id, shown.get(id) ?? id);
    else picked.delete(id);
    setNames(picked);
    form.set("artifact_ids", [...picked.keys()]);
  };
  const fault = form.fault("artifact_ids");
  return (
    <fieldset id={fieldId("artifact_ids")} tabIndex={-1}>
      <legend>{t.someSystems}</legend>
      {fault && <p class="fault">{faultSentence(t.someSystems, fault)}</p>}
      <TextInput name="find-system" label={t.findSystem} value={search} onInput={setSearch} />
      <Pending of={found} />
      <p class="soft fine" role="status">
        {found.data && t.systemsFound(found.data.items.length, found.data.next_cursor !== null)}
      </p>
      <ul class="picks">
        {[...shown].map(([id, name]) => (
          <li key={id} class="check">
            <Tick id={`system-${id}`} isOn={names.has(id)} onTick={(isOn) => toggle(id, isOn)}>
              {name}
            </Tick>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function Repository({ form }: { form: Form<AskedSystems> }) {
  const list = useAll("listConnections", {});
  const connections = list.data ?? [];
  const options = [
    ["", t.anyConnection] as const,
    ...connections.map(({ id, display_name }) => [id, line(display_name)] as const),
  ];
  return (
    <>
      {list.failure && <Pending of={list} />}
      <TextInput
        name="repository"
        label={t.repository}
        hint={t.repositoryHint}
        fault={form.fault("repository") ?? form.fault("repository_id")}
        value={form.values.repository}
        onInput={(repository) => form.set("repository", repository)}
      />
      <Fields
        form={form}
        words={t.fields}
        of={{
          commit: { isOptional: true },
          connection_id: connections.length > 1 && { options },
        }}
      />
    </>
  );
}

const choices = acceptableClasses.map((name) => [name, classNames[name]] as const);

/** The demands on each system, folded until somebody opens them. */
const Demands = ({ form }: { form: Form<AskedSystems> }) => (
  <details>
    <summary>{t.options}</summary>
    <Fields
      form={form}
      words={t.demands}
      of={{
        allow: { choices },
        max_confirmed_age_days: { type: "number", min: 1, isOptional: true },
        max_run_age_hours: { type: "number", min: 1, isOptional: true },
      }}
    />
  </details>
);
