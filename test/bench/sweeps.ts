import { notedRows } from "./noted-rows.ts";
import type { Row } from "./row.ts";

/** Tests that try a sample in every test run, and here everything. */
const files = [
  "test/bin/demo.test.ts",
  "test/bin/restore-drill.test.ts",
  "test/functions/console/coverage.test.ts",
  "test/functions/console/failures.test.ts",
  "test/functions/console/roles.test.ts",
  "test/functions/console/screens.test.ts",
  "test/functions/console/states.test.ts",
  "test/functions/console/tasks/commission.test.ts",
  "test/functions/console/tasks/evidence.test.ts",
  "test/functions/console/tasks/home.test.ts",
  "test/functions/console/verify.test.ts",
  "test/functions/counsel/assertion-mutations.test.ts",
  "test/functions/courier/crash.test.ts",
  "test/functions/discovery/full-run-crash.test.ts",
  "test/functions/discovery/schedule.test.ts",
  "test/functions/discovery/worker.test.ts",
  "test/functions/eventbus/bus-races.test.ts",
  "test/functions/eventbus/eventbus-flow.test.ts",
  "test/functions/eventbus/provision-eventbus.test.ts",
  "test/functions/eventbus/receive-eventbus-webhook.test.ts",
  "test/functions/frameworks/wording-property.test.ts",
  "test/functions/inventory/mcp.test.ts",
  "test/functions/reviews/page/languages.test.ts",
  "test/functions/rooms/page/file.test.ts",
  "test/functions/setup/crash.test.ts",
  "test/functions/sourcehost/burst.test.ts",
  "test/functions/sourcehost/crash.test.ts",
  "test/functions/sourcehost/examples.test.ts",
  "test/functions/sourcehost/receiver.test.ts",
  "test/functions/webhooks/crash.test.ts",
  "test/shared/regular-expressions.test.ts",
];

export const sweepsRows = (): Promise<Row[]> => notedRows(files);
