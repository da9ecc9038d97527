import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * A program that we hand out as one file without dependencies, for Node 20. The bytes are the same
 * wherever it is built.
 * @param entry from the project's root
 * @param banner its first lines
 */
export async function oneFile(entry: string, banner: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    charset: "utf8",
    legalComments: "none",
    mainFields: ["module", "main"],
    banner: { js: banner },
    write: false,
    logLevel: "warning",
  });
  return outputFiles[0]?.text ?? "";
}
