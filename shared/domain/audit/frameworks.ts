import * as z from "zod/mini";
import { about, ofCanary, rowsOf, type Vocabulary } from "./row.ts";

const framework = about("framework");

/** Frameworks and their rules. */
export const frameworkActions = {
  "framework.updated": framework("update", () => ({
    framework_id: z.string(),
    display_name: z.string(),
    jurisdiction: z.nullable(z.string()),
    source_url: z.nullable(z.string()),
    status: z.string(),
    superseded_by: z.nullable(z.string()),
    lang: z.nullable(z.string()),
    short_name: z.nullable(z.string()),
    ...ofCanary(),
  })),
  "rules.imported": framework("create", () => ({
    framework_id: z.string(),
    created: z.array(z.string()),
    updated: z.array(z.string()),
    /** The hash of each rule's wording in this import, including rules that did not change. */
    content_hashes: z.array(z.strictObject({ use_case_id: z.string(), content_hash: z.string() })),
    /** The rules whose source changed, with the new source; only if some did. */
    sources: z.optional(
      z.array(
        z.strictObject({
          use_case_id: z.string(),
          source_status: z.nullable(z.string()),
          source_read_on: z.nullable(z.string()),
        }),
      ),
    ),
    ...ofCanary(),
  })),
  "framework.enforcement.recorded": framework("update", () => ({
    framework_id: z.string(),
    event_id: z.string(),
    /** 1 for a new event; each change of the event adds 1. */
    version: z.int(),
    on: z.string(),
    kind: z.string(),
    until: z.nullable(z.string()),
    ends: z.nullable(z.array(z.string())),
    use_case_ids: z.nullable(z.array(z.string())),
    authority: z.string(),
    citation_url: z.string(),
    note: z.string(),
    /** Lower-case hex SHA-256 over the RFC 8785 text of the event as it is recorded. */
    content_hash: z.string(),
    ...ofCanary(),
  })),
} as const satisfies Vocabulary;

export const auditRow = rowsOf(frameworkActions);
