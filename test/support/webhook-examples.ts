import kinds from "@octokit/webhooks-examples" with { type: "json" };

export interface Example {
  ref?: string;
  action?: string;
  installation?: { id: number };
  repository?: { default_branch: string };
}

/** Every payload the source host's reference library keeps, by event kind. */
export const exampleKinds = kinds as unknown as readonly {
  name: string;
  examples: readonly Example[];
}[];
