import { useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { Screen } from "../parts/basics.tsx";
import { type Framework, useBooks } from "../parts/books.ts";
import { Confirm } from "../parts/confirm.tsx";
import { SelectInput } from "../parts/field.tsx";
import { FormBox, TextField, useForm } from "../parts/form.tsx";
import { line } from "../parts/format.ts";
import { Pending } from "../parts/trouble.tsx";
import { type Answer, call, type Outcome } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import {
  type Ci,
  ciOf,
  claimsIn,
  type Pipeline,
  PipelineFields,
  type PipelineValues,
  presets,
  valuesOf,
} from "./pipeline-form.tsx";
import { refused } from "./question.ts";
import { t } from "./texts.ts";
import { Job } from "./workflow.tsx";

async function put(values: PipelineValues): Promise<Outcome<Answer<"putPipeline">>> {
  const { pipeline_id, display_name, issuer, audience, framework_ids } = values;
  const claims = claimsIn(values.claims);
  if (claims.kind !== "done") return claims;
  return call("putPipeline", {
    params: { pipeline_id },
    body: {
      display_name,
      issuer: issuer.trim(),
      audience: audience.trim(),
      claims: claims.body,
      framework_ids: [...framework_ids],
    },
  });
}

/** The same, unless the id is taken: the API would change that pipeline. */
async function create(values: PipelineValues): Promise<Outcome<Answer<"putPipeline">>> {
  const params = { pipeline_id: values.pipeline_id };
  const known = await call("getPipeline", { params });
  if (known.kind === "done") return refused("pipeline_id", t.idTaken);
  if (known.kind === "unreachable") return known;
  return put(values);
}

export function NewPipeline() {
  const books = useBooks();
  return (
    <Screen title={t.newPipeline} lead={t.pipelinesLead}>
      <Pending of={books} />
      {books.data && <NewForm books={books.data} />}
    </Screen>
  );
}

function NewForm({ books }: { books: readonly Framework[] }) {
  const [, go] = useLocation();
  const [ci, setCi] = useState<Ci>("github");
  const form = useForm<PipelineValues>({
    pipeline_id: "",
    display_name: "",
    audience: location.origin,
    framework_ids: books.length === 1 ? books.map(({ id }) => id) : [],
    ...presets.github,
  });
  /** What was typed stays; what the last choice filled in does not. */
  const choose = (next: Ci) => {
    for (const name of ["issuer", "claims"] as const) {
      if (form.values[name] === presets[ci][name]) form.set(name, presets[next][name]);
    }
    setCi(next);
  };
  const send = () =>
    form.submit(
      () => create(form.values),
      ({ id }) => go(`/clearance/pipelines/${id}`),
    );
  return (
    <FormBox form={form} onSubmit={send} act={t.allow}>
      <SelectInput
        name="ci"
        label={t.ci}
        value={ci}
        options={Object.entries(t.cis)}
        onChoose={(chosen) => choose(chosen as Ci)}
      />
      <TextField form={form} name="pipeline_id" label={t.id} hint={t.idHint} />
      <PipelineFields form={form} books={books} />
    </FormBox>
  );
}

/** One pipeline, to change or remove, with the job to copy. */
export function PipelineDetail({ id }: { id: string }) {
  const books = useBooks();
  const pipeline = useCall("getPipeline", { params: { pipeline_id: id } });
  const found = pipeline.data;
  return (
    <Screen title={line(found?.display_name ?? t.tabs.pipelines)} lead={t.inForceSoon}>
      <Pending of={found === null ? pipeline : books} />
      {found && books.data && (
        <Change
          key={found.updated_at}
          pipeline={found}
          books={books.data}
          onDone={pipeline.reload}
        />
      )}
    </Screen>
  );
}

function Change(props: { pipeline: Pipeline; books: readonly Framework[]; onDone: () => void }) {
  const { pipeline, books, onDone } = props;
  const { id, display_name, issuer, audience, framework_ids } = pipeline;
  const [, go] = useLocation();
  const form = useForm<PipelineValues>(valuesOf(pipeline));
  return (
    <>
      <FormBox
        form={form}
        onSubmit={() => form.submit(() => put(form.values), onDone)}
        act={t.save_}
        beside={
          <Confirm
            does={t.remove}
            to={line(display_name)}
            isDangerous
            send={() => call("deletePipeline", { params: { pipeline_id: id } })}
            done={() => go("/clearance/pipelines")}
          />
        }
      >
        <PipelineFields form={form} books={books} />
      </FormBox>
      <h2>{t.jobOf(line(display_name))}</h2>
      <Job ci={ciOf(issuer)} frameworkId={framework_ids[0] ?? ""} audience={audience} />
    </>
  );
}
