import kinds from "@octokit/webhooks-examples" with { type: "json" };

export interface Example {
  ref?: string;
  action?: string;
  installation?: { id: number };
  repository?: { default_branch: string };
}

/** Every example payload in the source host's reference library, by event kind. */
export const exampleKinds = kinds as unknown as readonly {
  name: string;
  examples: readonly Example[];
}[];
