import * as z from "zod";

const tagsSchema = z.record(z.string(), z.string());

/** One target of a rule, as PutTargets takes it; unknown members are kept as they are. */
export const targetSchema = z.looseObject({
  Id: z.string().regex(/^[.\-_A-Za-z0-9]{1,64}$/),
  Arn: z.string().min(1).max(1600),
  Input: z.string().max(8192).optional(),
  InputPath: z.string().max(256).optional(),
  InputTransformer: z
    .object({
      InputPathsMap: z.record(z.string(), z.string()).optional(),
      InputTemplate: z.string().min(1).max(8192),
    })
    .optional(),
  RetryPolicy: z
    .object({
      MaximumRetryAttempts: z.int().min(0).max(185).optional(),
      MaximumEventAgeInSeconds: z.int().min(60).max(86_400).optional(),
    })
    .optional(),
  DeadLetterConfig: z.object({ Arn: z.string().optional() }).optional(),
});

const ruleSchema = z.strictObject({
  name: z.string(),
  arn: z.string(),
  pattern: z.string().nullable(),
  schedule: z.string().nullable(),
  state: z.string(),
  description: z.string().nullable(),
  roleArn: z.string().nullable(),
  managedBy: z.string().nullable(),
  tags: tagsSchema,
  targets: z.array(targetSchema),
});

/** A statement of a bus's policy, as it was put. */
export const statementSchema = z.looseObject({
  Sid: z.string().optional(),
  Effect: z.enum(["Allow", "Deny"]),
  Principal: z.unknown(),
  Action: z.union([z.string(), z.array(z.string())]),
  Resource: z.union([z.string(), z.array(z.string())]).optional(),
  Condition: z.record(z.string(), z.unknown()).optional(),
});

/** A bus as it is kept; times in milliseconds since the epoch. */
export const busSchema = z.strictObject({
  name: z.string(),
  arn: z.string(),
  description: z.string().nullable(),
  createdAt: z.number(),
  changedAt: z.number(),
  tags: tagsSchema,
  statements: z.array(statementSchema),
  rules: z.array(ruleSchema),
});

export type Target = z.output<typeof targetSchema>;
export type Statement = z.output<typeof statementSchema>;
export type Rule = z.output<typeof ruleSchema>;
export type Bus = z.output<typeof busSchema>;

/** All buses by name. A change works on a copy of its own, so it may change what it finds. */
export type Buses = Map<string, Bus>;
