import * as z from "zod/mini";
import { frameworkStatuses } from "#shared/domain/frameworks/framework.ts";
import { inForceStates } from "#shared/domain/frameworks/in-force.ts";
import { frameworkIdSchema, ruleSchema, useCaseIdSchema } from "#shared/domain/frameworks/rule.ts";
import { withoutHidden } from "#shared/domain/text-fields.ts";
import { page, paging, sha256Hex, timestamp } from "#shared/routes/contract/fields.ts";
import { route } from "#shared/routes/contract/route.ts";

const optionalText = () =>
  z.optional(
    z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(500), withoutHidden())),
  );

const framework = () =>
  z.object({
    id: frameworkIdSchema(),
    display_name: z.string(),
    jurisdiction: z.nullable(z.string()),
    source_url: z.nullable(z.string()),
    status: z.enum(frameworkStatuses),
    superseded_by: z.nullable(z.string()),
    created_at: timestamp(),
    updated_at: timestamp(),
  });

export const reviewStatus = () =>
  z.enum(["approved_live", "approved_then_changed", "never_approved", "pending", "never_reviewed"]);

/** Whether the law behind a rule applies at the instant of the answer. */
export const inForce = () => z.enum(inForceStates);

const liveRule = () =>
  z.object({
    ...ruleSchema().shape,
    framework_id: z.string(),
    version: z.int(),
    content_hash: sha256Hex(),
    review_status: reviewStatus(),
    in_force: inForce(),
    updated_at: timestamp(),
  });

const params = () => z.object({ framework_id: frameworkIdSchema() });

export const frameworkRoutes = {
  putFramework: route({
    id: "putFramework",
    area: "frameworks",
    method: "PUT",
    path: "/admin/frameworks/{framework_id}",
    access: "platform",
    summary: "Create or change a framework",
    params,
    body: () =>
      z
        .strictObject({
          display_name: z
            .string()
            .check(z.trim(), z.minLength(1), z.maxLength(200), withoutHidden()),
          jurisdiction: optionalText(),
          source_url: z.optional(
            z.nullable(z.url({ protocol: /^https?$/ }).check(z.maxLength(2000))),
          ),
          status: z.optional(z.enum(frameworkStatuses)),
          superseded_by: z.optional(z.nullable(frameworkIdSchema())),
        })
        .check(
          z.refine(({ status, superseded_by }) => status !== "current" || !superseded_by, {
            path: ["superseded_by"],
            error: "must be left out or null for a current framework",
          }),
        ),
    responses: { 200: { description: "The framework", schema: framework } },
    errors: ["conflict"],
    needs: { table: "write" },
  }),
  listFrameworks: route({
    id: "listFrameworks",
    area: "frameworks",
    method: "GET",
    path: "/admin/frameworks",
    access: "platform",
    summary: "List frameworks",
    query: () => z.strictObject(paging()),
    responses: { 200: { description: "A page of frameworks", schema: () => page(framework()) } },
    errors: [],
    needs: { table: "read" },
  }),
  putRules: route({
    id: "putRules",
    area: "frameworks",
    method: "PUT",
    path: "/admin/frameworks/{framework_id}/rules",
    access: "platform",
    summary: "Import rules: an upsert in which each changed rule becomes a new version",
    params,
    body: () =>
      z.strictObject({
        rules: z.array(ruleSchema()).check(
          z.minLength(1),
          z.maxLength(500),
          z.superRefine((rules, context) => {
            const seen = new Set<string>();
            for (const [index, { use_case_id }] of rules.entries()) {
              if (seen.has(use_case_id)) {
                context.addIssue({
                  code: "custom",
                  path: [index, "use_case_id"],
                  message: `${use_case_id} stands more than once`,
                });
              }
              seen.add(use_case_id);
            }
          }),
        ),
      }),
    responses: {
      200: {
        description: "How many rules were created, updated, left unchanged",
        schema: () => z.object({ created: z.int(), updated: z.int(), unchanged: z.int() }),
      },
    },
    errors: ["not_found", "conflict"],
    needs: { table: "write" },
  }),
  listRules: route({
    id: "listRules",
    area: "frameworks",
    method: "GET",
    path: "/admin/frameworks/{framework_id}/rules",
    access: "platform",
    summary: "List the live rules of a framework",
    params,
    query: () => z.strictObject(paging()),
    responses: { 200: { description: "A page of rules", schema: () => page(liveRule()) } },
    errors: [],
    needs: { table: "read" },
  }),
  getRule: route({
    id: "getRule",
    area: "frameworks",
    method: "GET",
    path: "/admin/frameworks/{framework_id}/rules/{use_case_id}",
    access: "platform",
    summary: "One rule with all its versions",
    params: () => z.object({ framework_id: frameworkIdSchema(), use_case_id: useCaseIdSchema() }),
    responses: {
      200: {
        description: "The rule and its versions, oldest first",
        schema: () =>
          z.extend(liveRule(), {
            versions: z.array(
              z.object({
                version: z.int(),
                content_hash: sha256Hex(),
                created_at: timestamp(),
                content: ruleSchema(),
              }),
            ),
          }),
      },
    },
    errors: [],
    needs: { table: "read" },
  }),
};
