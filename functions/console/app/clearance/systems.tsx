import { useState } from "preact/hooks";
import { acceptableClasses } from "#shared/domain/inventory/verdict.ts";
import { Screen } from "../parts/basics.tsx";
import { classNames } from "../parts/classes.ts";
import { TextInput } from "../parts/field.tsx";
import {
  type Form,
  FormBox,
  SelectField,
  SeveralField,
  TextField,
  useForm,
} from "../parts/form.tsx";
import { line } from "../parts/format.ts";
import { useFilters } from "../parts/table.tsx";
import { useAll } from "../shell/load.ts";
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
        {form.values.about === "systems" ? (
          <TextField form={form} name="artifact_ids" label={t.systemIds} rows={4} />
        ) : (
          <Repository form={form} />
        )}
        <Demands form={form} />
      </FormBox>
      {answer && <SystemsAnswer {...answer} />}
    </Screen>
  );
}

function Repository({ form }: { form: Form<AskedSystems> }) {
  const connections = useAll("listConnections", {}).data ?? [];
  const options = [
    ["", t.anyConnection] as const,
    ...connections.map(({ id, display_name }) => [id, line(display_name)] as const),
  ];
  return (
    <>
      <TextInput
        name="repository"
        label={t.repository}
        hint={t.repositoryHint}
        fault={form.fault("repository") ?? form.fault("repository_id")}
        value={form.values.repository}
        onInput={(repository) => form.set("repository", repository)}
      />
      <TextField form={form} name="commit" label={t.commit} hint={t.commitHint} isOptional />
      {connections.length > 1 && (
        <SelectField
          form={form}
          name="connection_id"
          label={t.connection}
          hint={t.connectionHint}
          options={options}
        />
      )}
    </>
  );
}

const choices = acceptableClasses.map((name) => [name, classNames[name]] as const);

/** What is demanded of each system, folded until somebody asks for it. */
const Demands = ({ form }: { form: Form<AskedSystems> }) => (
  <details>
    <summary>{t.options}</summary>
    <SeveralField
      form={form}
      name="allow"
      label={t.accepted}
      hint={t.acceptedHint}
      choices={choices}
    />
    <TextField
      form={form}
      name="max_confirmed_age_days"
      type="number"
      min={1}
      label={t.confirmedAge}
      isOptional
    />
    <TextField
      form={form}
      name="max_run_age_hours"
      type="number"
      min={1}
      label={t.runAge}
      isOptional
    />
  </details>
);
