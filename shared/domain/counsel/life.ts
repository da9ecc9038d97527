import {
  illegal,
  isRefusal,
  type LifeRow,
  type Refusal,
  type Step,
} from "#shared/domain/audit/life.ts";
import type { CounselKey } from "./counsel-key.ts";
import {
  authorOf,
  changedIdentity,
  confirmedIdentity,
  type Identity,
  type IdentityValues,
  identitySha256,
} from "./identity.ts";

/*
 * The state of a counsel, row by row: who they are, which keys they have, and whether one is required.
 * `recorded` and `registered` (counsel.ts) write rows through it; the replay judges rows by it.
 */

/** Counsel's details, which each of their rows repeats. */
export const detailFields = [
  "email",
  "display_name",
  "firm",
  "jurisdiction",
  "bar_registration",
] as const;
type Details = Readonly<Record<(typeof detailFields)[number], string | null>>;

/** A key according to its rows, whose times it has: we do not trust those in contexts. */
export interface LifeKey extends Omit<CounselKey, "algorithm"> {
  algorithm: string;
  /** Hash of the row that enrols the key. */
  row_hash: string;
}

interface PolicyChange {
  at: string;
  previous: string;
  value: string;
  /** User id of the admin who changed it. */
  by: string | null;
}

/** What a counsel's rows say about them. */
export interface CounselLife {
  id: string;
  framework_id: string;
  created_at: string;
  details: Details;
  active: boolean;
  vouched_by: string | null;
  vouched_by_name: string | null;
  /** Since when an admin has vouched for them; null: only the counsel who named them does. */
  confirmed_at: string | null;
  /** Who they are, by version, and who says so. */
  identity: Identity;
  /** The signing policy in force. */
  policy: string;
  changes: readonly PolicyChange[];
  /** null: a stored counsel, whose keys are stored and guarded beside the record. */
  keys: readonly LifeKey[] | null;
  /** Until when a key may be enrolled; null: counsel is not invited, or has used the invitation. */
  invited_until: string | null;
}

const textIn = ({ context }: LifeRow, name: string): string => String(context[name] ?? "");

const detailsIn = ({ context }: LifeRow): Details =>
  Object.fromEntries(detailFields.map((name) => [name, context[name] ?? null])) as Details;

function created(row: LifeRow): CounselLife {
  const { vouched_by = null, vouched_by_name = null } = row.context;
  const details = detailsIn(row);
  const values = { ...details, active: true, signing_policy: "link" };
  return {
    id: row.resource_id,
    framework_id: textIn(row, "framework_id"),
    created_at: row.created_at,
    details,
    active: true,
    vouched_by: vouched_by as string | null,
    vouched_by_name: vouched_by_name as string | null,
    confirmed_at: vouched_by === null ? row.created_at : null,
    identity: changedIdentity(null, values, authorOf(row)),
    policy: "link",
    changes: [],
    keys: [],
    invited_until: null,
  };
}

type Change = (before: CounselLife, row: LifeRow) => Partial<CounselLife> | Refusal;

const valuesOf = ({ details, active, policy }: CounselLife): IdentityValues => ({
  ...details,
  active,
  signing_policy: policy,
});

/** The hash of the present identity, which a second person confirms. */
const identityOf = (life: CounselLife): string =>
  identitySha256(life.id, valuesOf(life), life.identity);

/** A change after which a second person has to confirm again who counsel is. */
function guarded(before: CounselLife, row: LifeRow, change: Partial<CounselLife>) {
  const values = valuesOf({ ...before, ...change });
  return { ...change, identity: changedIdentity(before.identity, values, authorOf(row)) };
}

/**
 * A change that undoes another one, which anybody may make and which has no author. Values from before
 * it cannot be restored as if only their authors had written them.
 */
function undone({ identity, ...before }: CounselLife, row: LifeRow, change: Partial<CounselLife>) {
  return guarded({ ...before, identity: { ...identity, earlier: [] } }, row, change);
}

const deactivated: Change = ({ active }) =>
  active ? { active: false } : illegal("they were inactive already.");

const reactivated: Change = (before, row) =>
  before.active ? illegal("they were active already.") : undone(before, row, { active: true });

/** Notes and language are not part of counsel's identity. */
function updated(before: CounselLife, row: LifeRow): Partial<CounselLife> {
  const details = detailsIn(row);
  const isOther = detailFields.some((name) => details[name] !== before.details[name]);
  return isOther ? guarded(before, row, { details }) : {};
}

