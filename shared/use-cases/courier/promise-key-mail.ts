import { keyMessage } from "#shared/domain/courier/key-message.ts";
import { hashLinkToken } from "#shared/domain/reviews/link-token.ts";
import { sealToken } from "#shared/platform/aws/link-key.ts";
import { promise } from "#shared/store/outbox.ts";
import type { Action } from "#shared/store/transact.ts";

/** Promises the mail with an invitation to enrol a key; joins the invitation's transaction. */
export async function promiseKeyMail(
  counselId: string,
  token: string,
  now: string,
): Promise<Action> {
  const sealed = await sealToken(counselId, token);
  return promise({ ...keyMessage(counselId, hashLinkToken(token), now), sealed });
}
