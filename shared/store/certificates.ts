import type { AuditRow } from "#shared/domain/audit/row.ts";
import { is, isAbsent, put } from "./item.ts";
import { putLoggedRow } from "./logged-rows.ts";
import { getItem } from "./read.ts";
import type { Key } from "./table-schema.ts";
import { transact } from "./transact.ts";

/* CERTIFICATES#<review or panel> / META  how many certificates of it were issued on the last such day */

/** The newest day on which certificates of a review or panel were issued, and how many. */
export interface IssuedCertificates {
  /** UTC, YYYY-MM-DD. */
  day: string;
  count: number;
}

const issuedKey = (id: string): Key => ({ pk: `CERTIFICATES#${id}`, sk: "META" });

/** @param id of the review or panel */
export async function getIssued(id: string): Promise<IssuedCertificates | null> {
  const item = await getItem(issuedKey(id));
  return (item?.issued as IssuedCertificates | undefined) ?? null;
}

/**
 * Writes the row of a certificate and counts it.
 * @param before the count when the row was found to be missing
 * @returns false when another certificate of the review or panel was issued meanwhile
 */
export async function putCertificateRow(
  id: string,
  before: IssuedCertificates | null,
  after: IssuedCertificates,
  row: AuditRow,
): Promise<boolean> {
  const isSame =
    before === null
      ? isAbsent("pk")
      : is({ "issued.day": before.day, "issued.count": before.count });
  const outcome = await transact({
    issued: put({ ...issuedKey(id), issued: after }, isSame),
    row: putLoggedRow(row),
  });
  return outcome.committed;
}
