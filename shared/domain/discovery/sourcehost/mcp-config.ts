import { sha256Hex } from "#shared/domain/canonical.ts";
import { record } from "#shared/domain/discovery/upstream.ts";
import { cut } from "#shared/domain/text/text.ts";
import { commentedJson } from "./commented-json.ts";

/** An MCP server that a configuration names, never with a secret from that configuration. */
export interface McpServer {
  name: string;
  /** Identifies it among the servers of its file, and is the same in every commit. */
  place: string;
  /** For a remote server: its host. */
  host: string | null;
  /** For a local server: the program that starts it, without its arguments. */
  command: string | null;
  /** Whether the configuration contains a literal credential. */
  has_secrets: boolean;
}

const LONGEST_NAME = 200;
const MCP_SCHEMA = "https://static.modelcontextprotocol.io/schemas/";

/**
 * The MCP servers that a file names: those of a client's configuration, or the one that a
 * `server.json` with the MCP schema describes.
 * @returns null if the file cannot be read
 */
export function mcpServersIn(path: string, text: string): McpServer[] | null {
  const value = commentedJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return isServerFile(path) ? [] : null;
  }
  const config = record(value);
  if (isServerFile(path)) return published(config);
  // Which of these a client reads depends on the client.
  const { mcpServers, servers, mcp } = config;
  const sections = { "mcp.servers": record(mcp).servers, servers, mcpServers };
  const main = isForEditor(path) ? "servers" : "mcpServers";
  return Object.entries(sections).flatMap(([section, all]) =>
    Object.entries(record(all)).map(([name, server]) =>
      serverOf(name, record(server), section === main ? null : section),
    ),
  );
}

const isForEditor = (path: string): boolean => /(^|\/)\.vscode\/mcp\.json$/i.test(path);

/** Many things are called `server.json`. Only the schema shows that a file is for MCP. */
const isServerFile = (path: string): boolean =>
  path.toLowerCase().split("/").at(-1) === "server.json";

function published(config: Record<string, unknown>): McpServer[] {
  const { $schema, name, remotes } = config;
  if (typeof $schema !== "string" || !$schema.startsWith(MCP_SCHEMA)) return [];
  const [remote] = Array.isArray(remotes) ? remotes : [];
  const shown = typeof name === "string" && name !== "" ? name : "server";
  return [{ ...serverOf(shown, record(remote)), command: null }];
}

/**
 * @param section where the file has this server; null: the file's main section, whose names stand for
 * themselves whatever its other sections contain
 */
function serverOf(
  name: string,
  server: Record<string, unknown>,
  section: string | null = null,
): McpServer {
  const { url, command } = server;
  const shown = cut(name, LONGEST_NAME) || "server";
  // A place is a name without "#", or a hash that begins with it.
  const isItsPlace = section === null && shown === name && !name.includes("#");
  return {
    name: shown,
    place: isItsPlace ? name : `#${sha256Hex(JSON.stringify([section, name]))}`,
    host: typeof url === "string" && URL.canParse(url) ? new URL(url).hostname || null : null,
    command: typeof command === "string" ? programOf(command) : null,
    has_secrets: hasSecrets(server),
  };
}

/** `/usr/bin/npx -y thing` → `npx`; null if that is not a plain name. */
function programOf(command: string): string | null {
  const [program = ""] = command.trim().slice(0, LONGEST_NAME).split(/\s/);
  const name = program.slice(Math.max(program.lastIndexOf("/"), program.lastIndexOf("\\")) + 1);
  return /^[A-Za-z][\w.-]{0,31}$/.test(name) ? name : null;
}

const telling = ["key", "token", "secret", "password", "passwd", "credential", "authorization"];
const starts = [
  "sk-",
  "ghp_",
  "gho_",
  "ghs_",
  "github_pat_",
  "xox",
  "eyJ",
  "AKIA",
  "ya29.",
  "glpat-",
];

/** Whether env, headers, arguments or address hold a literal credential. */
function hasSecrets({ env, headers, args, url }: Record<string, unknown>): boolean {
  const named = [...Object.entries(record(env)), ...Object.entries(record(headers))];
  return (
    named.some(([name, value]) => isTelling(name) && isLiteral(value)) ||
    named.some(([, value]) => isToken(value) || hasSecretAddress(value)) ||
    (Array.isArray(args) && args.some((one, at) => isSecretArgument(one, args[at - 1]))) ||
    hasSecretAddress(url)
  );
}

const isTelling = (name: string): boolean => {
  const lower = name.toLowerCase();
  return telling.some((word) => lower.includes(word));
};

/** Not a reference to a variable, an input or a placeholder. */
const isLiteral = (value: unknown): boolean => {
  if (typeof value !== "string") return false;
  const bare = value.trim().replace(/^bearer\s+/i, "");
  return bare.length >= 4 && !/^[$<{%]/.test(bare) && !bare.includes("${");
};

const isToken = (value: unknown): boolean =>
  typeof value === "string" &&
  value.length >= 12 &&
  starts.some((start) => value.startsWith(start));

function isSecretArgument(argument: unknown, before: unknown): boolean {
  if (typeof argument !== "string") return false;
  if (isToken(argument)) return true;
  // `--env=API_KEY=…` gives a value to a name within the value of an option.
  if ([argument, argument.replace(/^--?[\w-]+=/, "")].some(namesSecret)) return true;
  const isValueOf = typeof before === "string" && before.startsWith("-") && !before.includes("=");
  return isValueOf && isTelling(before) && !argument.startsWith("-") && isLiteral(argument);
}

/** Whether a text like `NAME=value` or `Name: value` gives a credential. */
function namesSecret(text: string): boolean {
  const [, name = "", value = ""] = /^([\w.-]+)[=:]\s*(.+)$/s.exec(text) ?? [];
  return (isTelling(name) && isLiteral(value)) || isToken(value);
}

function hasSecretAddress(url: unknown): boolean {
  if (typeof url !== "string" || !URL.canParse(url)) return false;
  const { password, searchParams } = new URL(url);
  return isLiteral(password) || [...searchParams].some(([n, v]) => isTelling(n) && isLiteral(v));
}
