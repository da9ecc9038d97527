import * as z from "zod";

/** One target of a rule, as PutTargets accepts it; unknown members are kept unchanged. */
export const targetSchema = z.looseObject({
  Id: z.string(),
  Arn: z.string(),
  InputTransformer: z.object({ InputTemplate: z.string() }).optional(),
  RetryPolicy: z
    .object({
      MaximumRetryAttempts: z.int().min(0).max(185).optional(),
      MaximumEventAgeInSeconds: z.int().min(60).max(86_400).optional(),
    })
    .optional(),
  DeadLetterConfig: z.object({ Arn: z.string().optional() }).optional(),
});

const ruleSchema = z.object({
  name: z.string(),
  arn: z.string(),
  pattern: z.string(),
  description: z.string().nullable(),
  targets: z.array(targetSchema),
});

/** A statement of a bus's policy: an account, or everyone, may perform one action on the bus. */
const statementSchema = z.object({
  Sid: z.string(),
  Effect: z.literal("Allow"),
  Principal: z.union([z.literal("*"), z.object({ AWS: z.string() })]),
  Action: z.string(),
  Resource: z.string(),
});

/** A stored bus; times in ms since the epoch. */
export const busSchema = z.object({
  name: z.string(),
  arn: z.string(),
  createdAt: z.number(),
  changedAt: z.number(),
  tags: z.record(z.string(), z.string()),
  statements: z.array(statementSchema),
  rules: z.array(ruleSchema),
});

export type Target = z.output<typeof targetSchema>;
export type Statement = z.output<typeof statementSchema>;
export type Rule = z.output<typeof ruleSchema>;
export type Bus = z.output<typeof busSchema>;

/** All buses by name. A change works on its own copy, so it may mutate what it finds. */
export type Buses = Map<string, Bus>;
