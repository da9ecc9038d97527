import * as z from "zod/mini";
import { artifactStates, classificationStates } from "#shared/domain/discovery/artifact-filter.ts";
import { coverageItem, runKinds, runStatuses, runTriggers } from "#shared/domain/discovery/run.ts";
import { classes } from "#shared/domain/inventory/verdict.ts";
import { holdsAcross } from "#shared/domain/members.ts";
import { commitId, hostId } from "#shared/domain/sourcehost/host-id.ts";
import {
  flag,
  instant,
  page,
  paging,
  timestamp,
  unlessNull,
  uuid,
} from "#shared/routes/contract/fields.ts";
import { entriesOf, ok } from "#shared/routes/contract/route.ts";
import { artifact } from "./artifact-schemas.ts";
import { connectionParams } from "./connection-schemas.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "discovery", access: "user" });

const runFields = () => ({
  id: z.string(),
  connection_id: z.string(),
  kind: z.enum(runKinds),
  trigger: z.enum(runTriggers),
  status: z.enum(runStatuses),
  artifacts_count: z.int(),
  coverage: z.readonly(z.array(coverageItem())),
  error_jsonb: z.nullable(z.readonly(z.record(z.string(), z.unknown()))),
  created_at: timestamp(),
  started_at: z.nullable(timestamp()),
  finished_at: z.nullable(timestamp()),
});

/** Only for an examination: what it reads. */
const examined = () => ({ repository_id: unlessNull(z.string()), commit: unlessNull(z.string()) });

const run = () => z.object({ ...runFields(), ...examined() });

export const startedRun = {
  200: { description: "The open run that reads the same already", schema: run },
  202: { description: "The run, queued", schema: run },
} as const;

export const runBody = () =>
  z.optional(
    z
      .strictObject({
        repository_id: z.optional(hostId()),
        commit: z.optional(commitId()),
      })
      .check(
        holdsAcross(
          ({ repository_id, commit }) => (repository_id === undefined) === (commit === undefined),
          "give both repository_id and commit, or neither",
          "commit",
        ),
      ),
  );

export const startDiscoveryRun = /* @__PURE__ */ entry("startDiscoveryRun", {
  on: "POST /connections/{id}/discovery-runs",
  summary: "Run a full discovery of a connection, or examine one commit of a repository",
  params: connectionParams,
  body: runBody,
  responses: startedRun,
  errors: ["rate_limited", "unknown_repository"],
  needs: { table: "write", events: "put" },
});

export const listDiscoveryRuns = /* @__PURE__ */ entry("listDiscoveryRuns", {
  on: "GET /connections/{id}/discovery-runs",
  summary: "List the runs of a connection, newest first",
  params: connectionParams,
  query: () => z.strictObject(paging()),
  responses: /* @__PURE__ */ ok("A page of runs", () => page(run())),
  needs: { table: "read" },
});

export const listAllDiscoveryRuns = /* @__PURE__ */ entry("listAllDiscoveryRuns", {
  on: "GET /admin/discovery-runs",
  access: "platform",
  summary: "List the runs of every tenant, newest first",
  query: () =>
    z.strictObject({
      ...paging(),
      tenant_id: z.optional(uuid()),
      status: z.optional(z.enum(runStatuses)),
    }),
  responses: /* @__PURE__ */ ok("A page of runs, each with its tenant", () =>
    page(z.object({ ...runFields(), tenant_id: z.string(), ...examined() })),
  ),
  needs: { table: "read" },
});

export const getDiscoveryRun = /* @__PURE__ */ entry("getDiscoveryRun", {
  on: "GET /discovery-runs/{run_id}",
  summary: "One discovery run",
  params: () => z.object({ run_id: uuid() }),
  responses: /* @__PURE__ */ ok("The run", run),
  needs: { table: "read" },
});

export const listArtifacts = /* @__PURE__ */ entry("listArtifacts", {
  on: "GET /artifacts",
  summary: "List the artifacts found in the tenant's environments",
  query: () =>
    z.strictObject({
      ...paging(),
      connection_id: z.optional(uuid()),
      kind: z.optional(
        z
          .string()
          .check(
            z.regex(/^[a-z0-9_]{1,64}$/, "must be lower-case letters, digits and underscores"),
          ),
      ),
      /** A part of the name or of the provider's own reference, ignoring case. */
      search: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
      state: z.optional(z.enum(artifactStates)),
      classification: z.optional(z.enum(classificationStates)),
      class: z.optional(z.enum(classes)),
      /** Whether an org admin has confirmed or overridden the class. */
      confirmed: z.optional(flag()),
      /** Whether it has no class: nothing classified it, or the facts found leave that open. */
      unclassified: z.optional(flag()),
      /** Whether one person alone has taken it out of "prohibited". */
      allowed_by_one: z.optional(flag()),
      first_seen_from: z.optional(instant()),
    }),
  responses: /* @__PURE__ */ ok("A page of artifacts", () => page(artifact())),
  errors: ["not_found"],
  needs: { table: "read" },
});
