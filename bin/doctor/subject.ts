import { tableNameOf } from "#infra/aws/naming.ts";
import type { Aws } from "../aws/cli.ts";
import type { AwsPlace } from "../aws/place.ts";

/** A deployed stage that is looked at. */
export interface Subject {
  stage: string;
  options: Readonly<Record<string, unknown>>;
  place: AwsPlace;
  aws: Aws;
  /** ISO 8601 UTC. */
  now: string;
  /** Waits between two questions for the same answer, in ms. */
  pause: (ms: number) => Promise<void>;
}

/** The table that the stage works with. */
export const nameOfTable = ({ stage, options }: Subject): string =>
  String(options.restoredTable ?? tableNameOf(stage));
