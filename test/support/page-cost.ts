import type { Page, Request, Response } from "playwright-core";

/** The requests to which the page has no answer yet, from this call on. */
export function underWayOf(page: Page): ReadonlySet<Request> {
  const underWay = new Set<Request>();
  page.on("request", (request) => underWay.add(request));
  page.on("requestfinished", (request) => underWay.delete(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  return underWay;
}

/**
 * Counts the page's requests of these kinds, from this call on.
 * @returns ends the count: requests, and bytes of answers, with a repeated address counted once
 */
export function countAsked(
  page: Page,
  kinds: readonly string[],
): () => Promise<{ requests: number; bytes: number }> {
  const answers = new Map<string, Promise<Buffer>>();
  let requests = 0;
  const listen = (response: Response): void => {
    if (!kinds.includes(response.request().resourceType())) return;
    requests += 1;
    answers.set(response.url(), response.body());
  };
  page.on("response", listen);
  return async () => {
    page.off("response", listen);
    const bodies = await Promise.all(answers.values());
    return { requests, bytes: bodies.reduce((sum, { length }) => sum + length, 0) };
  };
}
