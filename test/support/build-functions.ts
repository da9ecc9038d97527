/* Builds the functions as they are deployed; in a process of its own, beside the tests. */
import { buildFunctions } from "#infra/build.ts";

await buildFunctions();
