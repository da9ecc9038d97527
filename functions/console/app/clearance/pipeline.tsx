import { useLocation } from "wouter-preact";
import { Screen } from "../parts/basics.tsx";
import { type Framework, useBooks } from "../parts/books.ts";
import { Confirm } from "../parts/confirm.tsx";
import { type Form, FormBox, useForm } from "../parts/form.tsx";
import { line } from "../parts/format.ts";
import { Pending } from "../parts/trouble.tsx";
import {
  BooksField,
  claimsIn,
  issuers,
  NewTrustedFields,
  type Presets,
  runsAt,
  sendNew,
  sentOf,
  TrustedFields,
  type TrustedValues,
  typedClaims,
} from "../parts/trusted.tsx";
import { t as shared } from "../parts/trusted-texts.ts";
import { type Answer, call, type Item, type Outcome } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { t } from "./texts.ts";
import { Job } from "./workflow.tsx";

const presets: Presets = {
  github: { issuer: issuers.github, claims: "repository_id=\nref=refs/heads/main" },
  gitlab: {
    issuer: issuers.gitlab,
    claims: "sub=project_path:GROUP/PROJECT:ref_type:branch:ref:main",
  },
  other: { issuer: issuers.other, claims: "sub=" },
};

async function put(values: TrustedValues): Promise<Outcome<Answer<"putPipeline">>> {
  const claims = claimsIn(values.claims);
  if (claims.kind !== "done") return claims;
  const body = { ...sentOf(values), claims: claims.body };
  return call("putPipeline", {
    params: { pipeline_id: values.id },
    body: { ...body, framework_ids: [...values.framework_ids] },
  });
}

const create = (values: TrustedValues) =>
  sendNew(
    call("getPipeline", { params: { pipeline_id: values.id } }),
    ["pipeline_id", t.idTaken],
    () => put(values),
  );

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
  const form = useForm<TrustedValues>({
    id: "",
    display_name: "",
    audience: location.origin,
    framework_ids: books.length === 1 ? books.map(({ id }) => id) : [],
    ...presets.github,
  });
  const send = () =>
    form.submit(
      () => create(form.values),
      ({ id }) => go(`/clearance/pipelines/${id}`),
    );
  return (
    <FormBox form={form} onSubmit={send} act={t.allow}>
      <NewTrustedFields form={form} presets={presets} idName="pipeline_id" />
      <PipelineFields form={form} books={books} />
    </FormBox>
  );
}

const PipelineFields = (props: { form: Form<TrustedValues>; books: readonly Framework[] }) => (
  <>
    <TrustedFields form={props.form} audienceHint={t.audienceHint} claimsHint={t.claimsHint} />
    <BooksField {...props} label={t.books} />
  </>
);

/** One pipeline, to change or remove, with the job to copy. */
export function PipelineDetail({ id }: { id: string }) {
  const books = useBooks();
  const pipeline = useCall("getPipeline", { params: { pipeline_id: id } });
  const found = pipeline.data;
  return (
    <Screen title={line(found?.display_name ?? t.tabs.pipelines)} lead={shared.inForceSoon}>
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

function Change(props: {
  pipeline: Item<"listPipelines">;
  books: readonly Framework[];
  onDone: () => void;
}) {
  const { pipeline, books, onDone } = props;
  const { id, display_name, issuer, audience, framework_ids } = pipeline;
  const [, go] = useLocation();
  const form = useForm<TrustedValues>({ ...pipeline, claims: typedClaims(pipeline.claims) });
  return (
    <>
      <FormBox
        form={form}
        onSubmit={() => form.submit(() => put(form.values), onDone)}
        act={shared.save}
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
      <Job ci={runsAt(issuer)} frameworkId={framework_ids[0] ?? ""} audience={audience} />
    </>
  );
}
