import { Link } from "wouter-preact";
import { visible } from "#shared/domain/text/text.ts";
import { Copy, Screen } from "../parts/basics.tsx";
import { bookOptions, useBooks } from "../parts/books.ts";
import { SelectInput } from "../parts/field.tsx";
import { useFilters } from "../parts/table.tsx";
import { Pending } from "../parts/trouble.tsx";
import { t as shell } from "../shell/texts.ts";
import { jobText } from "./job-text.ts";
import type { Ci } from "./pipeline-form.tsx";
import { ClearanceTabs } from "./tabs.tsx";
import { t } from "./texts.ts";

const cis = { github: t.cis.github, gitlab: t.cis.gitlab, other: t.shell };

/** The job that asks, ready to copy. */
export function Workflow() {
  const { values, set } = useFilters(["framework_id", "ci"]);
  const books = useBooks();
  const ci: Ci = Object.hasOwn(cis, values.ci) ? (values.ci as Ci) : "github";
  const book = values.framework_id || (books.data?.[0]?.id ?? "");
  return (
    <Screen title={t.tabs.workflow} lead={t.workflowLead}>
      <ClearanceTabs />
      <search class="filters">
        <SelectInput
          name="framework_id"
          label={t.book}
          options={bookOptions(books.data, shell.all)}
          value={book}
          onChoose={(framework_id) => set({ framework_id }, true)}
        />
        <SelectInput
          name="ci"
          label={t.ci}
          value={ci}
          options={Object.entries(cis)}
          onChoose={(chosen) => set({ ci: chosen }, true)}
        />
      </search>
      <Pending of={books} />
      {books.data && <Job ci={ci} frameworkId={book} audience={location.origin} />}
      <p>
        {t.workflowStep} <Link href="/clearance/pipelines">{t.toPipelines}</Link>
      </p>
    </Screen>
  );
}

/** A job's text, with a button that copies it. */
export function Job(props: { ci: Ci; frameworkId: string; audience: string }) {
  const { ci, frameworkId, audience } = props;
  const text = jobText(ci, { url: location.origin, frameworkId, audience });
  return (
    <section>
      <p>
        <Copy text={text} label={t.copyJob} of={cis[ci]} />
      </p>
      <pre>{visible(text)}</pre>
    </section>
  );
}
