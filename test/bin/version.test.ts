import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { suiteSystem } from "#test/support/suite-system.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const system = suiteSystem();

test("package, lock file, changelog, /health and the OpenAPI document name the same version", async () => {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const changelog = readFileSync("docs/CHANGELOG.md", "utf8");
  const [, newest] = /^## (\d+\.\d+\.\d+)/m.exec(changelog) ?? [];
  const get = (path: string) => system.api()("GET", path);
  expect({
    lock: lock.version,
    changelog: newest,
    health: (await get("/health")).body.version,
    openapi: (await get("/openapi.json")).body.info.version,
  }).toEqual({ lock: version, changelog: version, health: version, openapi: version });
});
