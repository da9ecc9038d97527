import { BaseSequencer, type TestSpecification } from "vitest/node";
import { alters } from "./alters.ts";

/** Files that take ten seconds or more. If started last, one of them would run alone at the end. */
const longest = [
  "simulator/simulator.test.ts",
  // Fills the half year that others wait for.
  "functions/console/tasks/half-year.test.ts",
  "functions/console/legal-work.test.ts",
  "functions/console/tasks/tasks.test.ts",
  "functions/console/estate.test.ts",
  "bin/restore-drill.test.ts",
  "functions/console/scale.test.ts",
  "bin/new-row.test.ts",
  // These need the deployed functions, which are built meanwhile.
  "functions/every-route.test.ts",
  "functions/acts-twice.test.ts",
  "functions/discovery/cloudc-long-run.test.ts",
  "bin/local.test.ts",
  // Loads the library and makes every stack, in one process.
  "infra/aws.test.ts",
  "functions/service/canary.test.ts",
  "functions/discovery/sourcehost-run.test.ts",
  "shared/regular-expressions.test.ts",
];

/** Folders of small files. They fill the gaps that the others leave at the end. */
const small = ["/test/shared/", "/test/architecture."];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longest.findIndex((file) => moduleId.endsWith(`/test/${file}`));
  return rank < 0 ? longest.length : rank;
};

const smallOf = ({ moduleId }: TestSpecification): number =>
  small.some((place) => moduleId.includes(place)) ? 1 : 0;

/** Files that get modules of their own come first: after each, V8 must learn everything again. */
const keepsOf = ({ moduleId }: TestSpecification): number => (alters(moduleId) ? 0 : 1);

/** Vitest's order, except that the longest files come first and the small ones last. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranks = new Map(
      files.map((file) => [file, [smallOf(file), keepsOf(file), rankOf(file)] as const]),
    );
    const difference = (a: TestSpecification, b: TestSpecification): number => {
      const [first = [], second = []] = [ranks.get(a), ranks.get(b)];
      const at = first.findIndex((rank, i) => rank !== second[i]);
      return at < 0 ? 0 : (first[at] ?? 0) - (second[at] ?? 0);
    };
    return (await super.sort(files)).sort(difference);
  }
}
