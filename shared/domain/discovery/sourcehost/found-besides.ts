import { type FoundArtifact, repositoryIdentity } from "#shared/domain/discovery/artifact.ts";
import { isModelFile } from "./agent-files.ts";
import type { McpServer } from "./mcp-config.ts";
import type { Repository } from "./repositories.ts";
import type { Tree } from "./tree.ts";

/** Kinds of artifacts found inside repositories, besides the repositories themselves. */
export const insideKinds = ["mcp_server", "agent", "model_file"] as const;

/** How many artifacts of each kind a repository may have. */
const MAX_OF_KIND = 300;

/** The artifacts, and whether there are more of a kind than we keep. */
export interface Besides {
  artifacts: FoundArtifact[];
  hasMore: boolean;
}

/** The MCP servers of one configuration. */
export interface ReadConfig {
  path: string;
  servers: readonly McpServer[];
}

/** The MCP servers, agents and model files of a repository; its identity outlives a rename. */
export function foundBesides(
  repository: Repository,
  { files }: Tree,
  configs: readonly ReadConfig[],
): Besides {
  const servers = configs.flatMap(({ path, servers: all }) =>
    all.map(({ name, place, ...server }) =>
      inside(repository, "mcp_server", `${path}#${place}`, name, { path, ...server }),
    ),
  );
  const byPath = (kind: "agent" | "model_file", path: string, size: number) =>
    inside(repository, kind, path, path, { path, size });
  const agents = files.filter(({ kind }) => kind === "agent");
  const models = files.filter((file) => file.kind === "model" && isModelFile(file));
  return {
    artifacts: [
      ...servers.slice(0, MAX_OF_KIND),
      ...agents.slice(0, MAX_OF_KIND).map(({ path, size }) => byPath("agent", path, size)),
      ...models.slice(0, MAX_OF_KIND).map(({ path, size }) => byPath("model_file", path, size)),
    ],
    hasMore: [servers, agents, models].some(({ length }) => length > MAX_OF_KIND),
  };
}

const inside = (
  { id, full_name, url }: Repository,
  kind: (typeof insideKinds)[number],
  place: string,
  name: string,
  details: FoundArtifact["details"],
): FoundArtifact => ({
  kind,
  name,
  provider_ref: `${full_name}:${place}`,
  identity: `${repositoryIdentity(String(id))}:${place}`,
  location: url,
  details: { repository: full_name, ...details },
});
