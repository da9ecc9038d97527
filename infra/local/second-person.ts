import { setTimeout as wait } from "node:timers/promises";
import type { Json } from "#shared/platform/http/ask.ts";

/*
 * The steps of the sample and the demo if the platform needs two people: another admin confirms
 * counsel, and counsel finds the link in their mail, because nobody else is shown it.
 */

/** The claims of the other admin. */
export const secondAdmin = {
  sub: "00000000-0000-4000-8000-000000000002",
  email: "second.admin@example.com",
  is_platform_admin: true,
};

type Call = (method: string, path: string, body?: unknown) => Promise<Json>;

export interface Second {
  /** Calls as the other admin. @throws Error for a refusal */
  call: Call;
  /** Calls without a token. */
  anyone: Call;
}

/** Makes an admin's calls work whether or not the platform needs two people. */
export function throughTwo(first: Call, second: Second) {
  let known: Promise<Json> | undefined;
  const areNeeded = async (): Promise<boolean> => {
    known ??= second.anyone("GET", "/admin/console/config.json");
    return (await known).two_people === true;
  };
  return {
    /** The admin's answer, after the other admin and counsel have done their part. */
    complete: async (method: string, path: string, answer: Json): Promise<Json> =>
      method !== "GET" && (await areNeeded()) ? doneByTwo(answer, path, second) : answer,
    /** A request's link: from its first row, or from counsel's mail if links go by mail only. */
    linkOf: async (reviewId: string): Promise<string> => {
      const { items } = await first("GET", `/admin/rule-reviews/${reviewId}/audit`);
      const { magic_link_url, counsel_id } = items[0].context;
      return (await areNeeded()) ? reviewLink(counsel_id, reviewId, second) : magic_link_url;
    },
  };
}

/** @param path of the call, to recognise an invitation to enrol a key */
async function doneByTwo(answer: Json, path: string, second: Second): Promise<Json> {
  if (answer?.identity_confirmed_at === null && answer.active === true) {
    const { id, identity_sha256 } = answer;
    return second.call("POST", `/admin/counsel/${id}/confirm`, { identity_sha256 });
  }
  if (answer?.magic_link_url === null && answer.counsel_id !== undefined) {
    return { ...answer, magic_link_url: await reviewLink(answer.counsel_id, answer.id, second) };
  }
  const [, invited] = /^\/admin\/counsel\/([^/]+)\/key-invitation$/.exec(path) ?? [];
  if (invited !== undefined)
    return { ...answer, url: await mailedLink(invited, `${invited}_key_`, second) };
  if (!Array.isArray(answer?.reviews)) return answer;
  const reviews: Json[] = [];
  for (const review of answer.reviews) reviews.push(await doneByTwo(review, path, second));
  return { ...answer, reviews };
}

/** The newest link of a request. */
const reviewLink = (counselId: string, reviewId: string, second: Second): Promise<string> =>
  mailedLink(counselId, `${reviewId}_link_`, second);

/** How often we look into the outbox: a mail that awaited a confirmation is due within a minute. */
const TRIES = 150;
const PAUSE_MS = 500;

/**
 * The link in a message that a counsel is to receive. If nobody has confirmed them, the other admin
 * does.
 * @param about the beginning of the message's id
 */
async function mailedLink(counselId: string, about: string, second: Second): Promise<string> {
  const counsel = await second.call("GET", `/admin/counsel/${counselId}`);
  if (counsel.identity_confirmed_at === null) await doneByTwo(counsel, "", second);
  for (let tried = 0; tried < TRIES; tried += 1) {
    // The courier may already be working on it.
    await second.anyone("POST", "/_local/schedules/courier/run");
    const { items } = await second.anyone("GET", "/_local/outbox");
    const mail = items.find(({ tags }: Json) =>
      tags.some(({ value }: Json) => String(value).startsWith(about)),
    );
    const [link] = /https?:\/\/\S+\/counsel\/(?:review|key)\/[\w-]+/.exec(mail?.text ?? "") ?? [];
    if (link !== undefined) return link;
    await wait(PAUSE_MS);
  }
  throw new Error(`No link was mailed to ${counsel.email}.`);
}
