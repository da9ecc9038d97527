import * as z from "zod/mini";
import { mailStatuses } from "#shared/domain/courier/mail-status.ts";
import { reviewStatuses } from "./statuses.ts";

/*
 * What a review request holds, a row a field: record, answers, contexts of its audit rows, seal,
 * bundle and the offline verifier derive from this table, so a new field is one row here.
 */

const text = () => z.string();
const instant = () => z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/));
const hash = () => z.string().check(z.regex(/^[0-9a-f]{64}$/));
const texts = () => z.array(z.string());

/** Audit rows of a request that repeat fields of its record. */
type Trail = "requested" | "viewed" | "decided";

interface ReviewField {
  schema: () => z.ZodMiniType;
  /** What a request has before it is set; left out where every request has a value. */
  absent?: null;
  /** The requester gives it in the body of the request; a required one has no `absent`. */
  given?: true;
  /** Whether answers about reviews show it. */
  inAnswer: boolean;
  /** The rows whose context repeats it, under `trailName` or its own name. */
  inTrail: readonly Trail[];
  trailName?: string;
  /** Its name in the sealed record, which the contract names field by field; null: not sealed. */
  sealed: string | null;
  /** Whether the bundle's `request` holds it. */
  inBundle: boolean;
}

/** Keyed digest over the whole decided record (contract, "Signature and seal"). */
export const recordSeal = () =>
  z.strictObject({ version: z.literal(1), key_id: text(), mac: hash() });
export type RecordSeal = z.output<ReturnType<typeof recordSeal>>;

const both = ["requested", "decided"] as const;
const shown = { inAnswer: true, inBundle: true } as const;
const stored = { inAnswer: false, inTrail: [], sealed: null, inBundle: false } as const;
/** What only a decision sets. */
const outcome = { ...shown, absent: null, inTrail: ["decided"] } as const;

const reviewFields = {
  id: { ...shown, schema: text, inTrail: [], sealed: "request_id" },
  framework_id: { ...shown, schema: text, inTrail: both, sealed: "framework_id" },
  rule_use_case_ids: { ...shown, schema: texts, inTrail: both, sealed: "rule_use_case_ids" },
  rule_version_hash: { ...shown, schema: hash, inTrail: both, sealed: "rule_version_hash" },
  counsel_id: { ...shown, schema: text, inTrail: both, sealed: "counsel_id" },
  status: {
    ...shown,
    schema: () => z.enum(reviewStatuses),
    inTrail: ["decided"],
    trailName: "decision",
    sealed: "decision",
  },
  created_at: { ...shown, schema: instant, inTrail: [], sealed: null },
  expires_at: { ...shown, schema: instant, inTrail: ["requested"], sealed: null },
  decided_at: { ...outcome, schema: () => z.nullable(instant()), sealed: "decided_at" },
  viewed_at: {
    ...shown,
    schema: () => z.nullable(instant()),
    absent: null,
    inTrail: ["viewed"],
    sealed: null,
  },
  decision_signature: { ...outcome, schema: () => z.nullable(hash()), sealed: null },
  decision_comment: { ...outcome, schema: () => z.nullable(text()), sealed: "decision_comment" },
  /** The decision's row has the digest of the document, as `document`. */
  supplementary_pdf_kv_secret: {
    ...outcome,
    schema: () => z.nullable(text()),
    inTrail: [],
    sealed: null,
  },
  requested_by_user_id: {
    ...shown,
    schema: text,
    inTrail: ["requested"],
    sealed: "requested_by_user_id",
  },
  nonce: {
    ...shown,
    schema: () => z.string().check(z.regex(/^[0-9a-f]{32}$/)),
    inTrail: [],
    sealed: "nonce",
  },
  /** The counsel's e-mail as signed; the bundle has it beside the request. */
  counsel_email: {
    schema: () => z.nullable(text()),
    absent: null,
    inAnswer: false,
    inTrail: ["decided"],
    sealed: "counsel_email",
    inBundle: false,
  },
  /** How counsel's mail stands; null: nothing was mailed. */
  mail: {
    inAnswer: true,
    inBundle: false,
    absent: null,
    schema: () => z.nullable(z.object({ status: z.enum(mailStatuses), at: instant() })),
    inTrail: [],
    sealed: null,
  },
  /** Ids of the newest messages, oldest first, and how many links were promised by mail. */
  mailing: {
    ...stored,
    schema: () => z.nullable(z.object({ messages: texts(), links: z.int() })),
    absent: null,
  },
  /** Hash of the decision's own row; a first view may still follow it in the chain. */
  decision_row_hash: { ...stored, schema: () => z.nullable(hash()), absent: null },
  /** If it is missing on a decided request, it was removed. */
  record_seal: { ...stored, schema: () => z.nullable(recordSeal()), absent: null },
  /** Hex SHA-256 of the link token; the token itself is never stored. */
  token_hash: { ...stored, schema: text },
  /** The pinned content of each rule, by content hash, in the order of rule_use_case_ids. */
  pinned_hashes: { ...stored, schema: texts },
} as const satisfies Record<string, ReviewField>;

