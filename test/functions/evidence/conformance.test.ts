import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifierText } from "#infra/verifier.ts";
import { type conformanceRuns, judgedBy, listing, namesIn } from "#test/conformance/run.ts";
import { sampled } from "#test/support/full-size.ts";

/** By default, every second case of those with the same exit code and names: every name is found. */
const chosen = (runs: ReturnType<typeof conformanceRuns>) => [
  ...Map.groupBy(runs, ({ one }) => `${one.exit} ${one.names}`)
    .values()
    .flatMap((alike) => sampled(alike, 2)),
];

test("the verifier ends each conformance case with its exit code, and names exactly what was found", async () => {
  expect(listing().cases.length).toBeGreaterThanOrEqual(60);
  const folder = mkdtempSync(join(tmpdir(), "conformance-"));
  const program = join(folder, "verify-bundle.mjs");
  const text = await verifierText();
  writeFileSync(program, text);
  const judged = await judgedBy(program, text, chosen);
  for (const { id, what, exit, names, finding, status, said } of judged) {
    expect({ id, what, status, names: namesIn(said), said }).toEqual({
      ...{ id, what, status: exit, names },
      said: expect.stringContaining(finding ?? ""),
    });
  }
  rmSync(folder, { recursive: true });
});
