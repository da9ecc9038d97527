import { readFileSync } from "node:fs";

/** How a test alters its process: its environment, its clock, or the contents of modules. */
const altering = /support\/in-process|\bvi\.(?:mock|stubEnv|stubGlobal|useFakeTimers)\b/;

/** Whether a test file alters the process that it runs in. */
export const alters = (file: string): boolean => altering.test(readFileSync(file, "utf8"));
