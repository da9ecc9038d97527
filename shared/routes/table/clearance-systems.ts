import * as z from "zod/mini";
import {
  MAX_BOOKS_ASKED,
  MAX_CONFIRMED_AGE_DAYS,
  MAX_RUN_AGE_HOURS,
  MAX_SYSTEMS_NAMED,
} from "#shared/domain/clearance/limits.ts";
import { systemsPolicySchema } from "#shared/domain/clearance/systems-question.ts";
import { systemsFileSchema } from "#shared/domain/evidence/systems-file.ts";
import { frameworkIdSchema } from "#shared/domain/frameworks/rule.ts";
import { acceptableClasses } from "#shared/domain/inventory/verdict.ts";
import { eachOnce, holdsAcross } from "#shared/domain/members.ts";
import { commitId, hostId } from "#shared/domain/sourcehost/host-id.ts";
import { withoutHidden } from "#shared/domain/text/text-fields.ts";
import { uuid } from "#shared/routes/contract/fields.ts";
import { entriesOf, ok } from "#shared/routes/contract/route.ts";
import { etag, withStatement } from "./clearance.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "clearance", access: "user" });

const distinct = () => eachOnce<string[]>("must name each of them once");

const upTo = (most: number) =>
  z
    .int("must be a whole number")
    .check(z.minimum(1, "must be at least 1"), z.maximum(most, `must be at most ${most}`));

/** The demands that a question and a policy may make, with the same bounds in both. */
const demands = () => ({
  allow: z.optional(
    z.nullable(
      z.array(z.enum(acceptableClasses)).check(z.minLength(1, "must accept a class"), distinct()),
    ),
  ),
  max_confirmed_age_days: z.optional(z.nullable(upTo(MAX_CONFIRMED_AGE_DAYS))),
  max_run_age_hours: z.optional(z.nullable(upTo(MAX_RUN_AGE_HOURS))),
  framework_ids: z.optional(
    z.nullable(
      z
        .array(frameworkIdSchema())
        .check(
          z.minLength(1, "must name a book"),
          z.maxLength(MAX_BOOKS_ASKED, `must name at most ${MAX_BOOKS_ASKED} books`),
          distinct(),
        ),
    ),
  ),
});

const subject = () => ({
  /** The current full name, in upper or lower case. */
  repository: z.optional(z.string().check(z.minLength(1), z.maxLength(400), withoutHidden())),
  repository_id: z.optional(hostId()),
  artifact_ids: z.optional(
    z
      .array(uuid())
      .check(
        z.minLength(1, "must name a system"),
        z.maxLength(MAX_SYSTEMS_NAMED, `must name at most ${MAX_SYSTEMS_NAMED} systems`),
        distinct(),
      ),
  ),
  connection_id: z.optional(uuid()),
  commit: z.optional(commitId()),
});

/** The question (clearance.md, section 5), as a tenant's user asks it. */
const question = () =>
  z
    .strictObject({ ...subject(), ...demands() })
    .check(
      holdsAcross(
        ({ artifact_ids, connection_id, commit }) =>
          artifact_ids === undefined || (connection_id === undefined && commit === undefined),
        "take neither connection_id nor commit",
        "artifact_ids",
      ),
    );

const systemsQuestionSchema = () =>
  question().check(
    holdsAcross(
      ({ repository, repository_id, artifact_ids }) =>
        [repository, repository_id, artifact_ids].filter((one) => one !== undefined).length === 1,
      "give exactly one of repository, repository_id and artifact_ids",
      "repository",
    ),
  );

/**
 * A machine's question: about its own repository, which it need not name, or about systems elsewhere.
 */
export const machineSystemsQuestionSchema = () =>
  z.optional(
    question().check(
      holdsAcross(
        ({ repository, repository_id, artifact_ids }) =>
          artifact_ids === undefined || (repository === undefined && repository_id === undefined),
        "name either a repository or systems",
        "artifact_ids",
      ),
    ),
  );

/** The answer (clearance.md, section 5). */
export const systemsClearanceSchema = () => {
  const { evidence, statement, ...answer } = systemsFileSchema().shape;
  return z.object({
    ...answer,
    /** Sent with a statement: the leaves of the log that support the classifications. */
    evidence: z.optional(evidence),
    /** Only if asked for: DSSE with an in-toto Statement v1. */
    statement: z.optional(statement),
  });
};

export const askSystems = /* @__PURE__ */ entry("askSystems", {
  on: "POST /clearance/systems",
  summary: "May this repository, or may these systems, go out? Each that may not is named",
  onlyReads: true,
  query: withStatement,
  body: systemsQuestionSchema,
  responses: {
    200: { description: "The verdict", schema: systemsClearanceSchema, headers: etag },
  },
  errors: [
    "clearance_key_not_provisioned",
    "connection_ambiguous",
    "framework_superseded",
    "laxer_than_policy",
    "not_found",
    "repository_mismatch",
    "state_differs",
    "too_many_systems",
    "unknown_framework",
  ],
  needs: { table: "read", rows: "read", clearanceKey: "sign" },
});

export const patchSystemsGate = /* @__PURE__ */ entry("patchSystemsGate", {
  on: "PATCH /tenant/settings/systems-gate",
  access: "org",
  summary: "The least that your organisation accepts of systems that go out",
  body: () =>
    z
      .strictObject(demands())
      .check(z.refine((body) => Object.keys(body).length > 0, "must name something to change")),
  responses: /* @__PURE__ */ ok("As it is now", systemsPolicySchema),
  errors: ["framework_superseded", "unknown_framework"],
  needs: { table: "write" },
});
