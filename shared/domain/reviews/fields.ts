import * as z from "zod/mini";
import { mailStatuses } from "#shared/domain/courier/mail-status.ts";
import { sha256Hex as hash, timestamp as instant } from "#shared/domain/text/text-fields.ts";
import { referenceSchema } from "./reference.ts";
import { committedVerdicts, ruleVerdictsSchema } from "./rule-verdicts.ts";
import { cancelReasons, reviewStatuses } from "./statuses.ts";
import { type Salts, withCommitments } from "./words.ts";
import { commitmentSchema, wordsSchema } from "./words-schema.ts";

/*
 * The fields of a review request, one per row. The record, answers, contexts of its audit rows, seal,
 * bundle and the offline verifier derive from this table, so a new field is one row here.
 */

const text = () => z.string();
const texts = () => z.array(z.string());

/** Audit rows of a request that repeat fields of its record. */
export type Trail = "requested" | "viewed" | "decided";

/** Whom a field can name: counsel, the requester of the review, or anyone counsel wrote about. */
export type Personal = "counsel" | "requester" | "words";

interface ReviewField {
  schema: () => z.ZodMiniType;
  /** How docs/data-protection.md lists the field; null: it tells nothing about a person. */
  personal: Personal | null;
  /** The value before the field is set; left out where every request has a value. */
  absent?: null;
  /** The requester gives it in the body of the request; a required one has no `absent`. */
  given?: true;
  /** Whether answers about reviews show it; `set`: only where it is not null. */
  inAnswer: boolean | "set";
  /**
   * The schema of a value that is not null, in rows, seal and bundle. They leave the field out while it
   * is null.
   */
  sparse?: () => z.ZodMiniType;
  /** The schema in rows, seal and bundle, which hold commitments in place of counsel's words. */
  committed?: () => z.ZodMiniType;
  /** The rows whose context repeats it, under `trailName` or its own name. */
  inTrail: readonly Trail[];
  trailName?: string;
  /**
   * Its name in the sealed record, which the contract names field by field; true: its own; null: not
   * sealed.
   */
  sealed: string | true | null;
  /** Whether the bundle's `request` contains the field. */
  inBundle: boolean;
}

/** Keyed digest over the whole decided record (contract, "Signature and seal"). */
export const recordSeal = () =>
  z.strictObject({ version: z.literal(1), key_id: text(), mac: hash() });
export type RecordSeal = z.output<ReturnType<typeof recordSeal>>;

const calledSchema = () =>
  z.object({
    /** The first articles that contain its rules, as people call them, in the order of the act. */
    articles: texts(),
    /** The names that people use for its rules, in the order of the request. */
    rules: texts(),
    /** E-mail of the requester, if the sign-in provider gave it. */
    requester: z.nullable(text()),
  });

const both = ["requested", "decided"] as const;
const yes = () => z.literal(true);
const orNull =
  <S extends z.ZodMiniType>(schema: () => S) =>
  () =>
    z.nullable(schema());

const outside = { inTrail: [], sealed: null } as const;
const shown = { ...outside, inAnswer: true, inBundle: true } as const;
const stored = { ...outside, inAnswer: false, inBundle: false } as const;
const storedLater = { ...stored, absent: null } as const;
/** Fields that only some requests have, and have from the beginning. */
const inRequest = { ...shown, absent: null, inTrail: ["requested"] } as const;
/** Fields that only a decision sets. */
const outcome = { ...shown, absent: null, inTrail: ["decided"] } as const;

