import { isChained } from "#shared/domain/audit/chains.ts";
import { type AuditRow, chained, isLogged, withRowHash } from "#shared/domain/audit/row.ts";
import { rowText } from "#shared/domain/log/writer.ts";
import {
  type Further,
  LOG_WAITING,
  outboxKey,
  putAuditRow,
  type StoredRow,
  storedRow,
} from "./audit.ts";
import { insert } from "./item.ts";
import { signTexts } from "./own-writer.ts";
import { toBeLinked } from "./row-chains.ts";
import { toBeNumbered, toBeSigned } from "./signed-actions.ts";
import { indexEntry } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/**
 * Inserts one row, never replacing another. If the row belongs in the evidence log, this instance signs
 * it and writes its item in the sequencer's outbox with it. A row of a chain that its use case has not
 * linked is linked when it is sent.
 */
export function putLoggedRow(given: AuditRow, further: Further = {}): readonly Action[] {
  if (!isLogged(given)) return putAuditRow(given, further);
  const { resource_type: type, resource_id: id } = given;
  if (given.row_hash !== undefined || !isChained(type)) {
    const row = withRowHash(given);
    return signedActions(row, storedRow(row, further));
  }
  return toBeLinked({
    chain: { type, id },
    after: (before) => {
      const { row, head } = chained(given, before);
      const stored = storedRow(row, { chainLength: head.length });
      return { actions: signedActions(row, stored), head, place: stored.key.sk };
    },
  });
}

function signedActions(
  row: AuditRow,
  { insert: own, key, words, event }: StoredRow,
): readonly Action[] {
  const waiting = { ...outboxKey(key), ...indexEntry("gsi1", LOG_WAITING, key.sk) };
  return [
    toBeSigned(own, {
      text: rowText(row.row_hash ?? ""),
      sign: signTexts,
      signed: ({ writer, signature }) => ({ writer, writer_signature: signature }),
    }),
    toBeNumbered(insert(waiting)),
    ...words,
    ...event,
  ];
}
