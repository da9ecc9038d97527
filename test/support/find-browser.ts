import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));
const cache = `${modules}/.cache`;

const installed = [
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

interface Found {
  executablePath: string;
  env: Record<string, string>;
}

/**
 * The browser the page is tested in: CHROME_PATH, else the Chromium that npm installs (linux x64),
 * else an installed Chrome.
 * @throws Error when there is none; the page's tests are never skipped
 */
export async function findBrowser(): Promise<Found> {
  const named = process.env.CHROME_PATH;
  if (named !== undefined && named !== "") {
    if (existsSync(named)) return { executablePath: named, env: {} };
    throw new Error(`CHROME_PATH is ${named}; there is no such file.`);
  }
  if (process.platform === "linux" && process.arch === "x64") return packagedChromium();
  const executablePath = installed.find((path) => existsSync(path));
  if (executablePath !== undefined) return { executablePath, env: {} };
  throw new Error(
    "There is no browser for the tests of the counsel page: install Google Chrome, or set " +
      "CHROME_PATH to a Chrome or Chromium.",
  );
}

/** Chromium, unpacked once per version beside its own libraries, and moved into place whole. */
async function packagedChromium(): Promise<Found> {
  const { version } = JSON.parse(
    readFileSync(`${modules}/@sparticuz/chromium/package.json`, "utf8"),
  );
  const folder = `${cache}/chromium-${version}`;
  if (!existsSync(`${folder}/chromium`)) {
    mkdirSync(cache, { recursive: true });
    const fresh = mkdtempSync(`${cache}/chromium-`);
    await promisify(execFile)(
      process.execPath,
      [fileURLToPath(new URL("./unpack-chromium.ts", import.meta.url))],
      // The package unpacks its libraries only if it believes it runs in a Lambda function.
      { env: { ...process.env, TMPDIR: fresh, AWS_LAMBDA_JS_RUNTIME: "nodejs24.x" } },
    );
    writeFileSync(
      `${fresh}/fonts.conf`,
      `<?xml version="1.0"?><fontconfig><dir prefix="relative">fonts</dir></fontconfig>\n`,
    );
    takePlace(fresh, folder);
  }
  const libraries = [`${folder}/al2023/lib`, process.env.LD_LIBRARY_PATH].filter(Boolean).join(":");
  return {
    executablePath: `${folder}/chromium`,
    env: {
      LD_LIBRARY_PATH: libraries,
      // With the machine's own fonts, every text would have a different size.
      FONTCONFIG_FILE: fontsOf(process.env.PAGE_FONTS, folder),
    },
  };
}

/** The browser's own fonts, or those in the folder PAGE_FONTS (another look, same tests). */
function fontsOf(named: string | undefined, folder: string): string {
  if (named === undefined || named === "") return `${folder}/fonts.conf`;
  if (!existsSync(named)) throw new Error(`PAGE_FONTS is ${named}; there is no such folder.`);
  const file = `${mkdtempSync(`${cache}/fonts-`)}/fonts.conf`;
  writeFileSync(
    file,
    // The machine's own settings determine which of them are the serif and the sans serif.
    `<?xml version="1.0"?><fontconfig><dir>${named}</dir><cachedir>${cache}/fonts</cachedir><include ignore_missing="yes">/etc/fonts/fonts.conf</include></fontconfig>\n`,
  );
  return file;
}

function takePlace(fresh: string, folder: string): void {
  try {
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(`${folder}/chromium`)) throw error;
  }
}
