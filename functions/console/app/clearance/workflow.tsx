import { Link } from "wouter-preact";
import { visible } from "#shared/domain/text/text.ts";
import { Copy, Screen } from "../parts/basics.tsx";
import { bookOptions, isCurrent, useBooks } from "../parts/books.ts";
import { download } from "../parts/download.ts";
import { SelectInput } from "../parts/field.tsx";
import { useFilters } from "../parts/table.tsx";
import { Pending } from "../parts/trouble.tsx";
import type { Runs } from "../parts/trusted-fields.tsx";
import { t as shared } from "../parts/trusted-texts.ts";
import { t as shell } from "../shell/texts.ts";
import { jobText, rulesExample, systemsJobText } from "./job-text.ts";
import { ClearanceTabs } from "./tabs.tsx";
import { t } from "./texts.ts";

const cis = { ...shared.cis, other: t.shell };

/** The job that asks for clearance, ready to copy. */
export function Workflow() {
  const { values, set } = useFilters(["asks", "framework_id", "ci"]);
  const books = useBooks();
  const ci: Runs = Object.hasOwn(cis, values.ci) ? (values.ci as Runs) : "github";
  const current = books.data?.filter(isCurrent) ?? null;
  const book = values.framework_id || (current?.[0]?.id ?? "");
  const isSystems = values.asks === "systems";
  return (
    <Screen title={t.tabs.workflow} lead={t.workflowLead}>
      <ClearanceTabs />
      <search class="filters">
        <SelectInput
          name="asks"
          label={t.jobAsks}
          value={isSystems ? "systems" : "rules"}
          options={Object.entries(t.jobQuestions)}
          onChoose={(asks) => set({ asks }, true)}
        />
        {!isSystems && (
          <SelectInput
            name="framework_id"
            label={t.book}
            options={bookOptions(current, shell.all)}
            value={book}
            onChoose={(framework_id) => set({ framework_id }, true)}
          />
        )}
        {!isSystems && (
          <SelectInput
            name="ci"
            label={shared.runs}
            value={ci}
            options={Object.entries(cis)}
            onChoose={(chosen) => set({ ci: chosen }, true)}
          />
        )}
      </search>
      {isSystems ? (
        <JobText text={systemsJobText(location.origin)} of={cis.github} lead={t.systemsStep} />
      ) : (
        <>
          <Pending of={books} />
          {books.data && <Job ci={ci} frameworkId={book} audience={location.origin} />}
          <p>
            {t.rulesFile}{" "}
            <button type="button" onClick={() => download("rules.json", rulesExample)}>
              {t.rulesFileExample}
            </button>
          </p>
          <p>
            {t.workflowStep} <Link href="/clearance/pipelines">{t.tabs.pipelines}</Link>
          </p>
        </>
      )}
    </Screen>
  );
}

/** A job's text, with a button that copies it. */
export function Job(props: { ci: Runs; frameworkId: string; audience: string }) {
  const { ci, frameworkId, audience } = props;
  const text = jobText(ci, { url: location.origin, frameworkId, audience });
  return <JobText text={text} of={cis[ci]} />;
}

const JobText = ({ text, of, lead }: { text: string; of: string; lead?: string }) => (
  <section>
    {lead && <p>{lead}</p>}
    <p>
      <Copy text={text} label={t.copyJob} of={of} />
    </p>
    <pre>{visible(text)}</pre>
  </section>
);
