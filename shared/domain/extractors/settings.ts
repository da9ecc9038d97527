import * as z from "zod/mini";
import { DomainError } from "#shared/domain/errors.ts";
import { eachNamedOnce, faultsAcross } from "#shared/domain/members.ts";
import { withoutHidden } from "#shared/domain/text/text-fields.ts";
import { withoutQuery } from "./address.ts";
import type { Budget, ExtractorMode } from "./budget.ts";
import { type ExtractorProvider, factsOf, providerNames } from "./catalog.ts";
import { LONGEST_CHAIN, MAX_CREDENTIAL, MAX_ENDPOINT, MAX_MODEL } from "./limits.ts";
import { needsOwnCredential, type PlatformExtractors, type StoredEntry } from "./platform.ts";
import { mockNotAllowed } from "./presets.ts";

/** Visible ASCII only, to prevent header injection. */
export const authSchema = () =>
  z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(MAX_CREDENTIAL),
      z.regex(/^[\x21-\x7e]+$/, "must have no spaces and no accented letters"),
    );

export const endpointSchema = () =>
  z.string().check(
    z.minLength(1),
    z.maxLength(MAX_ENDPOINT),
    z.refine(
      (text) => URL.canParse(text),
      "must be a whole address, such as https://models.example/v1",
    ),
    withoutHidden(),
  );

export const modelSchema = () =>
  z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(MAX_MODEL),
    withoutHidden(),
    z.refine((text) => text !== "." && text !== "..", "must name a model"),
  );

/** One entry as proposed by an admin (contract, "Extractors"); null means absent. */
export const proposedEntrySchema = () =>
  z
    .strictObject({
      provider: z.enum(providerNames),
      endpoint: z.nullish(endpointSchema()),
      model: z.nullish(modelSchema()),
      auth: z.optional(authSchema()),
    })
    .check(
      faultsAcross(({ provider, endpoint, auth }, fault) => {
        const named = providerNames.find((name) => name === provider);
        if (named === "mock") {
          if (endpoint != null) fault(["endpoint"], "mock has no endpoint");
          if (auth !== undefined) fault(["auth"], "mock takes no credential");
        } else if (named && factsOf(named).platform === null && endpoint == null) {
          fault(["endpoint"], `${named} needs an endpoint`);
        }
      }),
    );

export type ProposedEntry = z.output<ReturnType<typeof proposedEntrySchema>>;

export const proposedChainSchema = () =>
  z
    .array(proposedEntrySchema())
    .check(z.minLength(1), z.maxLength(LONGEST_CHAIN), eachNamedOnce("provider"));

/** A tenant's own settings as stored. */
export interface ExtractorSettings {
  /** Empty: the platform's default applies. */
  chain: readonly StoredEntry[];
  /** null: the platform's default applies. */
  budget: Budget | null;
  mode: ExtractorMode;
}

/** The settings as shown to users. */
export interface ShownSettings {
  chain: ShownEntry[];
  budget: Budget | null;
  mode: ExtractorMode;
}

export const shownSettings = ({ chain, budget, mode }: ExtractorSettings): ShownSettings => ({
  chain: shownChain(chain),
  budget,
  mode,
});

/** One entry as shown to users: says whether there is a credential, never which. */
export interface ShownEntry {
  provider: ExtractorProvider;
  endpoint: string | null;
  model: string | null;
  has_credential: boolean;
}

export const shownChain = (chain: readonly StoredEntry[]): ShownEntry[] =>
  chain.map(({ credential_version, ...entry }) => ({
    ...entry,
    has_credential: credential_version !== null,
  }));

/**
 * The chain for audit rows, and for people who cannot change it: addresses without their query, which
 * often contains a function's key.
 */
export const chainWithoutQueries = (chain: readonly StoredEntry[]): ShownEntry[] =>
  shownChain(chain).map((entry) => ({
    ...entry,
    endpoint: entry.endpoint === null ? null : withoutQuery(entry.endpoint),
  }));

/** An entry to store, and its new credential if one has still to be written. */
export interface PlannedEntry {
  stored: StoredEntry;
  newCredential: string | null;
}

/**
 * Plans how a proposed entry is stored. A stored credential is kept only while provider and
 * endpoint stay the same: otherwise anyone who may edit settings could have it sent anywhere.
 * @param path prefix of the entry's path in the request, for reported faults
 * @throws DomainError `mock_not_allowed`, `validation_failed` (no endpoint anywhere),
 *   `credential_required`
 */
export function planEntry(
  proposed: ProposedEntry,
  present: readonly StoredEntry[],
  platform: PlatformExtractors,
  path: string,
): PlannedEntry {
  const { provider, auth } = proposed;
  const endpoint = proposed.endpoint ?? null;
  if (provider === "mock" && !platform.mockAllowed) throw mockNotAllowed(`${path}provider`);
  if (endpoint === null && provider !== "mock" && platform.own[provider].endpoint === null) {
    const message = "is required: the platform has no endpoint of its own for this provider";
    throw new DomainError("validation_failed", `Not valid: ${path}endpoint.`, {
      errors: [{ path: `${path}endpoint`, message }],
    });
  }
  const before = present.find((entry) => entry.provider === provider);
  const kept = before?.endpoint === endpoint ? before.credential_version : null;
  const hadOther = before !== undefined && before.credential_version !== null && kept === null;
  const stored = { provider, endpoint, model: proposed.model ?? null, credential_version: kept };
  if (auth === undefined && kept === null && (hadOther || needsOwnCredential(stored, platform))) {
    throw new DomainError(
      "credential_required",
      hadOther
        ? "The stored credential belongs to another provider or endpoint. Send the one for this endpoint."
        : "This entry needs its own credential: the platform has none for it, or may not send its own to that address.",
      { errors: [{ path: `${path}auth`, message: "is required for this endpoint" }] },
    );
  }
  return { stored, newCredential: auth ?? null };
}

/** Whether two sets of settings are equal. */
export const sameSettings = (a: ExtractorSettings, b: ExtractorSettings): boolean =>
  sameChain(a.chain, b.chain) &&
  a.mode === b.mode &&
  a.budget?.monthly_usd === b.budget?.monthly_usd &&
  a.budget?.warn_at === b.budget?.warn_at;

/** Whether two chains are equal; credentials are compared by version. */
const sameChain = (a: readonly StoredEntry[], b: readonly StoredEntry[]): boolean =>
  a.length === b.length &&
  a.every((entry, i) => {
    const other = b[i];
    return (
      entry.provider === other?.provider &&
      entry.endpoint === other.endpoint &&
      entry.model === other.model &&
      entry.credential_version === other.credential_version
    );
  });
