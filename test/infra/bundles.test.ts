import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BuildResult, buildFunctions } from "#infra/build.ts";
import { functionUnits } from "#infra/functions.ts";
import { replacedFiles } from "#infra/lean-libraries.ts";

const folder = mkdtempSync(join(tmpdir(), "bundles-"));
let built: BuildResult;

beforeAll(async () => {
  built = await buildFunctions(folder);
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("the bundles", () => {
  test("none is above 350 KB", () => {
    const above = Object.entries(built.sizes).filter(([, bytes]) => bytes > 350 * 1024);
    expect(Object.keys(built.sizes)).toHaveLength(functionUnits.length);
    expect(above).toEqual([]);
  });

  test("a function that touches nothing carries no SDK", () => {
    const plain = functionUnits.filter(({ needs }) => Object.keys(needs).length === 0);
    expect(plain.map(({ id }) => id)).toContain("getHealth");
    for (const { id } of plain) {
      const output = Object.entries(built.metafile.outputs).find(([file]) =>
        file.endsWith(`/${id}/index.js`),
      );
      const sdk = Object.keys(output?.[1].inputs ?? {}).filter((file) =>
        /@(aws-sdk|smithy)\//.test(file),
      );
      expect(sdk, id).toEqual([]);
    }
  });

  test.for(replacedFiles)("what stands in for %s still meets its file", (file) => {
    const met = Object.keys(built.metafile.inputs).filter((input) => file.test(input));
    expect(met).not.toEqual([]);
  });
});