type Fields = typeof reviewFields;
export type ReviewFieldName = keyof Fields;
type NamesWhere<Condition> = {
  [F in ReviewFieldName]: Fields[F] extends Condition ? F : never;
}[ReviewFieldName];

type Shape<Names extends ReviewFieldName> = { [F in Names]: ReturnType<Fields[F]["schema"]> };
/** The values of some fields. */
export type ReviewValues<Names extends ReviewFieldName = ReviewFieldName> = {
  [F in Names]: z.output<ReturnType<Fields[F]["schema"]>>;
};

type AnswerField = NamesWhere<{ inAnswer: true }>;
type BundleField = NamesWhere<{ inBundle: true }>;
export type AbsentField = NamesWhere<{ absent: null }>;
export type GivenField = NamesWhere<{ given: true }>;

const entries = Object.entries(reviewFields) as [ReviewFieldName, ReviewField][];

const namesWhere = <Name extends ReviewFieldName>(
  holds: (field: ReviewField) => boolean,
): readonly Name[] => entries.filter(([, field]) => holds(field)).map(([name]) => name as Name);

const shapeOf = <Names extends ReviewFieldName>(names: readonly Names[]): Shape<Names> =>
  Object.fromEntries(names.map((name) => [name, reviewFields[name].schema()])) as Shape<Names>;

export const bundleFields = namesWhere<BundleField>(({ inBundle }) => inBundle);
const givenFields = namesWhere<GivenField>(({ given }) => given === true);

/** The schemas of what answers show, in their order. */
export const answerShape = (): Shape<AnswerField> =>
  shapeOf(namesWhere<AnswerField>(({ inAnswer }) => inAnswer));

/** The schemas of the bundle's `request`. */
export const bundleShape = (): Shape<BundleField> => shapeOf(bundleFields);

type SchemaOf<F extends ReviewFieldName> = ReturnType<Fields[F]["schema"]>;
type GivenShape = {
  [F in GivenField]: Fields[F] extends { absent: null }
    ? z.ZodMiniOptional<SchemaOf<F> & z.ZodMiniType>
    : SchemaOf<F>;
};

/** The schemas of what a requester gives; one that may be absent may be left out. */
export const givenShape = (): GivenShape =>
  Object.fromEntries(
    givenFields.map((name: ReviewFieldName) => {
      const { schema, absent }: ReviewField = reviewFields[name];
      return [name, absent === null ? z.optional(schema()) : schema()];
    }),
  ) as GivenShape;

/** What a requester gave in the body of a request. */
export type RequesterGave = { [F in GivenField]?: ReviewValues<F>[F] | undefined };

/** What a requester gave, for the new record: null where it was left out. */
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
  [F in TrailField<T> as TrailName<F>]: ReturnType<Fields[F]["schema"]>;
};

/** The fields that a row's context repeats, each with its name there. */
export const trailNames = (trail: Trail): readonly (readonly [ReviewFieldName, string])[] =>
  entries
    .filter(([, { inTrail }]) => inTrail.includes(trail))
    .map(([name, { trailName }]) => [name, trailName ?? name]);

/** The schemas of what a row's context repeats of the record. */
export const trailShape = <T extends Trail>(trail: T): TrailShape<T> =>
  Object.fromEntries(
    trailNames(trail).map(([name, said]) => [said, reviewFields[name].schema()]),
  ) as TrailShape<T>;

/** What a row's context repeats of the record. */
export const trailOf = <T extends Trail>(
  trail: T,
  record: Partial<ReviewValues>,
): { [F in TrailField<T> as TrailName<F>]: ReviewValues[F] } =>
  Object.fromEntries(
    trailNames(trail).map(([name, said]) => [said, record[name] ?? null]),
  ) as never;

/** The record as it is sealed: exactly these members, absent ones null, ids in stored order. */
export const sealedOf = (record: Partial<ReviewValues>): Record<string, unknown> =>
  Object.fromEntries(
    entries.flatMap(([name, { sealed }]) =>
      sealed === null ? [] : [[sealed, record[name] ?? null]],
    ),
  );

/** What a request has for fields that are set later. */
export const absentFields = Object.fromEntries(
  namesWhere<AbsentField>(({ absent }) => absent === null).map((name) => [name, null]),
) as { [F in AbsentField]: null };
