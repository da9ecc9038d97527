import type { SignedCertificate } from "#shared/domain/reviews/sign-certificate.ts";
import { entity, insert } from "./item.ts";
import { getItems, queryAll } from "./read.ts";
import type { Key } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/*
 * FIRM-SIGNATURES#<review> / FILE#<SHA-256>       a certificate that a law firm signed
 * FIRM-SIGNATURES#<review> / PART#<SHA-256>#<n>   the bytes that follow the certificate and what it was
 *                                                 drawn from, without counsel's words, in parts
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
const partsOf = (file: SignedCertificate): number => Math.ceil(totalOf(file) / PART_BYTES);
const totalOf = ({ bytes, drawing_bytes }: SignedCertificate): number => bytes + drawing_bytes;

const files = entity<SignedCertificate>("file", {});

/** The signed certificates of a request, in the order of their hashes, without the bytes. */
export const signedCertificatesOf = async (reviewId: string): Promise<SignedCertificate[]> =>
  (await queryAll({ pk: partition(reviewId), prefix: "FILE#" })).map(files.fromItem);

/** The bytes that are stored of one. */
interface SignedBytes {
  /** Follow the certificate. */
  appended: Uint8Array;
  /** What the certificate was drawn from, compressed. */
  drawing: Uint8Array;
}

/** Stores one with its bytes; belongs to the transaction with its row. */
export function keepSigned(
  file: SignedCertificate,
  { appended, drawing }: SignedBytes,
): readonly Action[] {
  const bytes = Buffer.concat([appended, drawing]);
  return [
    insert({ ...fileKey(file), ...files.toItem(file) }),
    ...Array.from({ length: partsOf(file) }, (_, at) =>
      insert({
        ...partKey(file, at),
        bytes: bytes.subarray(at * PART_BYTES, (at + 1) * PART_BYTES),
      }),
    ),
  ];
}

/** The bytes of one; null if a part of them is missing. */
export async function bytesOfSigned(file: SignedCertificate): Promise<SignedBytes | null> {
  const keys = Array.from({ length: partsOf(file) }, (_, at) => partKey(file, at));
  const parts = (await getItems(keys)).map((item) => item?.bytes as Uint8Array | undefined);
  const bytes = Buffer.concat(parts.flatMap((part) => part ?? []));
  if (bytes.length !== totalOf(file)) return null;
  return { appended: bytes.subarray(0, file.bytes), drawing: bytes.subarray(file.bytes) };
}
