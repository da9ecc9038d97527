/**
 * Entry of `npm start` and `npm test` on a fresh clone: runs on the Node that is there (20 or
 * newer), installs what is missing, then hands over to the project's own Node 24.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const lockFile = `${root}package-lock.json`;
const stamp = `${root}node_modules/.countersign-install`;
const node = `${root}node_modules/node/bin/node${process.platform === "win32" ? ".exe" : ""}`;
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** Embedded databases of other platforms than the one that the lock file lists. */
const embeddedDatabase = {
  name: `@dynoxide/${process.platform}-${process.arch}`,
  version: "1.2.1",
};

function fail(message) {
  console.error(message);
  process.exit(1);
}

function npmInstall(...args) {
  const { status, error } = spawnSync(npm, args, {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (error?.code === "ENOENT") fail("npm was not found; it comes with Node.");
  return status === 0;
}

function installIfNeeded() {
  const wanted = createHash("sha256").update(readFileSync(lockFile)).digest("hex");
  const installed = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";
  if (installed === wanted && existsSync(node)) return;
  console.error("Installing packages ...");
  if (!npmInstall("ci", "--no-audit", "--no-fund")) fail("npm ci failed; see the lines above.");
  if (!existsSync(`${root}node_modules/${embeddedDatabase.name}`)) {
    const { name, version } = embeddedDatabase;
    npmInstall("install", "--no-save", "--no-package-lock", `${name}@${version}`);
  }
  if (!existsSync(node)) {
    fail("The package `node` brought no Node for this platform; Node 24 cannot be started.");
  }
  writeFileSync(stamp, wanted);
}

if (Number(process.versions.node.split(".")[0]) < 20) fail("Node 20 or newer is needed.");
const [script, ...args] = process.argv.slice(2);
installIfNeeded();
const child = spawn(node, [`${root}${script}`, ...args], { cwd: root, stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => fail(`Node 24 could not be started: ${error.message}`));
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
