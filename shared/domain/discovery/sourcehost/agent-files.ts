/*
 * Files that say which agents, tools and models a repository works with. Recognised by path alone;
 * only configurations and compose files are read.
 */

/** `config` names MCP servers, `compose` services, `agent` holds instructions to an agent. */
export type AgentFileKind = "config" | "compose" | "agent";

const configs = new Set([".mcp.json", "mcp.json", "claude_desktop_config.json", "server.json"]);
const composes = new Set([
  "compose.yml",
  "compose.yaml",
  "docker-compose.yml",
  "docker-compose.yaml",
]);
const instructions = new Set(["agents.md", "claude.md"]);

const CURSOR_RULES = ".cursor/rules";
const COPILOT = ".github/copilot-instructions.md";

/** What a path says about agents; null: nothing. */
export function agentFileKindOf(path: string): AgentFileKind | null {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf("/") + 1);
  if (configs.has(name)) return "config";
  if (composes.has(name)) return "compose";
  if (instructions.has(name) || isAt(lower, COPILOT)) return "agent";
  return isAt(lower, CURSOR_RULES) || `/${lower}`.includes(`/${CURSOR_RULES}/`) ? "agent" : null;
}

const isAt = (path: string, place: string): boolean => path === place || path.endsWith(`/${place}`);

const weights = [".safetensors", ".gguf", ".onnx", ".pt"];
/** Smaller ones are examples, or pointers to files kept elsewhere; bytes. */
const SMALLEST_WEIGHTS = 1_000_000;

/** Whether a file is a model of its own, by name and size. */
export const isModelFile = ({ path, size }: { path: string; size: number }): boolean =>
  size >= SMALLEST_WEIGHTS && weights.some((ending) => path.toLowerCase().endsWith(ending));
