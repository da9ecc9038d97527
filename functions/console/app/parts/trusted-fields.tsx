import { useLayoutEffect, useState } from "preact/hooks";
import type { Scope } from "#shared/domain/machines/scopes.ts";
import { may } from "../shell/client.ts";
import { useAll } from "../shell/load.ts";
import { isCurrent } from "./books.ts";
import { SelectInput, TextInput } from "./field.tsx";
import { codedChoices, Fields, type Form, SeveralField } from "./form.tsx";
import { line } from "./format.ts";
import { Pending } from "./trouble.tsx";
import { t } from "./trusted-texts.ts";

/** The values of its form, all as typed. */
export interface TrustedValues {
  id: string;
  display_name: string;
  issuer: string;
  audience: string;
  /** `name=value`, one per line. */
  claims: string;
  framework_ids: readonly string[];
  /** The scopes of a machine; a pipeline has none. */
  scopes: readonly string[];
}

/** The platform it runs on, which gives the issuer of its tokens and the claims to start from. */
export type Runs = keyof typeof t.cis;

export const issuers = {
  github: "https://token.actions.githubusercontent.com",
  gitlab: "https://gitlab.com",
  other: "https://",
} as const satisfies Record<Runs, string>;

/** The facts that determine the fields. */
export interface TrustedKind {
  words: { audienceHint: string; claimsHint: string; books: string; booksHint?: string };
  /** The API's name for its id. */
  idName: string;
  /** The claims to start from for a GitLab project. */
  gitlab: string;
  /** The scopes it may have; absent: it can only ask about its books. */
  scopes?: () => readonly Scope[];
}

interface Given {
  kind: TrustedKind;
  form: Form<TrustedValues>;
}

/** The fields that say whose tokens are trusted, and for what. */
export function TrustedFields({ kind, form, isNew }: Given & { isNew: boolean }) {
  const { words, scopes } = kind;
  const said = {
    display_name: [t.name],
    issuer: [t.issuer, t.issuerHint],
    audience: [t.audience, words.audienceHint],
    claims: [t.claims, words.claimsHint],
    scopes: [t.scopes],
  } as const;
  const choices = scopes && codedChoices(scopes(), t.scopeWords);
  return (
    <>
      {isNew && <NewFields kind={kind} form={form} />}
      <Fields
        form={form}
        words={said}
        of={{
          display_name: {},
          issuer: { type: "url" },
          audience: {},
          claims: { rows: 3 },
          scopes: choices !== undefined && { choices },
        }}
      />
      <BooksField kind={kind} form={form} />
    </>
  );
}

/** The claims to start from. */
export const claimsAt = ({ gitlab }: TrustedKind): Readonly<Record<Runs, string>> => ({
  github: "repository_id=\nref=refs/heads/main",
  gitlab,
  other: "sub=",
});

/** The id of a new one and its platform. Choosing the platform fills in issuer and claims. */
function NewFields({ kind, form }: Given) {
  const { idName } = kind;
  const [runs, setRuns] = useState<Runs>("github");
  /** Keeps what the user typed, and replaces what the last choice filled in. */
  const choose = (next: Runs) => {
    const { issuer, claims } = form.values;
    const filledIn = claimsAt(kind);
    if (issuer === issuers[runs]) form.set("issuer", issuers[next]);
    if (claims === filledIn[runs]) form.set("claims", filledIn[next]);
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

/** The rule books that it may name, or their ids for users who may not list books. */
function BooksField({ kind: { words, scopes }, form }: Given) {
  const isListed = may("listFrameworks");
  const books = useAll("listFrameworks", isListed ? {} : null);
  const chosen = form.values.framework_ids;
  const [only, ...others] = books.data ?? [];
  useLayoutEffect(() => {
    // It has to name a book, and there is only this one.
    if (!scopes && only && others.length === 0 && chosen.length === 0)
      form.set("framework_ids", [only.id]);
  }, [only]);
  const hint = words.booksHint === undefined ? {} : { hint: words.booksHint };
  if (!isListed) {
    return (
      <TextInput
        name="framework_ids"
        label={t.bookIds}
        {...hint}
        rows={2}
        isOptional
        fault={form.fault("framework_ids")}
        value={chosen.join("\n")}
        onInput={(ids) => form.set("framework_ids", ids.split("\n"))}
      />
    );
  }
  const choices = (books.data ?? [])
    .filter((book) => isCurrent(book) || chosen.includes(book.id))
    .map(({ id, display_name }) => [id, line(display_name)] as const);
  return (
    <>
      <Pending of={books} />
      <SeveralField
        form={form}
        name="framework_ids"
        label={words.books}
        {...hint}
        choices={choices}
      />
    </>
  );
}
