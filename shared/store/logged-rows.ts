import { type AuditRow, isLogged, withRowHash } from "#shared/domain/audit/row.ts";
import { rowText } from "#shared/domain/log/writer.ts";
import { type Further, LOG_WAITING, outboxKey, putAuditRow, storedRow } from "./audit.ts";
import { signTexts } from "./own-writer.ts";
import { toBeNumbered, toBeSigned } from "./signed-actions.ts";
import { indexEntry } from "./table-schema.ts";
import { type Action, insert } from "./transact.ts";

/**
 * Inserts one row, never replacing another. One of the evidence log's is signed by this instance, and
 * its item in the sequencer's outbox goes with it.
 */
export function putLoggedRow(given: AuditRow, further: Further = {}): readonly Action[] {
  if (!isLogged(given)) return putAuditRow(given, further);
  const row = withRowHash(given);
  const { insert: own, key, words, event } = storedRow(row, further);
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
