import { type Answered, send } from "./send.ts";

/**
 * Posts to a service that the operator has named (a witness, a time-stamp authority) and reads its
 * short answer.
 * @throws Unanswered if there is no answer within five seconds, or it exceeds 64 KiB
 */
export const postBytes = (
  url: string,
  contentType: string,
  body: string | Uint8Array,
): Promise<Answered> =>
  send({
    ...{ method: "POST", url, headers: { "content-type": contentType }, body },
    ...{ timeoutMs: 5000, mostBytes: 64 * 1024 },
  });
