import * as z from "zod/mini";
import { canonicalHash } from "#shared/domain/canonical.ts";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { holdsAcross } from "#shared/domain/members.ts";
import { answerBytes } from "#shared/domain/text/text.ts";
import {
  calendarDate,
  isDayBefore,
  withoutControls,
  withoutHidden,
} from "#shared/domain/text/text-fields.ts";
import type { Dated } from "./in-force.ts";
import { MAX_CITATIONS, MAX_RULE_BYTES, MAX_TEXT, MAX_TITLE, MAX_URL } from "./limits.ts";

export const frameworkIdSchema = () =>
  z
    .string()
    .check(z.regex(/^[a-z0-9_]{2,64}$/, "must have 2 to 64 characters: a to z, 0 to 9 and _"));

export const useCaseIdSchema = () =>
  z
    .string()
    .check(
      z.regex(
        /^[a-z0-9][a-z0-9_.-]{1,127}$/,
        "must be 2 to 128 of a-z, 0-9, _ . - and start with a-z or 0-9",
      ),
    );

/** A long text, kept as it is. */
const text = (longest: number) =>
  z.string().check(z.minLength(1, "must not be empty"), z.maxLength(longest), withoutControls());

/** A name on one line: no hidden or bidi control characters, which could disguise it. */
const label = () => text(MAX_TITLE).check(withoutHidden());

/** An HTTP(S) URL without user info: `https://eur-lex.europa.eu@evil.example` is misleading. */
export const httpUrl = () =>
  z.string().check(
    z.maxLength(MAX_URL),
    z.regex(/^https?:\/\/[^\s]+$/i, "must be an http or https address"),
    z.refine((value) => URL.canParse(value), "must be an http or https address"),
    z.refine((value) => !hasUserInfo(value), "must not contain a user name or password"),
    withoutHidden(),
  );

function hasUserInfo(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && (url.username !== "" || url.password !== "");
}

/** A provision or act by name, with an optional link to its text. */
const citation = () => z.strictObject({ label: label(), url: z.optional(httpUrl()) });

const riskLevels = ["prohibited", "high", "limited", "minimal"] as const;

const ruleFields = () => ({
  use_case_id: useCaseIdSchema(),
  title: text(MAX_TITLE),
  citations: z.array(citation()).check(z.maxLength(MAX_CITATIONS)),
  customer_description_preview: text(MAX_TEXT),
  suggested_verdict_copy: text(MAX_TEXT),
  risk_level: z.optional(z.enum(riskLevels)),
  applies_from: z.optional(calendarDate()),
  applies_until: z.optional(calendarDate()),
  amended_by: z.optional(citation()),
});

const orderedDates = () =>
  holdsAcross<Dated>(
    ({ applies_from, applies_until }) => !isDayBefore(applies_until, applies_from),
    "must not be before applies_from",
    "applies_until",
  );

const boundedSize = () =>
  holdsAcross<object>(
    (rule) => answerBytes(rule) <= MAX_RULE_BYTES,
    `must be at most ${MAX_RULE_BYTES} bytes as JSON within JSON, where a quotation mark takes four`,
  );

/** A rule's wording, which is hashed and approved; its text is never altered. */
export const ruleSchema = () => z.strictObject(ruleFields()).check(orderedDates(), boundedSize());

export type Rule = z.output<ReturnType<typeof ruleSchema>>;

/** Where a rule's facts were read: in the law, in what its authority says, or elsewhere. */
export const sourceStatuses = ["official_text", "official_summary", "secondary"] as const;
export type SourceStatus = (typeof sourceStatuses)[number];

/** A rule as given by the admin (contract, "Frameworks and rules"): its wording and its source. */
export const givenRuleSchema = () =>
  z
    .strictObject({
      ...ruleFields(),
      source_status: z.optional(z.enum(sourceStatuses)),
      /** The day on which its source was read. */
      source_read_on: z.optional(calendarDate()),
    })
    .check(orderedDates(), boundedSize());

export type GivenRule = z.output<ReturnType<typeof givenRuleSchema>>;

/** The wording of a given rule, without its source. */
export const wordingOf = ({ source_status, source_read_on, ...rule }: GivenRule): Rule => rule;

/** Where a rule's facts were read, and when; outside the hash. null: not given. */
export interface RuleSource {
  source_status: SourceStatus | null;
  /** YYYY-MM-DD */
  source_read_on: string | null;
}

export const sourceOf = ({ source_status, source_read_on }: RuleSource): RuleSource => ({
  source_status,
  source_read_on,
});

export const isSameSource = (a: RuleSource, b: RuleSource): boolean =>
  a.source_status === b.source_status && a.source_read_on === b.source_read_on;

/** A rule as it would be given: with its source, as far as that is known. */
export const withSource = (
  rule: Rule,
  { source_status, source_read_on }: RuleSource,
): GivenRule => ({
  ...rule,
  ...(source_status === null ? {} : { source_status }),
  ...(source_read_on === null ? {} : { source_read_on }),
});

/** The rule object that is hashed: the rule as given, plus its framework. */
type FullRule = { framework_id: string } & Rule;

/**
 * The version hash of a set of rules: lower-case hex SHA-256 over the RFC 8785 text of the array of
 * full rule objects, sorted by use_case_id in UTF-16 code units (first seed, rule_version_hash).
 * Absent optional fields are left out; the order of the input does not matter.
 */
export function ruleVersionHash(frameworkId: string, rules: readonly Rule[]): string {
  const full = rules
    .map((rule): FullRule => ({ framework_id: frameworkId, ...rule }))
    .sort((a, b) => (a.use_case_id < b.use_case_id ? -1 : a.use_case_id > b.use_case_id ? 1 : 0));
  return canonicalHash(full);
}

/** A rule's content hash: like {@link ruleVersionHash}, but over the single rule object. */
export const contentHash = (frameworkId: string, rule: Rule): string =>
  canonicalHash({ framework_id: frameworkId, ...rule });

/** Size of a rule in canonical form, in bytes; transaction limits are counted in these. */
export const ruleBytes = (rule: Rule): number => Buffer.byteLength(canonicalJson(rule));