const reviewFields = {
  id: { personal: null, ...shown, schema: text, sealed: "request_id" },
  framework_id: { personal: null, ...shown, schema: text, inTrail: both, sealed: true },
  rule_use_case_ids: { personal: null, ...shown, schema: texts, inTrail: both, sealed: true },
  rule_version_hash: { personal: null, ...shown, schema: hash, inTrail: both, sealed: true },
  counsel_id: { personal: "counsel", ...shown, schema: text, inTrail: both, sealed: true },
  status: {
    personal: null,
    ...shown,
    schema: () => z.enum(reviewStatuses),
    inTrail: ["decided"],
    trailName: "decision",
    sealed: "decision",
  },
  created_at: { personal: null, ...shown, schema: instant },
  expires_at: { personal: null, ...shown, schema: instant, inTrail: ["requested"] },
  decided_at: { personal: null, ...outcome, schema: orNull(instant), sealed: true },
  viewed_at: {
    personal: null,
    ...shown,
    schema: orNull(instant),
    absent: null,
    inTrail: ["viewed"],
  },
  decision_signature: { personal: null, ...outcome, schema: orNull(hash) },
  decision_comment: {
    personal: "words",
    ...outcome,
    schema: orNull(wordsSchema),
    committed: orNull(commitmentSchema),
    sealed: true,
  },
  /** The decision's row has the digest of the document, as `document`. */
  supplementary_pdf_kv_secret: { personal: "words", ...outcome, schema: orNull(text), inTrail: [] },
  requested_by_user_id: {
    personal: "requester",
    ...shown,
    schema: text,
    inTrail: ["requested"],
    sealed: true,
  },
  nonce: {
    personal: null,
    ...shown,
    schema: () => z.string().check(z.regex(/^[0-9a-f]{32}$/)),
    inTrail: ["requested"],
    sealed: true,
  },
  /** Counsel's remarks on single rules, as sent; null: none. */
  rule_verdicts: {
    personal: "words",
    ...outcome,
    inAnswer: "set",
    schema: orNull(ruleVerdictsSchema),
    sparse: committedVerdicts,
    sealed: true,
  },
  /** The counsel's e-mail as signed; the bundle contains it outside the request. */
  counsel_email: {
    personal: "counsel",
    ...storedLater,
    schema: orNull(text),
    inTrail: ["decided"],
    sealed: true,
  },
  /** The state of counsel's mail; null: nothing was mailed. */
  mail: {
    personal: null,
    ...storedLater,
    inAnswer: true,
    schema: orNull(() => z.object({ status: z.enum(mailStatuses), at: instant() })),
  },
  /** The admin's name for the matter; shown to counsel, in the row's context, not sealed. */
  matter_reference: {
    personal: "words",
    ...inRequest,
    inAnswer: "set",
    given: true,
    schema: orNull(referenceSchema),
    sparse: text,
  },
  /** Counsel's name for the matter; in the row's context, but neither signed nor sealed. */
  counsel_reference: {
    personal: "words",
    ...outcome,
    inAnswer: "set",
    schema: orNull(text),
    sparse: text,
  },
  /** The panel to which the request belongs (reviews-that-run, "Panels"). */
  panel_id: { personal: null, ...inRequest, inTrail: both, schema: orNull(text), sparse: text },
  /** True if counsel may pass it on, once (reviews-that-run, "Delegation"). */
  may_delegate: { personal: null, ...inRequest, schema: orNull(yes), sparse: yes },
  /** The request of the counsel who passed this one on. */
  delegated_from: { personal: null, ...inRequest, schema: orNull(text), sparse: text },
  /** Why it ended without a decision, if no admin withdrew it; its last row says it too. */
  cancel_reason: {
    personal: null,
    ...storedLater,
    inAnswer: true,
    schema: orNull(() => z.enum(cancelReasons)),
  },
  /** When it ended without a decision; rows about its mail may follow. */
  ended_at: { personal: null, ...storedLater, schema: orNull(instant) },
  /** The names that lists show to people; not part of the evidence. */
  called: { personal: "requester", ...stored, schema: calledSchema },
  /** Ids of the newest messages, oldest first, and the number of links that mails have promised. */
  mailing: {
    personal: null,
    ...storedLater,
    schema: orNull(() =>
      z.object({
        messages: texts(),
        links: z.int(),
        /** When the first mail went out, if it had to wait for somebody. */
        counted_from: z.optional(instant()),
      }),
    ),
  },
  /** How often it got more time, and when last; null: never. */
  extension: {
    personal: null,
    ...storedLater,
    schema: orNull(() => z.object({ number: z.int(), at: instant() })),
  },
  /** The salts of counsel's words by their paths; null: there are none, or they were erased. */
  salts: {
    personal: "words",
    ...storedLater,
    schema: () => z.any() as z.ZodMiniType<Salts | null>,
  },
  /** Hash of the decision's own row; a first view may still follow it in the chain. */
  decision_row_hash: { personal: null, ...storedLater, schema: orNull(hash) },
  /** Counsel as the decision's own row names them: who approved, without reading who they are now. */
  signed_as: {
    personal: "counsel",
    ...storedLater,
    schema: orNull(() =>
      z.object({
        display_name: text(),
        firm: z.nullable(text()),
        bar_registration: z.nullable(text()),
      }),
    ),
  },
  /** If a decided request has no seal, somebody removed it. */
  record_seal: { personal: null, ...storedLater, schema: orNull(recordSeal) },
  /** Hex SHA-256 of the link token; the token itself is never stored. */
  token_hash: { personal: null, ...stored, schema: text },
  /** The pinned content of each rule, by content hash, in the order of rule_use_case_ids. */
  pinned_hashes: {
    personal: null,
    ...stored,
    schema: texts,
    inTrail: both,
    trailName: "content_hashes",
  },
} as const satisfies Record<string, ReviewField>;

