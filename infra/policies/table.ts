import type { Needs } from "#shared/routes/contract/route.ts";
import { AUDIT_KEY_PREFIX, tableSchema } from "#shared/store/table-schema.ts";
import {
  allow,
  keyReads,
  keyWrites,
  type ResourceArns,
  type Statement,
  throughService,
} from "./statement.ts";

/** The actions of functions that read, on the table and its indexes. Never Scan. */
const tableReads = ["dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query"];

/**
 * The additional actions of functions that write. Batch writes and PartiQL are excluded, because both
 * would write without the condition that every state change here carries.
 */
const tableWrites = [
  "dynamodb:ConditionCheckItem",
  "dynamodb:DeleteItem",
  "dynamodb:PutItem",
  "dynamodb:UpdateItem",
];

/** All actions that could change or remove an existing audit row. */
export const auditChanges = [
  "dynamodb:BatchWriteItem",
  "dynamodb:DeleteItem",
  "dynamodb:PartiQLDelete",
  "dynamodb:PartiQLUpdate",
  "dynamodb:UpdateItem",
];

/** The IAM condition that matches audit rows: their partition keys start with `AUDIT#`. */
export const onAuditRows = {
  "ForAnyValue:StringLike": { "dynamodb:LeadingKeys": [`${AUDIT_KEY_PREFIX}*`] },
};

/** Access to the table and its indexes, and to the key that encrypts it. */
export function tableStatements({ table }: Needs, arns: ResourceArns): Statement[] {
  if (table === undefined) return [];
  const { tableArn, tableKeyArn } = arns;
  const indexes = tableSchema.indexes.map((index) => `${tableArn}/index/${index}`);
  const statements: Statement[] = [
    allow("ReadItems", tableReads, [tableArn]),
    allow("QueryIndexes", ["dynamodb:Query"], indexes),
  ];
  if (table === "write") {
    statements.push(allow("WriteItems", tableWrites, [tableArn]), {
      Sid: "AuditRowsAreAppendOnly",
      Effect: "Deny",
      Action: auditChanges,
      Resource: [tableArn],
      Condition: onAuditRows,
    });
  }
  if (tableKeyArn !== null) {
    const actions = table === "write" ? [...keyReads, ...keyWrites] : keyReads;
    statements.push(throughService("TableKey", actions, tableKeyArn, "dynamodb", arns));
  }
  return statements;
}
