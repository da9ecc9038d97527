import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/*
 * node test/independent/sourcehost-schemas.ts [--write]
 *
 * Compares the source host's own OpenAPI description of every call we make with the copy in
 * test/support/sourcehost-schemas.json (`--write` updates it). The package is 385 MB, so it is
 * installed into a temporary folder; needs network access.
 */

const PACKAGE = "@octokit/openapi@23.0.2";
const kept = fileURLToPath(new URL("../support/sourcehost-schemas.json", import.meta.url));

/** The calls we make, with the statuses we distinguish. */
const calls: readonly (readonly [method: string, path: string, ...statuses: number[]])[] = [
  ["post", "/app/installations/{installation_id}/access_tokens", 201, 401, 403, 404],
  ["get", "/installation/repositories", 200, 401, 403],
  ["get", "/repos/{owner}/{repo}/git/trees/{tree_sha}", 200, 404, 409],
  ["get", "/repos/{owner}/{repo}/git/blobs/{file_sha}", 200, 403, 404],
  ["get", "/app/hook/deliveries", 200],
  ["post", "/app/hook/deliveries/{delivery_id}/attempts", 202],
];

interface Operation {
  parameters?: { name: string; in: string }[];
  responses: Record<string, { content?: Record<string, Media> }>;
}

interface Media {
  schema: object;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

const unused = new Set([
  "description",
  "example",
  "examples",
  "title",
  "format",
  "x-github-breaking-changes",
]);

/** A schema without the keywords that do not affect a response's shape. */
const shape = (schema: unknown, isNames = false): unknown => {
  if (Array.isArray(schema)) return schema.map((one) => shape(one));
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => isNames || !unused.has(name))
      .map(([name, value]) => [name, shape(value, !isNames && name === "properties")]),
  );
};

function described(folder: string) {
  const file = "node_modules/@octokit/openapi/generated/api.github.com.deref.json";
  const { paths } = JSON.parse(readFileSync(join(folder, file), "utf8")) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return calls.map(([method, path, ...statuses]) => {
    const operation = paths[path]?.[method];
    if (operation === undefined) throw new Error(`${method} ${path} is not described.`);
    const media = (status: number) => operation.responses[status]?.content?.["application/json"];
    const examples = Object.values(media(statuses[0] ?? 0)?.examples ?? {});
    // The example that the fake host's repositories are based on.
    const [example] = path.endsWith("/repositories") ? examples : [];
    return {
      method: method.toUpperCase(),
      path,
      query: (operation.parameters ?? []).flatMap((one) => (one.in === "query" ? [one.name] : [])),
      example: example?.value ?? null,
      answers: Object.fromEntries(
        statuses.flatMap((status) => {
          const schema = media(status)?.schema;
          return schema === undefined ? [] : [[status, shape(schema)]];
        }),
      ),
    };
  });
}

const folder = mkdtempSync(join(tmpdir(), "sourcehost-schemas-"));
try {
  writeFileSync(join(folder, "package.json"), "{}");
  const install = ["install", "--no-audit", "--no-fund", "--silent", PACKAGE];
  execFileSync("npm", install, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  const text = `${JSON.stringify(described(folder))}\n`;
  if (process.argv.includes("--write")) writeFileSync(kept, text);
  const isSame = JSON.stringify(JSON.parse(readFileSync(kept, "utf8"))) === text.trim();
  console.log(
    `${PACKAGE}: ${calls.length} calls, ${isSame ? "as kept" : "other than what is kept"}`,
  );
  process.exitCode = isSame ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
