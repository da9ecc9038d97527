import type { AuditRow } from "#shared/domain/audit/row.ts";
import { sameJson } from "#shared/domain/canonical-json.ts";
import { evidentOf } from "#shared/domain/reviews/fields.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { keyOf } from "#shared/store/entities.ts";
import type { Item, TableContents } from "./read-table.ts";
import { frameworkKeyOf, text } from "./stored-review.ts";

/** Members of a row's context that the record itself has, by the row's resource type. */
const recorded: Record<
  string,
  { key: (row: AuditRow) => string; member: string; fields: string[] }
> = {
  counsel: {
    key: ({ context }) => keyOf("counsel", text((context as Item).counsel_id)),
    member: "counsel",
    fields: [
      "framework_id",
      "email",
      "display_name",
      "active",
      "firm",
      "jurisdiction",
      "bar_registration",
    ],
  },
  "framework.updated": {
    key: ({ context }) => frameworkKeyOf(text((context as Item).framework_id)),
    member: "framework",
    fields: [
      "display_name",
      "jurisdiction",
      "source_url",
      "status",
      "superseded_by",
      "lang",
      "short_name",
    ],
  },
  rule_review: {
    key: ({ resource_id }) => keyOf("review", resource_id),
    member: "review",
    fields: [
      "framework_id",
      "counsel_id",
      "rule_version_hash",
      "rule_use_case_ids",
      "decided_at",
      "decision_comment",
      "decision_signature",
    ],
  },
  tenant: {
    key: ({ resource_id }) => keyOf("tenant", resource_id),
    member: "tenant",
    fields: ["name"],
  },
};

const kindOfRow = ({ action }: AuditRow): string => {
  if (action.startsWith("counsel.")) return "counsel";
  if (action.startsWith("rule_review.")) return "rule_review";
  return /^tenant\.(created|updated)$/.test(action) ? "tenant" : action;
};

/** The newest row about a counsel, framework or tenant says how its record is. */
export function againstTrail({ trail, records }: TableContents): string[] {
  const newest = new Map<string, AuditRow>();
  for (const row of trail) {
    const key = recorded[kindOfRow(row)]?.key(row);
    if (key === undefined) continue;
    const known = newest.get(key);
    if (known === undefined || known.created_at <= row.created_at) newest.set(key, row);
  }
  return [...newest].flatMap(([key, row]) => {
    const { member, fields } = recorded[kindOfRow(row)] as (typeof recorded)[string];
    const stored = records.get(key)?.[member] as Item | undefined;
    const context = row.context as Item;
    if (stored === undefined) return [];
    const record = evidentOf(stored as Item & { salts?: ReviewRecord["salts"] });
    const changed = fields.filter(
      (field) => context[field] !== undefined && !sameJson(record[field], context[field]),
    );
    return changed.length === 0
      ? []
      : [
          `${key} differs from its row ${row.action} of ${row.created_at} in ${changed.join(", ")}.`,
        ];
  });
}
