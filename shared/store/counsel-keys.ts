import { sha256Hex } from "#shared/domain/canonical.ts";
import type { CounselChange, CounselRecord } from "#shared/domain/counsel/counsel.ts";
import type { CounselKey, KeyInvitation } from "#shared/domain/counsel/counsel-key.ts";
import { counselActions, counselKey, counselOf } from "./counsel.ts";
import { entity, insert, is, put, requires } from "./item.ts";
import { type Page, type Paging, readPage } from "./page.ts";
import { getItem, getItems, type Item, queryAll } from "./read.ts";
import { indexEntry, type Key } from "./table-schema.ts";
import { type Action, type Outcome, transact } from "./transact.ts";

/*
 * CREDENTIAL#<SHA-256 of the credential id> / META   a passkey; gsi1 by counsel, oldest first
 * COUNSEL#<id> / INVITATION                          the counsel's one invitation
 * KEYLINK#<token_hash> / META                        the counsel whose invitation a token is for
 */

/** A stored key names its counsel. */
export type StoredKey = CounselKey & { counsel_id: string };

const keyEntity = entity<StoredKey>("key", { retired_at: null });
const invitationEntity = entity<KeyInvitation>("invitation", { used_at: null });

const credentialKey = (credentialId: string): Key => ({
  pk: `CREDENTIAL#${sha256Hex(credentialId)}`,
  sk: "META",
});
const invitationKey = (counselId: string): Key => ({
  pk: counselKey(counselId).pk,
  sk: "INVITATION",
});
const linkKey = (tokenHash: string): Key => ({ pk: `KEYLINK#${tokenHash}`, sk: "META" });
const keysPartition = (counselId: string): string => `COUNSEL_KEYS#${counselId}`;

const keyItem = (key: StoredKey): Item => ({
  ...credentialKey(key.credential_id),
  ...indexEntry(
    "gsi1",
    keysPartition(key.counsel_id),
    `${key.enrolled_at}#${sha256Hex(key.credential_id)}`,
  ),
  ...keyEntity.toItem(key),
});

/**
 * A counsel's key by its credential id; null if there is none, or it belongs to another counsel.
 */
export async function getKey(counselId: string, credentialId: string): Promise<StoredKey | null> {
  const item = await getItem(credentialKey(credentialId));
  const key = item && keyEntity.fromItem(item);
  return key?.counsel_id === counselId ? key : null;
}

/** Every key a counsel ever had, oldest first. */
export const getKeys = async (counselId: string): Promise<StoredKey[]> =>
  (await queryAll({ index: "gsi1", pk: keysPartition(counselId) })).map(keyEntity.fromItem);

export async function readKeys(counselId: string, paging: Paging): Promise<Page<StoredKey>> {
  const partition = keysPartition(counselId);
  const listing = { scope: partition, index: "gsi1", partitions: [partition] } as const;
  const { items, next_cursor } = await readPage(listing, paging);
  return { items: items.map(keyEntity.fromItem), next_cursor };
}

/**
 * Stores an invitation, which voids the previous one, if the counsel is still as `before`.
 * @param mail the writes that promise its mail, if it is mailed
 */
export const putInvitation = (
  invitation: KeyInvitation,
  before: CounselRecord,
  change: CounselChange,
  mail?: Action,
): Promise<Outcome> =>
  transact({
    ...counselActions(before, change),
    mail,
    link: insert({ ...linkKey(invitation.token_hash), counsel_id: invitation.counsel_id }),
    invitation: put({
      ...invitationKey(invitation.counsel_id),
      ...invitationEntity.toItem(invitation),
    }),
  });

/** The counsel a token was made for and their invitation as it is now; null: no such token. */
export async function findInvitation(tokenHash: string) {
  const link = await getItem(linkKey(tokenHash));
  if (link === null) return null;
  const counselId = String(link.counsel_id);
  const [counsel, invitation] = await getItems([counselKey(counselId), invitationKey(counselId)]);
  return counsel && invitation
    ? { counsel: counselOf(counsel), invitation: invitationEntity.fromItem(invitation) }
    : null;
}

/** Enrols a key and uses up its invitation, if the counsel is still as `before`. */
export const putKey = (
  key: StoredKey,
  invitation: KeyInvitation,
  before: CounselRecord,
  change: CounselChange,
): Promise<Outcome> =>
  transact({
    ...counselActions(before, change),
    credential: insert(keyItem(key)),
    invitation: put(
      {
        ...invitationKey(invitation.counsel_id),
        ...invitationEntity.toItem({ ...invitation, used_at: key.enrolled_at }),
      },
      invitationEntity.unchanged(invitation),
    ),
  });

/** Retires a key, if it and its counsel are still as before. */
export const putRetiredKey = (
  key: { before: StoredKey; after: StoredKey },
  before: CounselRecord,
  change: CounselChange,
): Promise<Outcome> =>
  transact({
    ...counselActions(before, change),
    key: put(keyItem(key.after), keyEntity.unchanged(key.before)),
  });

/** The condition that a key is still the counsel's and not retired; part of a decision. */
export const keyIsInUse = ({
  counsel_id,
  credential_id,
  public_key_spki,
}: Pick<StoredKey, "counsel_id" | "credential_id" | "public_key_spki">): Action =>
  requires(
    credentialKey(credential_id),
    is({
      "key.counsel_id": counsel_id,
      "key.public_key_spki": public_key_spki,
      "key.retired_at": null,
    }),
  );