type Fields = typeof reviewFields;
export type ReviewFieldName = keyof Fields;

/**
 * The fields that the first version wrote into rows, seals and bundles as null while they were not set.
 * Do not add a field here: its null would appear in the evidence of records older than the field, whose
 * hashes and seals were made without it.
 */
type WrittenAsNull =
  | "decided_at"
  | "viewed_at"
  | "decision_signature"
  | "decision_comment"
  | "supplementary_pdf_kv_secret"
  | "counsel_email";

/** Whether a row, the seal or the bundle contains the field. */
type IsInEvidence<F extends ReviewField> = [
  F["sealed"],
  F["inBundle"],
  F["inTrail"]["length"],
] extends [null, false, 0]
  ? false
  : true;

/** Fields that break older evidence: evidence has them and they may be absent, but not `sparse`. */
type BreaksOlderEvidence = {
  [F in Exclude<ReviewFieldName, WrittenAsNull>]: Fields[F] extends { sparse: unknown }
    ? never
    : Fields[F] extends { absent: null }
      ? IsInEvidence<Fields[F]> extends true
        ? F
        : never
      : never;
}[Exclude<ReviewFieldName, WrittenAsNull>];

/** Fails to compile while a field breaks older evidence; the error names the field. */
null satisfies [BreaksOlderEvidence] extends [never] ? null : BreaksOlderEvidence;
type NamesWhere<Condition> = {
  [F in ReviewFieldName]: Fields[F] extends Condition ? F : never;
}[ReviewFieldName];

/** The schema of a field in rows, seal and bundle. */
type Evident<F extends ReviewFieldName> = Fields[F] extends {
  sparse: () => infer S extends z.ZodMiniType;
}
  ? z.ZodMiniOptional<S>
  : Fields[F] extends { committed: () => infer S extends z.ZodMiniType }
    ? S
    : ReturnType<Fields[F]["schema"]>;
