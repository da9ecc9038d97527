import * as z from "zod/mini";
import { classificationStates } from "#shared/domain/inventory/classification.ts";
import {
  eachFact,
  type FactName,
  type FactValue,
  factKinds,
  factNames,
  factRow,
  factSources,
  LONGEST_TEXT,
  valuesOf,
} from "#shared/domain/inventory/facts.ts";
import { classes, gates } from "#shared/domain/inventory/verdict.ts";
import { holdsAcross } from "#shared/domain/members.ts";
import { withoutControls } from "#shared/domain/text/text-fields.ts";
import { timestamp, uuid } from "#shared/routes/contract/fields.ts";

export const artifactParams = () => z.object({ id: uuid() });

const factValue = () =>
  z.union([z.boolean(), z.string(), z.readonly(z.array(z.string())), z.null()]);

export const factSchema = () =>
  z.object({
    value: factValue(),
    confidence: z.nullable(z.number()),
    quote: z.nullable(z.string()),
    source: z.nullable(z.enum(factSources)),
  });

const reason = () =>
  z.object({
    rule: z.nullable(z.object({ framework_id: z.string(), use_case_id: z.string() })),
    gate: z.enum(gates),
    facts: z.readonly(z.array(z.string())),
  });

const classification = () =>
  z.object({
    class: z.enum(classes),
    state: z.enum(classificationStates),
    reasons: z.readonly(z.array(reason())),
    open_questions: z.readonly(z.array(z.object({ fact: z.string(), question: z.string() }))),
    facts: z.readonly(z.object(eachFact(factSchema))),
    gates_version: z.string(),
    provider: z.nullable(z.string()),
    model: z.nullable(z.string()),
    classified_at: timestamp(),
    confirmed_by: z.nullable(z.string()),
    confirmed_at: z.nullable(timestamp()),
    confirmed_by_email: z.nullable(z.string()),
    reason: z.nullable(z.string()),
    /** The sentence of the law that allowed a class other than "prohibited". */
    allowed_by: z.nullable(z.string()),
    /** Who else confirmed that change; null: one person answers for it. */
    second_by: z.nullable(z.string()),
  });

export const artifact = () =>
  z.object({
    id: z.string(),
    connection_id: z.string(),
    kind: z.string(),
    name: z.string(),
    provider_ref: z.string(),
    location: z.nullable(z.string()),
    first_seen_at: timestamp(),
    last_seen_at: timestamp(),
    retired_at: z.nullable(timestamp()),
    classification: z.nullable(classification()),
    details: z.readonly(z.record(z.string(), z.unknown())),
  });

export const questionList = () =>
  z.object({
    gates_version: z.string(),
    questions: z.array(
      z.object({
        fact: z.enum(factNames),
        text: z.string(),
        kind: z.enum(factKinds),
        options: z.array(z.object({ value: z.string(), label: z.string() })),
      }),
    ),
  });

export const registration = () =>
  z.object({
    artifact_id: z.string(),
    section: z.enum(["A", "B"]),
    state: z.enum(classificationStates),
    points: z.array(
      z.object({
        point: z.int(),
        title: z.string(),
        value: z.nullable(z.string()),
        source: z.nullable(z.enum(["inventory", "extractor", "person", "gates"])),
      }),
    ),
    missing: z.array(z.int()),
  });

type Known = NonNullable<FactValue>;

/** What a person may answer; null withdraws an earlier answer. */
const answer = (name: FactName) => z.optional(z.nullable(knownValue(name)));

function knownValue(name: FactName): z.ZodMiniType<Known, Known> {
  const { kind } = factRow(name);
  if (kind === "boolean") return z.boolean();
  if (kind === "text") return text(LONGEST_TEXT);
  const one = z.enum([...valuesOf(name)] as [string, ...string[]]);
  return kind === "one" ? one : z.array(one).check(z.maxLength(valuesOf(name).size));
}

const text = (longest: number) =>
  z.string().check(
    z.maxLength(longest),
    z.refine((given) => given.trim() !== "", "must not be blank"),
    withoutControls(),
  );

const LONGEST_REASON = 4000;

/** The classes that a person can choose. `unknown` is the class before a decision. */
const decidable = classes.filter((one) => one !== "unknown");

export const decisionBody = () =>
  z
    .strictObject({
      class: z.optional(z.enum(decidable)),
      answers: z.optional(
        z
          .strictObject(eachFact(answer))
          .check(z.refine((answers) => Object.keys(answers).length > 0, "must answer a question")),
      ),
      reason: text(LONGEST_REASON),
      /** Required when "prohibited" is lifted: the sentence of the law that allows it. */
      allowed_by: z.optional(text(LONGEST_REASON)),
      /** Copied from the classification that the person saw. If that has changed: 409. */
      classified_at: z.optional(timestamp()),
    })
    .check(
      holdsAcross(
        (body) => body.class === undefined || body.answers === undefined,
        "name a class or answer questions, not both",
        "answers",
      ),
      // This prevents people from confirming what they never saw.
      holdsAcross(
        (body) =>
          body.class !== undefined ||
          body.answers !== undefined ||
          body.classified_at !== undefined,
        "name a class, answer questions, or send the classified_at of what you confirm",
        "class",
      ),
    );
