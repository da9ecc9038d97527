import { visibleLine } from "#shared/domain/text/text.ts";
import { readArguments, USAGE } from "./audit-log/arguments.ts";
import { auditLog } from "./audit-log/audit.ts";

/*
 * npm run -s audit-log -- <base url> [--mirror DIR] [--policy FILE]
 *
 * Reads the whole evidence log and checks that it keeps its promises. With an admin's or a reader's
 * token in TOKEN, it also compares rows and answers with the log. Exit codes: 0 no findings · 1
 * findings, each named · 2 nothing answered.
 */

const given = readArguments(process.argv.slice(2));
if (given === null) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  auditLog(given, process.env.TOKEN || undefined, (line) => console.log(visibleLine(line))).then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      console.error(visibleLine(error instanceof Error ? error.message : String(error)));
      process.exitCode = 2;
    },
  );
}