type Shape<Names extends ReviewFieldName> = { [F in Names]: Evident<F> };
type SchemaOf<F extends ReviewFieldName> = ReturnType<Fields[F]["schema"]> & z.ZodMiniType;
/** The schemas of some fields. A field for which the condition holds may be left out. */
type ShapeWhere<Names extends ReviewFieldName, Condition> = {
  [F in Names]: Fields[F] extends Condition ? z.ZodMiniOptional<SchemaOf<F>> : SchemaOf<F>;
};
/** The schemas of an answer. A `set` field that is null in the record is left out. */
type AnswerShape = ShapeWhere<AnswerField, { inAnswer: "set" }>;
/** The values of some fields. */
export type ReviewValues<Names extends ReviewFieldName = ReviewFieldName> = {
  [F in Names]: z.output<ReturnType<Fields[F]["schema"]>>;
};

type AnswerField = NamesWhere<{ inAnswer: true | "set" }>;
type BundleField = NamesWhere<{ inBundle: true }>;
export type AbsentField = NamesWhere<{ absent: null }>;
export type GivenField = NamesWhere<{ given: true }>;

const entries = Object.entries(reviewFields) as [ReviewFieldName, ReviewField][];

const namesWhere = <Name extends ReviewFieldName>(
  holds: (field: ReviewField) => boolean,
): readonly Name[] => entries.filter(([, field]) => holds(field)).map(([name]) => name as Name);

/** The schema of a field in rows, seal and bundle; optional if they leave out a null. */
function evidentSchema(name: ReviewFieldName): z.ZodMiniType {
  const { schema, sparse, committed }: ReviewField = reviewFields[name];
  return sparse === undefined ? (committed ?? schema)() : z.optional(sparse());
}

/** The record as rows, seal and bundle contain it, with commitments for counsel's words. */
export const evidentOf = <R extends { salts?: ReviewValues["salts"] | undefined }>(record: R): R =>
  withCommitments(record as R & Record<string, unknown>, record.salts ?? {});

/** Whether rows, seal and bundle leave the field out. */
const isLeftOut = (name: ReviewFieldName, value: unknown): boolean => {
  const { sparse }: ReviewField = reviewFields[name];
  return sparse !== undefined && (value ?? null) === null;
};

const bundleFields = namesWhere<BundleField>(({ inBundle }) => inBundle);
const givenFields = namesWhere<GivenField>(({ given }) => given === true);

/** The schemas of some fields, in order. An `isOptional` field may be left out, but not be null. */
const shapeWhere = (
  names: readonly ReviewFieldName[],
  isOptional: (field: ReviewField) => boolean,
): object =>
  Object.fromEntries(
    names.map((name) => {
      const field: ReviewField = reviewFields[name];
      const schema = field.schema();
      return [name, isOptional(field) ? z.optional(nonNull(schema)) : schema];
    }),
  );

const answerFields = /* @__PURE__ */ namesWhere<AnswerField>(({ inAnswer }) => inAnswer !== false);

/** The schemas of the fields that answers show. */
export const answerShape = (): AnswerShape =>
  shapeWhere(answerFields, ({ inAnswer }) => inAnswer === "set") as AnswerShape;

/** Whether evidence leaves a field out while it is null, as it was never part of what was sealed. */
const isSilentWhileNull = ({ sparse, absent, inBundle }: ReviewField): boolean =>
  sparse !== undefined || (absent === null && !inBundle);

type EvidenceShape = ShapeWhere<
  AnswerField,
  { sparse: unknown } | { absent: null; inBundle: false }
>;

/** The schemas of a request's fields in evidence, which, like the bundle, leaves out silent ones. */
export const evidenceShape = (): EvidenceShape =>
  shapeWhere(answerFields, isSilentWhileNull) as EvidenceShape;

/** A schema without its null. */
const nonNull = (schema: z.ZodMiniType): z.ZodMiniType => {
  const { type, innerType } = schema._zod.def as { type: string; innerType?: z.ZodMiniType };
  return innerType !== undefined && (type === "nullable" || type === "optional")
    ? nonNull(innerType)
    : schema;
};

/** The members of the bundle's `request`. */
export const bundledNames: readonly ReviewFieldName[] = bundleFields;

