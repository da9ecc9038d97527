import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take half a minute or more. Started last, one of them would run alone at the end. */
const longest = [
  "bin/local.test.ts",
  "functions/log/sequence-log.test.ts",
  "functions/fuzz.test.ts",
  "functions/discovery/cloudc-long-run.test.ts",
  "shared/regular-expressions.test.ts",
  "functions/console/states.test.ts",
  "functions/console/failures.test.ts",
  "functions/console/reviews.test.ts",
  "functions/console/counsel-keys.test.ts",
  "functions/console/platform-tasks.test.ts",
  "functions/console/roles.test.ts",
  "functions/console/screens.test.ts",
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longest.findIndex((file) => moduleId.endsWith(`/test/${file}`));
  return rank < 0 ? longest.length : rank;
};

const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;

/** Vitest's order, except that the longest files of each group come first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => groupOf(a) - groupOf(b) || rankOf(a) - rankOf(b));
  }
}
