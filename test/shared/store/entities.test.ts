import { expect, test } from "vitest";
import { entityAt } from "#shared/store/entities.ts";
import { oneOfEach } from "#test/support/one-of-each.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import { scanTable } from "#test/support/table.ts";

const system = suiteSystemWithLog();

test("every item that the service stores is of a kind that the registry knows", async () => {
  await oneOfEach(system);
  await system.api()("POST", "/_local/schedules/sequence-log/run");
  const keys = (await scanTable(system)).map(({ pk, sk }) => `${pk} / ${sk}`);
  expect(keys.length).toBeGreaterThan(100);
  expect(keys.filter((key) => entityAt(key) === undefined)).toEqual([]);
});