/** The schemas of the bundle's `request`. */
export const bundleShape = (): Shape<BundleField> =>
  Object.fromEntries(bundleFields.map((name) => [name, evidentSchema(name)])) as Shape<BundleField>;

/** The bundle's `request`. */
export function bundledOf(told: Partial<ReviewValues>): Record<string, unknown> {
  const record = evidentOf(told);
  return Object.fromEntries(
    bundleFields
      .filter((name) => !isLeftOut(name, record[name]))
      .map((name: ReviewFieldName) => [name, record[name] ?? null]),
  );
}

type GivenShape = ShapeWhere<GivenField, { absent: null }>;

/** The schemas of the fields that a requester gives. A field that may be absent may be left out. */
export const givenShape = (): GivenShape =>
  Object.fromEntries(
    givenFields.map((name: ReviewFieldName) => {
      const { schema, absent }: ReviewField = reviewFields[name];
      return [name, absent === null ? z.optional(schema()) : schema()];
    }),
  ) as GivenShape;

/** The fields that a requester gave in the body of a request. */
export type RequesterGave = { [F in GivenField]?: ReviewValues<F>[F] | undefined };

/** The fields that a requester gave, for the new record: null where one was left out. */
export const givenOf = (body: RequesterGave): ReviewValues<GivenField> =>
  Object.fromEntries(
    givenFields.map((name) => [name, body[name] ?? null]),
  ) as ReviewValues<GivenField>;

type TrailField<T extends Trail> = {
  [F in ReviewFieldName]: T extends Fields[F]["inTrail"][number] ? F : never;
}[ReviewFieldName];
type TrailName<F extends ReviewFieldName> = Fields[F] extends { trailName: infer N extends string }
  ? N
  : F;
type TrailShape<T extends Trail> = {
  [F in TrailField<T> as TrailName<F>]: Evident<F>;
};

/** The fields that a row's context repeats, each with its name there. */
export const trailNames = (trail: Trail): readonly (readonly [ReviewFieldName, string])[] =>
  entries
    .filter(([, { inTrail }]) => inTrail.includes(trail))
    .map(([name, { trailName }]) => [name, trailName ?? name]);

/** The schemas of the record's fields that a row's context repeats. */
export const trailShape = <T extends Trail>(trail: T): TrailShape<T> =>
  Object.fromEntries(
    trailNames(trail).map(([name, said]) => [said, evidentSchema(name)]),
  ) as TrailShape<T>;

/** The record's fields that a row's context repeats. */
export function trailOf<T extends Trail>(
  trail: T,
  told: Partial<ReviewValues>,
): { [F in TrailField<T> as TrailName<F>]: z.output<Evident<F>> } {
  const record = evidentOf(told);
  return Object.fromEntries(
    trailNames(trail)
      .filter(([name]) => !isLeftOut(name, record[name]))
      .map(([name, said]) => [said, record[name] ?? null]),
  ) as never;
}

type Unsealed = { readonly [F in ReviewFieldName]?: ReviewValues[F] | undefined };

/**
 * The record as it is sealed: exactly these members, absent ones null or left out, ids in stored
 * order.
 */
export function sealedOf(told: Unsealed): Record<string, unknown> {
  const record = evidentOf(told);
  return Object.fromEntries(
    entries.flatMap(([name, { sealed }]) =>
      sealed === null || isLeftOut(name, record[name])
        ? []
        : [[sealed === true ? name : sealed, record[name] ?? null]],
    ),
  );
}

/** The initial values of the fields that are set later. */
export const absentFields = Object.fromEntries(
  namesWhere<AbsentField>(({ absent }) => absent === null).map((name) => [name, null]),
) as { [F in AbsentField]: null };

/** The fields that can name somebody. */
export const personalFields: readonly (readonly [ReviewFieldName, Personal])[] = entries.flatMap(
  ([name, { personal }]) => (personal === null ? [] : [[name, personal]]),
);