/** With a hash, a second person confirms counsel. Without one, an admin vouches for a delegate. */
function confirmed(before: CounselLife, row: LifeRow): Partial<CounselLife> | Refusal {
  const confirmed_at = before.confirmed_at ?? row.created_at;
  if (row.context.identity_sha256 === undefined) {
    return before.confirmed_at === null
      ? { confirmed_at }
      : illegal("an admin vouched for them already.");
  }
  const identity = confirmedIdentity(before.identity, identityOf(before), row);
  return isRefusal(identity) ? identity : { confirmed_at, identity };
}

const changes: Readonly<Record<string, Change>> = {
  "counsel.updated": updated,
  "counsel.deactivated": deactivated,
  "counsel.reactivated": reactivated,
  "counsel.confirmed": confirmed,
  "counsel.reminders_stopped": () => ({}),
  "counsel.mail_stopped": () => ({}),
  "counsel.key_invited": ({ active }, row) =>
    active ? { invited_until: textIn(row, "expires_at") } : illegal("they were inactive."),
  "counsel.key_enrolled": enrolled,
  "counsel.key_retired": retired,
  "counsel.signing_policy_changed": policyChanged,
};

/** A stricter policy needs no confirmation by somebody else; a laxer one does. */
function policyChanged(before: CounselLife, row: LifeRow): Partial<CounselLife> | Refusal {
  const [previous, value] = [textIn(row, "previous"), textIn(row, "value")];
  if (previous !== before.policy || value === previous) {
    return illegal(`the policy before was ${before.policy}.`);
  }
  const change = {
    policy: value,
    changes: [...before.changes, { at: row.created_at, previous, value, by: row.actor_user_id }],
  };
  return value === "link" ? undone(before, row, change) : change;
}

function enrolled(before: CounselLife, row: LifeRow): Partial<CounselLife> | Refusal {
  const { keys, invited_until: until } = before;
  if (keys === null) return {};
  if (until === null || until < row.created_at) return illegal("nobody had invited them to.");
  const credential_id = textIn(row, "credential_id");
  if (keys.some((key) => key.credential_id === credential_id)) {
    return illegal("this key was enrolled before.");
  }
  const key = {
    credential_id,
    algorithm: textIn(row, "algorithm"),
    public_key_spki: textIn(row, "public_key_spki"),
    rp_id: textIn(row, "rp_id"),
    enrolled_at: row.created_at,
    retired_at: null,
    row_hash: row.row_hash ?? "",
  };
  return { keys: [...keys, key], invited_until: null };
}

function retired(before: CounselLife, row: LifeRow): Partial<CounselLife> | Refusal {
  const { keys } = before;
  if (keys === null) return {};
  const id = textIn(row, "credential_id");
  const at = keys.findIndex((one) => one.credential_id === id && one.retired_at === null);
  const key = keys[at];
  if (key === undefined) return illegal("they had no such key.");
  return { keys: keys.toSpliced(at, 1, { ...key, retired_at: row.created_at }) };
}

/** Rows that make counsel active or inactive. All other rows repeat the state before them. */
const activates: Readonly<Record<string, boolean>> = {
  "counsel.deactivated": false,
  "counsel.reactivated": true,
};

/** The field in which a row contradicts the rows before it, although it should not change it. */
function otherwise(before: CounselLife, row: LifeRow): string | null {
  const { framework_id, active, changed = [] } = row.context;
  if (framework_id !== before.framework_id) return "framework_id";
  if (active !== (activates[row.action] ?? before.active)) return "active";
  const named = row.action === "counsel.updated" ? (changed as string[]) : [];
  const details = detailsIn(row);
  const differing = detailFields.filter((name) => details[name] !== before.details[name]);
  return differing.find((name) => !named.includes(name)) ?? null;
}

/** The state of a counsel after a row. */
export const counselStep: Step<CounselLife> = (before, row) => {
  if (row.action === "counsel.created") {
    return before === null ? created(row) : illegal("they were registered already.");
  }
  if (before === null) return illegal("they were not registered before.");
  const differing = otherwise(before, row);
  if (differing !== null) return illegal(`it names another ${differing} than the rows before it.`);
  const change = Object.hasOwn(changes, row.action) ? changes[row.action] : undefined;
  const after = change?.(before, row) ?? illegal("it is no row of a counsel.");
  return isRefusal(after) ? after : { ...before, ...after };
};
