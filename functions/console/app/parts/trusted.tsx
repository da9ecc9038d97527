import { claimName } from "#shared/domain/machines/claim-name.ts";
import type { Scope } from "#shared/domain/machines/scopes.ts";
import { type Outcome, refused } from "../shell/client.ts";
import { type Fact, Time, Value } from "./basics.tsx";
import { type BookNames, useBookNames } from "./books.ts";
import { line } from "./format.ts";
import { type Resource, resource } from "./resource.tsx";
import { type Columns, Entry } from "./table.tsx";
import {
  claimsAt,
  issuers,
  type Runs,
  TrustedFields,
  type TrustedKind,
  type TrustedValues,
} from "./trusted-fields.tsx";
import { t } from "./trusted-texts.ts";

/* Pipelines and machines, which sign in with tokens of their own platform. */

/** The members that are sent for one of them. */
interface Sent {
  display_name: string;
  issuer: string;
  audience: string;
  claims: Record<string, string>;
  framework_ids: string[];
}

interface Trusted extends Sent {
  id: string;
  scopes?: Scope[];
  created_at: string;
  updated_at: string;
}

/** Its platform, according to the issuer of its tokens. */
export const runsAt = (issuer: string): Runs => {
  if (issuer === issuers.github) return "github";
  return /gitlab/i.test(issuer) ? "gitlab" : "other";
};

/** The claims in the text; refused if one is named twice. */
function claimsIn(text: string): Outcome<Record<string, string>> {
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

/** The kind: pipelines or machines. */
interface Kind
  extends TrustedKind,
    Pick<Resource<Trusted, TrustedValues>, "list" | "get" | "needs" | "Tabs" | "Below"> {
  words: Resource<Trusted, TrustedValues>["words"] &
    TrustedKind["words"] & {
      idTaken: string;
      columns: { name: string; may: string };
      /** Shown if it names no book. */
      everyBook?: string;
    };
  audience: () => string;
  put: (id: string, body: Sent, scopes: Scope[]) => Promise<Outcome<Trusted>>;
  remove: NonNullable<Resource<Trusted, TrustedValues>["remove"]>;
}

/** The screens of one kind. @param at the path of its list */
export const trusted = <const At extends string>(at: At, kind: Kind) =>
  resource<At, Trusted, TrustedValues>(at, {
    ...kind,
    words: { ...kind.words, oneLead: t.inForceSoon },
    nameOf: ({ display_name }) => line(display_name),
    useColumns: () => columnsOf(at, kind, useBookNames()),
    useFacts: (row) => factsOf(kind, row, useBookNames()),
    valuesOf: (row) => ({
      id: "",
      display_name: "",
      issuer: issuers.github,
      audience: kind.audience(),
      framework_ids: [],
      scopes: [],
      ...row,
      claims: row === null ? claimsAt(kind).github : claimLines(row).join("\n"),
    }),
    send: (values, row) => send(kind, values, row === null),
    Fields: (props) => <TrustedFields kind={kind} {...props} />,
  });

const columnsOf = (at: string, { words, scopes }: Kind, books: BookNames): Columns<Trusted> => [
  [
    words.columns.name,
    ({ id, display_name }) => (
      <Entry to={`${at}/${id}`} note={<code>{id}</code>}>
        {line(display_name)}
      </Entry>
    ),
  ],
  [
    words.columns.may,
    (row) =>
      scopes ? <span class="fine">{row.scopes?.join(", ")}</span> : books(row.framework_ids),
  ],
  [t.issuer, (row) => line(row.issuer)],
  [t.mustSay, (row) => <Claims of={row} />],
  [t.changed, (row) => <Time iso={row.updated_at} isRelative />],
];

const factsOf = ({ words }: Kind, row: Trusted, books: BookNames): Fact[] => [
  [t.id, <code>{row.id}</code>],
  row.scopes && [t.scopes, row.scopes.map((scope) => <ScopeWords key={scope} of={scope} />)],
  [words.books, books(row.framework_ids) || words.everyBook],
  [t.issuer, <Value text={row.issuer} of={t.issuer} />],
  [t.audience, <Value text={row.audience} of={t.audience} />],
  [t.mustSay, <Claims of={row} />],
  [t.created, <Time iso={row.created_at} />],
  [t.changed, <Time iso={row.updated_at} />],
];

const ScopeWords = ({ of }: { of: Scope }) => (
  <div>
    {t.scopeWords[of]} <code class="soft">{of}</code>
  </div>
);

/** Sends it. Refuses a new one whose id is taken, because the API would change the existing one. */
async function send(kind: Kind, values: TrustedValues, isNew: boolean): Promise<Outcome<Trusted>> {
  const claims = claimsIn(values.claims);
  if (isNew) {
    const known = await kind.get(values.id);
    if (known.kind === "done") return refused(kind.idName, kind.words.idTaken);
    if (known.kind === "unreachable") return known;
  }
  if (claims.kind !== "done") return claims;
  const body = {
    display_name: values.display_name,
    issuer: values.issuer.trim(),
    audience: values.audience.trim(),
    claims: claims.body,
    framework_ids: values.framework_ids.map((id) => id.trim()).filter((id) => id !== ""),
  };
  return kind.put(values.id, body, values.scopes as Scope[]);
}

const claimLines = ({ claims }: Trusted): string[] =>
  Object.entries(claims).map(([name, value]) => `${name}=${value}`);

/** The claims that its token must have, one per line. */
const Claims = ({ of }: { of: Trusted }) => (
  <div class="fine">
    {claimLines(of).map((claim) => (
      <div key={claim}>
        <code>{line(claim)}</code>
      </div>
    ))}
  </div>
);
