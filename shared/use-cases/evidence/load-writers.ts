import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { WritersPart } from "#shared/domain/evidence/evidence-file.ts";
import { getCertificates } from "#shared/store/own-writer.ts";

/** The certificates of the writers who signed these rows, in the order of their ids. */
export async function loadWriters(rows: readonly AuditRow[]): Promise<WritersPart> {
  const ids = [...new Set(rows.flatMap(({ writer }) => writer ?? []))].sort();
  const found = await getCertificates(ids);
  return ids.flatMap((writer, i) => {
    const certificate = found[i];
    return certificate == null ? [] : [{ writer, ...certificate }];
  });
}
