import type { SignedCertificate } from "#shared/domain/reviews/sign-certificate.ts";
import { entity, insert } from "./item.ts";
import { getItems, queryAll } from "./read.ts";
import type { Key } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/*
 * FIRM-SIGNATURES#<review> / FILE#<SHA-256>       a certificate that a law firm signed
 * FIRM-SIGNATURES#<review> / PART#<SHA-256>#<n>   the bytes that follow the certificate, in parts
 */

/** An item holds at most 400 KB. */
const PART_BYTES = 350_000;

const partition = (reviewId: string): string => `FIRM-SIGNATURES#${reviewId}`;
const fileKey = ({ review_id, sha256 }: SignedCertificate): Key => ({
  pk: partition(review_id),
  sk: `FILE#${sha256}`,
});
const partKey = ({ review_id, sha256 }: SignedCertificate, at: number): Key => ({
  pk: partition(review_id),
  sk: `PART#${sha256}#${at}`,
});
const partsOf = ({ bytes }: SignedCertificate): number => Math.ceil(bytes / PART_BYTES);

const files = entity<SignedCertificate>("file", {});

/** The signed certificates of a request, in the order of their hashes, without the bytes. */
export const signedCertificatesOf = async (reviewId: string): Promise<SignedCertificate[]> =>
  (await queryAll({ pk: partition(reviewId), prefix: "FILE#" })).map(files.fromItem);

/** Stores one with the bytes that follow the certificate; belongs to the transaction with its row. */
export const keepAppended = (file: SignedCertificate, appended: Uint8Array): readonly Action[] => [
  insert({ ...fileKey(file), ...files.toItem(file) }),
  ...Array.from({ length: partsOf(file) }, (_, at) =>
    insert({
      ...partKey(file, at),
      bytes: appended.subarray(at * PART_BYTES, (at + 1) * PART_BYTES),
    }),
  ),
];

/** The bytes that follow the certificate; null if a part of them is missing. */
export async function appendedBytes(file: SignedCertificate): Promise<Uint8Array | null> {
  const keys = Array.from({ length: partsOf(file) }, (_, at) => partKey(file, at));
  const parts = (await getItems(keys)).map((item) => item?.bytes as Uint8Array | undefined);
  const bytes = Buffer.concat(parts.flatMap((part) => part ?? []));
  return bytes.length === file.bytes ? bytes : null;
}
