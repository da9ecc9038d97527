import { type Framework, isCurrent } from "../parts/books.ts";
import { type Form, SeveralField, TextField } from "../parts/form.tsx";
import { line } from "../parts/format.ts";
import type { Item, Outcome } from "../shell/client.ts";
import { refused } from "./question.ts";
import { t } from "./texts.ts";

export type Pipeline = Item<"listPipelines">;

/** The form's values, all as typed. */
export interface PipelineValues {
  pipeline_id: string;
  display_name: string;
  issuer: string;
  audience: string;
  /** `name=value`, one a line. */
  claims: string;
  framework_ids: readonly string[];
}

/** Where jobs run: the issuer of their tokens, and the claims to begin with. */
export const presets = {
  github: {
    issuer: "https://token.actions.githubusercontent.com",
    claims: "repository_id=\nref=refs/heads/main",
  },
  gitlab: {
    issuer: "https://gitlab.com",
    claims: "sub=project_path:GROUP/PROJECT:ref_type:branch:ref:main",
  },
  other: { issuer: "https://", claims: "sub=" },
} as const;
export type Ci = keyof typeof presets;

/** Where a pipeline's jobs run, by the issuer of their tokens. */
export const ciOf = (issuer: string): Ci => {
  if (issuer === presets.github.issuer) return "github";
  return /gitlab/i.test(issuer) ? "gitlab" : "other";
};

export const valuesOf = ({ id, claims, ...rest }: Pipeline): PipelineValues => ({
  ...rest,
  pipeline_id: id,
  claims: Object.entries(claims)
    .map(([name, value]) => `${name}=${value}`)
    .join("\n"),
});

/** The claims in the text; refused if one is named twice. */
export function claimsIn(text: string): Outcome<Record<string, string>> {
  const claims = new Map<string, string>();
  for (const row of text.split(/\r?\n/)) {
    if (row.trim() === "") continue;
    const at = row.indexOf("=");
    const name = (at === -1 ? row : row.slice(0, at)).trim();
    if (claims.has(name)) return refused("claims", t.claimTwice(name));
    claims.set(name, at === -1 ? "" : row.slice(at + 1).trim());
  }
  return { kind: "done", body: Object.fromEntries(claims) };
}

/** The editable fields of a pipeline. */
export function PipelineFields(props: { form: Form<PipelineValues>; books: readonly Framework[] }) {
  const { form, books } = props;
  const offered = books.filter(
    (book) => isCurrent(book) || form.values.framework_ids.includes(book.id),
  );
  return (
    <>
      <TextField form={form} name="display_name" label={t.name} />
      <TextField form={form} name="issuer" type="url" label={t.issuer} hint={t.issuerHint} />
      <TextField form={form} name="audience" label={t.audience} hint={t.audienceHint} />
      <TextField form={form} name="claims" label={t.claims} hint={t.claimsHint} rows={3} />
      <SeveralField
        form={form}
        name="framework_ids"
        label={t.books}
        choices={offered.map(({ id, display_name }) => [id, line(display_name)])}
      />
    </>
  );
}
