/** Kinds of resources whose rows are a chain: the log takes no row of them that does not follow. */
const chainedResources: ReadonlySet<string> = new Set([
  "counsel",
  "rule_review_request",
  "review_panel",
]);

/** Whether the rows of such a resource are a chain. */
export const isChained = (resourceType: string): boolean => chainedResources.has(resourceType);
