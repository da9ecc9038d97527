import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hintFor } from "#shared/domain/connections/hints.ts";
import { failureCodes, failureTable } from "#shared/domain/extractors/failure.ts";

/** The codes that runs and coverage are given here; those of upstreams come besides. Zod's is none, nobody sees the others. */
const ownCodes = [
  ...new Set(
    globSync(
      "shared/{domain,use-cases,platform}/{discovery,connections,sourcehost,issuer,aws}/**/*.ts",
    )
      .map((file) => readFileSync(file, "utf8"))
      .flatMap((text) => [...text.matchAll(/\bcode(?::| =) "([a-z_]+)"/g)].map(([, code]) => code)),
  ),
].filter((code) => !["aborted", "custom", "discovery_not_supported"].includes(code ?? ""));

test("every error code of a run has its own hint", () => {
  expect(ownCodes.length).toBeGreaterThan(12);
  const general = hintFor({ stage: "enumerate" });
  expect(ownCodes.filter((code) => hintFor({ stage: "enumerate", code }) === general)).toEqual([]);
  const hints = failureCodes.map((code) => failureTable[code].hint);
  expect(new Set(hints).size).toBe(failureCodes.length);
});
