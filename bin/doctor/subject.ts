import type { Aws } from "../aws/cli.ts";
import type { AwsPlace } from "../aws/place.ts";

/** The deployed stage that is being checked. */
export interface Subject {
  stage: string;
  options: Readonly<Record<string, unknown>>;
  place: AwsPlace;
  aws: Aws;
  /** ISO 8601 UTC. */
  now: string;
  /** Waits for this many ms between two calls for the same answer. */
  pause: (ms: number) => Promise<void>;
}
