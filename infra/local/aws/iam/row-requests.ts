import type { Statement } from "#infra/policies/statement.ts";
import { writers, writersOf } from "#shared/domain/audit/writers.ts";
import type { Request } from "./evaluate.ts";

/*
 * Which function writes which rows of the evidence log. AWS lets any of them write any row, but the log
 * accepts a row only from the operations that its action names. Here we refuse a wrong row when it is
 * written, so that a test fails at the function that was forgotten.
 */

const WRITE_ROW = "evidence:WriteRow";

/** The rows that a function writes. */
export function rowStatements(operation: string): Statement[] {
  const actions = Object.keys(writers).filter((action) => writersOf(action).includes(operation));
  if (actions.length === 0) return [];
  return [{ Sid: "WriteRows", Effect: "Allow", Action: [WRITE_ROW], Resource: actions }];
}

interface RowItem {
  M?: { action?: { S?: string } };
}

/** The rows of the evidence log that a transaction writes. */
export function rowRequests(operation: string, body: Readonly<Record<string, unknown>>): Request[] {
  if (operation !== "TransactWriteItems" || !Array.isArray(body.TransactItems)) return [];
  return body.TransactItems.flatMap((part: { Put?: { Item?: { row?: RowItem } } }) => {
    const action = part.Put?.Item?.row?.M?.action?.S ?? "";
    const isLogged = writersOf(action).length > 0;
    return isLogged ? [{ action: WRITE_ROW, resource: action, context: {} }] : [];
  });
}
