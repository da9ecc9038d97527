import type { Page, Request, Response } from "playwright-core";

/** Knows, from here on, whether the page has an answer to all that it asked. */
export function underWayOf(page: Page): ReadonlySet<Request> {
  const underWay = new Set<Request>();
  page.on("request", (request) => underWay.add(request));
  page.on("requestfinished", (request) => underWay.delete(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  return underWay;
}

/**
 * Counts, from here on, what the page asks by these kinds of request.
 * @returns ends the counting: requests, and bytes of answers, a repeated address once
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
