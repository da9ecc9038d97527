import {
  areKeysOther,
  type Delegation,
  isRefusal,
  type Outcome,
  type Problem,
  passOn,
  type Review,
} from "./api.ts";
import { blame, byId, fill, write } from "./dom.ts";
import { currentDraft, dropDraft, keepDraft } from "./draft.ts";
import { canUsePasskeys } from "./passkey.ts";
import { numberOf } from "./reason.ts";
import { refused, says, textFor } from "./says.ts";
import { signDelegation } from "./sign-decision.ts";
import { endings, show, step } from "./steps.ts";

/** The form by which counsel passes the request on. */

const optional = ["firm", "jurisdiction", "bar_registration"] as const;
const names = ["display_name", "email", ...optional, "reason"] as const;
type Name = (typeof names)[number];
type Faults = Partial<Record<Name, string>>;

const inputOf = (name: Name) => byId<HTMLInputElement | HTMLTextAreaElement>(`to-${name}`);
const typed = (name: Name): string => inputOf(name).value.trim();

interface Surroundings {
  /** The review that is open. */
  review(): Review | null;
  back(): void;
  /** Shows that the request is no longer open. */
  stop(problem: Problem): void;
  /** Reads the review again, because its requirements have changed. */
  reopen(): Promise<void>;
}

/** Who was named by attempts that may have arrived although their answers did not. */
const uncertain = new Set<string>();

/** Connects the button that leads to the form, and the form. */
export function wireDelegation(around: Surroundings): void {
  byId("pass-on").addEventListener("click", () => {
    byId("delegate-key").hidden = around.review()?.keys === undefined;
    for (const name of names) inputOf(name).value = currentDraft().delegation[name] ?? "";
    history.pushState("delegating", "");
    show("delegating");
  });
  byId("keep-it").addEventListener("click", around.back);
  byId("delegation").addEventListener("input", ({ target }) => {
    const { id, value } = target as HTMLInputElement;
    keepDraft({ delegation: { [id.slice("to-".length)]: value } });
  });
  byId("delegation").addEventListener("submit", (event) => {
    event.preventDefault();
    const review = around.review();
    if (report(faults()) || review === null || step() !== "delegating") return;
    send(review, around).catch(() => fail(says.delegation.unreachable));
  });
}

function faults(): Faults {
  const found: Faults = {};
  for (const name of ["display_name", "email", "reason"] as const) {
    if (typed(name) === "") found[name] = says.delegation.missing;
  }
  // The browser checks its form; the service reports anything else that it requires.
  if (byId<HTMLInputElement>("to-email").validity.typeMismatch) found.email = says.delegation.email;
  return found;
}

/** Shows the faults at their fields; the first of these gets the focus. @returns whether there are any */
function report(found: Faults): boolean {
  for (const name of names) {
    blame(inputOf(name), byId(`e-to-${name}`), found[name] ?? "");
  }
  byId("not-passed").hidden = true;
  const first = names.find((name) => found[name] !== undefined);
  if (first !== undefined) inputOf(first).focus();
  return first !== undefined;
}

/** Says above the form that nothing was passed on, or that nobody knows; keeps the typed text. */
function fail(message: string, problem?: Parameters<typeof numberOf>[0]): void {
  show("delegating");
  report({});
  const box = byId("not-passed");
  write(box, `${message} ${numberOf(problem)}`.trim());
  box.hidden = false;
  box.focus();
}

async function send(review: Review, around: Surroundings): Promise<void> {
  const delegation: Delegation = {
    display_name: typed("display_name"),
    email: typed("email").toLowerCase(),
    reason: typed("reason"),
  };
  for (const name of optional) if (typed(name) !== "") delegation[name] = typed(name);
  if (review.keys !== undefined) {
    if (review.keys.length === 0 || !canUsePasskeys()) return show("keyless");
    show("signing");
    const assertion = await signDelegation(review, delegation.email);
    if (assertion === null) return fail(says.delegation.unsigned);
    delegation.assertion = assertion;
  }
  show("passing");
  await after(await passOn(delegation), delegation, around);
}

async function after(
  outcome: Outcome<{ delegated_to: Named }>,
  sent: Delegation,
  { stop, reopen }: Surroundings,
): Promise<void> {
  if (outcome.kind === "done") return done(outcome.body.delegated_to);
  if (!isRefusal(outcome)) {
    uncertain.add(nameOf(sent));
    return fail(says.delegation.unreachable, outcome);
  }
  const { code, errors } = outcome;
  // The answer to an earlier attempt was lost, and no attempt named anybody else.
  if (code === "review_delegated" && `${[...uncertain]}` === nameOf(sent)) return done(sent);
  if (endings[code]) return stop(outcome);
  if (areKeysOther(outcome)) return reopen();
  const found = refusedFields(code, errors);
  if (Object.keys(found).length > 0) {
    show("delegating");
    report(found);
    return;
  }
  fail(says.delegation[code === "delegation_not_allowed" ? code : "failed"], outcome);
}

function refusedFields(code: string, errors: Problem["errors"]): Faults {
  // Another record of the same person counts as that person.
  const why = code === "counsel_twice" ? "delegate_in_panel" : code;
  const email = textFor(says.delegation.address, why);
  if (email !== "") return { email };
  const found: Faults = {};
  for (const { path, message } of errors) {
    const name = names.find((one) => one === path);
    if (name !== undefined) found[name] = refused(message);
  }
  return found;
}

type Named = Pick<Delegation, "display_name" | "email">;
const nameOf = ({ display_name, email }: Named) => `${display_name} (${email})`;

function done(named: Named): void {
  fill("delegate", nameOf(named));
  dropDraft();
  show("delegated");
}
