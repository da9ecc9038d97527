import { notedRows } from "./noted-rows.ts";
import type { Row } from "./row.ts";

/** Tests that `npm test` runs at a reduced size. */
const files = [
  "test/bin/new-row.test.ts",
  "test/functions/discovery/sourcehost-long-run.test.ts",
  "test/functions/discovery/cloudc-long-run.test.ts",
  "test/functions/sourcehost/redelivery.test.ts",
  "test/functions/log/load.test.ts",
  "test/functions/log/sequence-log.test.ts",
  "test/functions/console/scale.test.ts",
  "test/functions/every-route.test.ts",
  "test/functions/crowds.test.ts",
  "test/functions/rooms/crash.test.ts",
  "test/functions/rooms/scope.test.ts",
  "test/functions/inventory/decisions.test.ts",
  "test/functions/inventory/export.test.ts",
  "test/functions/panels/crash.test.ts",
  "test/functions/panels/panels.test.ts",
  "test/functions/reviews/crash.test.ts",
  "test/functions/reviews/races.test.ts",
  "test/infra/bundles.test.ts",
  "test/shared/domain/discovery/cloudc/walk.test.ts",
  "test/shared/domain/log/merkle.test.ts",
  "test/shared/store/bus-claims.test.ts",
];

/** Runs the long tests at full size; a row for each figure they note. */
export const longRunsRows = (): Promise<Row[]> => notedRows(files);
