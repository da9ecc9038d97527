import { readFileSync } from "node:fs";

/** What a test does that alters its process: its environment, its clock, or what modules hold. */
const altering = /support\/in-process|\bvi\.(?:mock|stubEnv|stubGlobal|useFakeTimers)\b/;

/** Whether a test file alters the process that it runs in. */
export const alters = (file: string): boolean => altering.test(readFileSync(file, "utf8"));
