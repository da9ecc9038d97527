import type * as z from "zod/mini";
import type { NewKey } from "#shared/domain/counsel/assertion-form.ts";
import { languageOf } from "#shared/domain/language.ts";
import type { DecisionForm } from "#shared/domain/reviews/decision-form.ts";
import type * as counselDelegationRoutes from "#shared/routes/table/counsel-delegation.ts";
import type * as counselFileRoutes from "#shared/routes/table/counsel-files.ts";
import type * as counselKeyRoutes from "#shared/routes/table/counsel-keys.ts";
import type * as counselLinkRoutes from "#shared/routes/table/counsel-link.ts";
import type * as reviewQuestionRoutes from "#shared/routes/table/review-questions.ts";
import { languageQuery } from "./language.ts";
import { says } from "./says.ts";

export type Review = z.output<
  ReturnType<(typeof counselLinkRoutes.openReview)["responses"][200]["schema"]>
>;
export type Rule = Review["rules"][number];
type Summarized = z.output<
  ReturnType<(typeof counselLinkRoutes.summarizeReview)["responses"][200]["schema"]>
>;
export type Summary = NonNullable<Summarized["review"]>;
export type Receipt = z.output<
  ReturnType<(typeof counselLinkRoutes.decideReview)["responses"][200]["schema"]>
>;
export type Enrolment = z.output<
  ReturnType<(typeof counselKeyRoutes.openKeyEnrolment)["responses"][200]["schema"]>
>;
type Enrolled = z.output<
  ReturnType<(typeof counselKeyRoutes.enrolCounselKey)["responses"][201]["schema"]>
>;
export type Decision = Receipt["decision"];
export type Delegation = z.input<
  ReturnType<(typeof counselDelegationRoutes.delegateReview)["body"]>
>;
type Delegated = z.output<
  ReturnType<(typeof counselDelegationRoutes.delegateReview)["responses"][201]["schema"]>
>;

type SignedCertificate = z.output<
  ReturnType<(typeof counselFileRoutes.putCounselSignedCertificate)["responses"][201]["schema"]>
>;

/** A decision under a link that has lapsed since: the receipt, without the wording. */
export interface Lapsed
  extends Pick<
    Review,
    | "request_id"
    | "framework"
    | "counsel"
    | "expires_at"
    | "rule_version_hash"
    | "rule_hashes"
    | "matter_reference"
    | "panel"
    | "delegation"
  > {
  /** Counsel's own; null: the one that their browser prefers. */
  language: Review["language"] | null;
  /** Each with the name that people use. */
  rules: (Pick<Rule, "use_case_id" | "title"> & { name: string })[];
  questions: Question[];
  decision: NonNullable<Review["decision"]>;
}

/** A panel that reached its decision before this member decided. */
export type EndedPanel = NonNullable<Review["panel"]> &
  Pick<Review, "framework"> & { articles: string[]; rule_count: number };

export type Question = z.output<
  ReturnType<(typeof reviewQuestionRoutes.askInReview)["responses"][201]["schema"]>
>;
type Asked = z.input<ReturnType<(typeof reviewQuestionRoutes.askInReview)["body"]>>;

export interface Problem {
  kind: "problem";
  status: number;
  /** The service's own code; empty if something in front of it responded. */
  code: string;
  /** A more precise reason than the code, if the service gives one; otherwise the code. */
  ended: string;
  /** When it became so (ISO 8601 UTC); empty if the service does not say. */
  ended_at: string;
  /** The number of the refused call. */
  request_id: string;
  /** The review request, if it has ended; otherwise empty. */
  review_id: string;
  errors: { path: string; message: string }[];
  /** With `review_expired`, if counsel had decided. */
  decided: Lapsed | null;
  /** With `panel_decided`, on opening the link. */
  panel: EndedPanel | null;
}

export type Outcome<T> =
  | { kind: "done"; body: T }
  | Problem
  | { kind: "unreachable"; request_id?: never };

/** Whether the service refused a call. Without its own word, something may still have been recorded. */
export const isRefusal = (outcome: Outcome<unknown>): outcome is Problem =>
  outcome.kind === "problem" && outcome.code !== "" && outcome.status !== 500;

/** Whether counsel's policy or keys are no longer those that the page has read. */
export const areKeysOther = ({ code, errors }: Problem): boolean =>
  code === "assertion_required" || errors.some(({ path }) => /^(assertion|credential)$/.test(path));

/** The link's address, read once: during printing, the page temporarily has another one. */
const address = location.pathname;
const PATIENCE_MS = 45_000;

export const openReview = (): Promise<Outcome<Review>> => call(`${address}${languageQuery()}`, {});

/** What counsel is asked. Loading it does not count as a view. */
export const summarizeReview = (): Promise<Outcome<Summarized>> => call(`${address}/summary`, {});

/** @param lang the language of the rules; the service is told if the page's language differs */
export const sendDecision = (form: DecisionForm, lang: string): Promise<Outcome<Receipt>> =>
  post(`/decide${languageOf(lang) === says.language ? "" : `?lang=${says.language}`}`, form);

export const passOn = (delegation: Delegation): Promise<Outcome<Delegated>> =>
  post("/delegate", delegation);

/** @returns the file, or the code of the refusal; empty if there was no answer */
export async function getPdf(name: "request" | "certificate"): Promise<Blob | string> {
  try {
    const init = { ...usual(), headers: { accept: "application/pdf" } };
    const response = await fetch(`${address}/${name}.pdf`, init);
    return response.ok ? await response.blob() : (JSON.parse(await response.text()).code ?? "");
  } catch {
    return "";
  }
}

/** @param file a certificate with a signature appended */
export const handIn = (file: File): Promise<Outcome<SignedCertificate>> =>
  call(`${address}/signed-certificate`, {
    method: "PUT",
    headers: { "content-type": "application/pdf", accept: "application/json" },
    body: file,
  });

export const listQuestions = (): Promise<Outcome<{ items: Question[] }>> =>
  call(`${address}/questions`, {});

export const askQuestion = (asked: Asked): Promise<Outcome<Question>> => post("/questions", asked);

export const openInvitation = (): Promise<Outcome<Enrolment>> => call(address, {});

export const enrolKey = (key: NewKey): Promise<Outcome<Enrolled>> => post("", key);

export const stopReminders = (): Promise<Outcome<{ stopped: true }>> => post("", { stop: true });

/** @param path below the link */
const post = <T>(path: string, body: object): Promise<Outcome<T>> =>
  call(`${address}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body),
  });

const usual = (): RequestInit => ({
  cache: "no-store",
  credentials: "omit",
  redirect: "error",
  signal: AbortSignal.timeout(PATIENCE_MS),
});

async function call<T>(path: string, init: RequestInit): Promise<Outcome<T>> {
  try {
    const response = await fetch(path, {
      headers: { accept: "application/json" },
      ...usual(),
      ...init,
    });
    // A response that is not JSON comes from something else: a proxy or a hotel's login page.
    const body = JSON.parse(await response.text());
    if (response.ok) return { kind: "done", body };
    const { code = "" } = body;
    return {
      code,
      ended: code,
      ended_at: "",
      request_id: "",
      review_id: "",
      errors: [],
      decided: null,
      panel: null,
      ...body,
      kind: "problem",
      status: response.status,
    };
  } catch {
    return { kind: "unreachable" };
  }
}
