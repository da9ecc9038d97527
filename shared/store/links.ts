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
import { signTexts } from "./own-writer.ts";
import type { Item } from "./read.ts";
import type { Read } from "./read-together.ts";
import { toBeSigned, toNameWriter } from "./signed-actions.ts";
import type { Key } from "./table-schema.ts";
import { type Action, insert } from "./transact.ts";

/*
 * What a token leads to, both read at once:
 * LINK#<token_hash>  / SIGNED  what its link says, signed by the function that issued it, with the
 *                              certificate of that function; it never changes
 * LINK#<token_hash>  / STATE   how far the request is: a copy of its record, and the log's proof
 */

const signedKey = (tokenHash: string): Key => ({ pk: `LINK#${tokenHash}`, sk: "SIGNED" });
const stateKey = (tokenHash: string): Key => ({ pk: `LINK#${tokenHash}`, sk: "STATE" });

/** A link as it is stored, before anybody looked at its signature. */
export interface StoredLink {
  signed: { link: SignedLink; certificate: Certificate; signature: string } | null;
  state: ReviewRecord | null;
  /** The proof that the decision is in the evidence log; null until then. */
  logProof: string | null;
  /** Who wrote the row by which the request moved last; a hint, since nobody signed it. */
  writer: string | null;
}

/** @param recordOf reads the record in an item; null: the token leads nowhere */
export const readLinkBy = (
  tokenHash: string,
  recordOf: (item: Item) => ReviewRecord,
): Read<StoredLink | null> => ({
  keys: [signedKey(tokenHash), stateKey(tokenHash)],
  from: ([signed, state]) =>
    signed == null && state == null
      ? null
      : {
          signed: signed == null ? null : (signed as never as StoredLink["signed"]),
          state: state == null ? null : recordOf(state),
          logProof: (state?.log_proof as string | undefined) ?? null,
          writer: typeof state?.writer === "string" ? state.writer : null,
        },
});

/** What a link says besides its request: counsel, the row that issues it, and the request's panel. */
export interface IssuedLink {
  signer: Signer;
  row: AuditRow;
  panel: LinkPanel | null;
}

/** Stores the link of a request, signed by this instance when it is sent. */
export function putLink(
  record: ReviewRecord,
  { signer, row, panel }: IssuedLink,
): readonly Action[] {
  const link = linkToSign(record, signer, row, panel);
  return [
    toBeSigned(insert({ ...signedKey(record.token_hash), link }), {
      text: linkText(link),
      sign: signTexts,
      signed: ({ certificate, signature }) => ({ certificate, signature }),
    }),
    insert({ ...stateKey(record.token_hash), review: record }),
  ];
}

export const removeLink = (tokenHash: string): readonly Action[] => [
  { Delete: { Key: signedKey(tokenHash) } },
  { Delete: { Key: stateKey(tokenHash) } },
];

/** Moves a link's state on with its request, and notes who does. */
export const moveLink = (after: ReviewRecord): Action => {
  const { Update } = setInState(after.token_hash, "review", after);
  const UpdateExpression = "SET #name = :value, writer = :writer";
  return toNameWriter({ Update: { ...Update, UpdateExpression } as NonNullable<typeof Update> });
};

/** Adds the proof of a decision's row to a link, for counsel's receipt. */
export const addLogProof = (tokenHash: string, logProof: string): Action =>
  setInState(tokenHash, "log_proof", logProof);

const setInState = (tokenHash: string, name: "review" | "log_proof", value: unknown): Action => ({
  Update: {
    Key: stateKey(tokenHash),
    UpdateExpression: "SET #name = :value",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeNames: { "#name": name },
    ExpressionAttributeValues: { ":value": value },
  },
});
