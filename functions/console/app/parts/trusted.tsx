import { useState } from "preact/hooks";
import { claimName } from "#shared/domain/machines/claim-name.ts";
import { type Outcome, refused } from "../shell/client.ts";
import { type Framework, isCurrent } from "./books.ts";
import { SelectInput, TextInput } from "./field.tsx";
import { type Form, SeveralField, TextField } from "./form.tsx";
import { line } from "./format.ts";
import { t } from "./trusted-texts.ts";

/* What signs in with tokens of its own platform, pipelines and machines: its fields and its claims. */

/** What a form of it holds, all as typed. */
export interface TrustedValues {
  id: string;
  display_name: string;
  issuer: string;
  audience: string;
  /** `name=value`, one a line. */
  claims: string;
  framework_ids: readonly string[];
}

/** Where it runs: the issuer of its tokens, and the claims to begin with. */
export type Runs = keyof typeof t.cis;
export type Presets = Readonly<Record<Runs, Pick<TrustedValues, "issuer" | "claims">>>;

export const issuers = {
  github: "https://token.actions.githubusercontent.com",
  gitlab: "https://gitlab.com",
  other: "https://",
} as const satisfies Record<Runs, string>;

/** Where it runs, by the issuer of its tokens. */
export const runsAt = (issuer: string): Runs => {
  if (issuer === issuers.github) return "github";
  return /gitlab/i.test(issuer) ? "gitlab" : "other";
};

/** The claims as they are typed. */
export const typedClaims = (claims: Readonly<Record<string, string>>): string =>
  Object.entries(claims)
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");

/** The claims in the text; refused if one is named twice. */
export function claimsIn(text: string): Outcome<Record<string, string>> {
  const claims = new Map<string, string>();
  for (const row of text.split(/\r?\n/)) {
    if (row.trim() === "") continue;
    const at = row.indexOf("=");
    const name = row.slice(0, Math.max(at, 0)).trim();
    if (at === -1 || !claimName.test(name)) return refused("claims", t.claimForm);
    if (claims.has(name)) return refused("claims", t.claimTwice(name));
    claims.set(name, row.slice(at + 1).trim());
  }
  return { kind: "done", body: Object.fromEntries(claims) };
}

/** What of the form is sent as it is, trimmed. */
export const sentOf = ({ display_name, issuer, audience }: TrustedValues) => ({
  display_name,
  issuer: issuer.trim(),
  audience: audience.trim(),
});

/**
 * Sends a new one, unless its id is taken: the API would change the one that has it.
 * @param idName the id, as the API calls it
 */
export async function sendNew<T>(
  known: Promise<Outcome<unknown>>,
  [idName, taken]: readonly [idName: string, taken: string],
  send: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const outcome = await known;
  if (outcome.kind === "done") return refused(idName, taken);
  return outcome.kind === "unreachable" ? outcome : send();
}

/** A new one's id, and where it runs; choosing that fills in issuer and claims. */
export function NewTrustedFields<V extends TrustedValues>(props: {
  form: Form<V>;
  presets: Presets;
  idName: string;
}) {
  const { form, presets, idName } = props;
  const [runs, setRuns] = useState<Runs>("github");
  /** What was typed stays; what the last choice filled in does not. */
  const choose = (next: Runs) => {
    for (const name of ["issuer", "claims"] as const) {
      if (form.values[name] === presets[runs][name]) form.set(name, presets[next][name]);
    }
    setRuns(next);
  };
  return (
    <>
      <SelectInput
        name="runs"
        label={t.runs}
        value={runs}
        options={Object.entries(t.cis)}
        onChoose={(chosen) => choose(chosen as Runs)}
      />
      <TextInput
        name={idName}
        inForm={idName}
        label={t.id}
        hint={t.idHint}
        fault={form.fault(idName)}
        value={form.values.id}
        onInput={(id) => form.set("id", id)}
      />
    </>
  );
}

/** Whose tokens are trusted. */
export function TrustedFields<V extends TrustedValues>(props: {
  form: Form<V>;
  audienceHint: string;
  claimsHint: string;
}) {
  const form = props.form as unknown as Form<TrustedValues>;
  return (
    <>
      <TextField form={form} name="display_name" label={t.name} />
      <TextField form={form} name="issuer" type="url" label={t.issuer} hint={t.issuerHint} />
      <TextField form={form} name="audience" label={t.audience} hint={props.audienceHint} />
      <TextField form={form} name="claims" label={t.claims} hint={props.claimsHint} rows={3} />
    </>
  );
}

/** The rule books that it may name. @param books null: whoever is signed in has no list of them */
export function BooksField<V extends TrustedValues>(props: {
  form: Form<V>;
  books: readonly Framework[] | null;
  label: string;
  hint?: string;
}) {
  const { books, label, hint } = props;
  const form = props.form as unknown as Form<TrustedValues>;
  const chosen = form.values.framework_ids;
  if (books === null) {
    return (
      <TextInput
        name="framework_ids"
        label={t.bookIds}
        hint={hint}
        rows={2}
        isOptional
        fault={form.fault("framework_ids")}
        value={chosen.join("\n")}
        onInput={(ids) => form.set("framework_ids", ids.split("\n"))}
      />
    );
  }
  return (
    <SeveralField
      form={form}
      name="framework_ids"
      label={label}
      {...(hint === undefined ? {} : { hint })}
      choices={books
        .filter((book) => isCurrent(book) || chosen.includes(book.id))
        .map(({ id, display_name }) => [id, line(display_name)])}
    />
  );
}

/** The claims of something trusted, one a line. */
export const Claims = ({ of }: { of: Readonly<Record<string, string>> }) => (
  <div class="fine">
    {Object.entries(of).map(([name, value]) => (
      <div key={name}>
        <code>
          {line(name)}={line(value)}
        </code>
      </div>
    ))}
  </div>
);
