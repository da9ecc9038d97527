import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { Signer } from "#shared/domain/counsel/counsel.ts";
import type { Certificate } from "#shared/domain/log/writer.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import {
  type LinkPanel,
  linkText,
  linkToSign,
  type SignedLink,
} from "#shared/domain/reviews/signed-link.ts";
import { change, drop, exists, insert } from "./item.ts";
import { signTexts } from "./own-writer.ts";
import { getItem, type Item } from "./read.ts";
import type { Read } from "./read-together.ts";
import { SIGNER, toBeSigned, toNameWriter } from "./signed-actions.ts";
import type { Key } from "./table-schema.ts";
import type { Action } from "./transact.ts";

/*
 * The items that a token leads to:
 *   LINK#<token_hash>  / SIGNED#<n>  the contents of its link, signed by the function that issued or
 *                                    extended it, with that function's certificate. It never changes, and
 *                                    the n of the newest is one more than the extensions of the request
 *   LINK#<token_hash>  / STATE       the request's progress: a copy of its record, and the log's proof
 *
 * The first one and the state are read at once. A link that got more time costs one more read.
 */

const signedKey = (tokenHash: string, n: number): Key => ({
  pk: `LINK#${tokenHash}`,
  sk: `SIGNED#${n}`,
});
const stateKey = (tokenHash: string): Key => ({ pk: `LINK#${tokenHash}`, sk: "STATE" });

interface SignedItem {
  link: SignedLink;
  certificate: Certificate;
  signature: string;
}

/** A link as it is stored, before anybody looked at its signature. */
export interface StoredLink {
  /** The link as it was issued; `newestSigned` returns its newest extension. */
  signed: SignedItem | null;
  state: ReviewRecord | null;
  /** The proof that the decision is in the evidence log; null until then. */
  logProof: string | null;
  /** The writer of the row by which the request moved last; only a hint, since nobody signed it. */
  writer: string | null;
}

/** @param recordOf reads the record in an item; null: the token leads nowhere */
export const readLinkBy = (
  tokenHash: string,
  recordOf: (item: Item) => ReviewRecord,
): Read<StoredLink | null> => ({
  keys: [signedKey(tokenHash, 1), stateKey(tokenHash)],
  from: ([signed, state]) =>
    signed == null && state == null
      ? null
      : {
          signed: signedIn(signed ?? null),
          state: state == null ? null : recordOf(state),
          logProof: (state?.log_proof as string | undefined) ?? null,
          writer: typeof state?.writer === "string" ? state.writer : null,
        },
});

const signedIn = (item: Item | null): SignedItem | null => item as SignedItem | null;

/** How often a link was signed: once, and once more for each time that it got more time. */
const timesSigned = ({ extension }: ReviewRecord): number => (extension?.number ?? 0) + 1;

/** The present contents of a link; null: nothing is signed for its state. */
export async function newestSigned(
  { signed, state }: StoredLink,
  tokenHash: string,
): Promise<SignedItem | null> {
  const n = state === null ? 1 : timesSigned(state);
  return n === 1 ? signed : signedIn(await getItem(signedKey(tokenHash, n)));
}

/**
 * The contents of a link besides its request: counsel, the row that issues it, and the request's panel.
 */
export interface IssuedLink {
  signer: Signer;
  row: AuditRow;
  panel: LinkPanel | null;
}

/** Stores the link of a request, signed by this instance when it is sent. */
export function putLink(record: ReviewRecord, issued: IssuedLink): readonly Action[] {
  return [signLink(record, issued), insert({ ...stateKey(record.token_hash), review: record })];
}

/** Stores the new contents of a request's link, signed by this instance when it is sent. */
export function signLink(record: ReviewRecord, { signer, row, panel }: IssuedLink): Action {
  const link = linkToSign(record, signer, row, panel);
  return toBeSigned(insert({ ...signedKey(record.token_hash, timesSigned(record)), link }), {
    text: linkText(link),
    sign: signTexts,
    signed: ({ certificate, signature }) => ({ certificate, signature }),
  });
}

/** Removes a request's link. What was signed between its first and its newest version opens nothing. */
export const removeLink = (record: ReviewRecord): readonly Action[] => {
  const { token_hash } = record;
  const signed = [...new Set([1, timesSigned(record)])].map((n) => signedKey(token_hash, n));
  return [...signed, stateKey(token_hash)].map((Key) => drop(Key));
};

/** Updates a link's state with its request, and notes the writer. */
export const moveLink = (after: ReviewRecord): Action =>
  toNameWriter(setInState(after.token_hash, { review: after, writer: SIGNER }));

/** Adds the proof of a decision's row to a link, for counsel's receipt. */
export const addLogProof = (tokenHash: string, logProof: string): Action =>
  setInState(tokenHash, { log_proof: logProof });

const setInState = (tokenHash: string, set: Item): Action =>
  change(stateKey(tokenHash), { set, where: exists("pk") });
