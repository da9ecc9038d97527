import { config } from "../shell/provider.ts";
import { line } from "./format.ts";

const known = {
  sourcehost: "Source host (GitHub)",
  cloudb: "Cloud B (Amazon Web Services)",
  cloudc: "Cloud C (Google Cloud)",
} as const;

/** A provider's readable name: the deployment's own, or else our word with the product. */
export const providerName = (provider: keyof typeof known): string =>
  line(config.provider_names?.[provider] ?? known[provider]);
