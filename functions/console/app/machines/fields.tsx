import type { Scope } from "#shared/domain/machines/scopes.ts";
import type { Framework } from "../parts/books.ts";
import { type Form, SeveralField } from "../parts/form.tsx";
import {
  BooksField,
  claimsIn,
  issuers,
  type Presets,
  sentOf,
  TrustedFields,
  type TrustedValues,
} from "../parts/trusted.tsx";
import { type Answer, call, may, type Outcome } from "../shell/client.ts";
import { type Loaded, useAll } from "../shell/load.ts";
import { offeredScopes, operations } from "./operations.ts";
import { t } from "./texts.ts";

export interface MachineValues extends TrustedValues {
  scopes: readonly string[];
}

export const presets: Presets = {
  github: { issuer: issuers.github, claims: "repository_id=\nref=refs/heads/main" },
  gitlab: { issuer: issuers.gitlab, claims: "project_id=\nref=main" },
  other: { issuer: issuers.other, claims: "sub=" },
};

export async function put(values: MachineValues): Promise<Outcome<Answer<"putMachine">>> {
  const claims = claimsIn(values.claims);
  if (claims.kind !== "done") return claims;
  const framework_ids = values.framework_ids.map((id) => id.trim()).filter((id) => id !== "");
  const body = { ...sentOf(values), claims: claims.body, scopes: values.scopes as Scope[] };
  return call(operations().put, {
    params: { machine_id: values.id },
    body: framework_ids.length === 0 ? body : { ...body, framework_ids },
  });
}

/** The rule books, for those who have a list of them. */
export function useOwnBooks(): Loaded<Framework[]> | null {
  const isListed = may("listFrameworks");
  const books = useAll("listFrameworks", isListed ? {} : null);
  return isListed ? books : null;
}

/** The editable fields of a machine. */
export const MachineFields = (props: {
  form: Form<MachineValues>;
  books: readonly Framework[] | null;
}) => (
  <>
    <TrustedFields form={props.form} audienceHint={t.audienceHint} claimsHint={t.claimsHint} />
    <SeveralField
      form={props.form}
      name="scopes"
      label={t.scopes}
      choices={offeredScopes().map((scope) => [
        scope,
        <>
          <code>{scope}</code> <span class="soft">{t.scopeWords[scope]}</span>
        </>,
      ])}
    />
    <BooksField {...props} label={t.books} hint={t.booksHint} />
  </>
);
