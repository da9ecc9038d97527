import { type FoundArtifact, repositoryIdentity } from "#shared/domain/discovery/artifact.ts";
import { REPOSITORY } from "#shared/domain/discovery/repository-kind.ts";
import type { UpstreamFault } from "#shared/domain/discovery/upstream.ts";
import { foundBesides, type ReadConfig } from "./found-besides.ts";
import { askHost, type HostAnswer, type HostPorts, type Reader } from "./host-api.ts";
import { hostedEndpointsIn } from "./hosted-endpoints.ts";
import { librariesInFile } from "./manifests.ts";
import { mcpServersIn } from "./mcp-config.ts";
import type { Repository } from "./repositories.ts";
import { type NotedFile, readTree, type Tree, type TreeAnswer } from "./tree.ts";

export type Examined =
  /** `fault`: why part of it could not be read; the rest is in the artifact. */
  | {
      outcome: "found";
      /** The repository first, then what was found in it. */
      artifacts: readonly FoundArtifact[];
      fault: Partial<UpstreamFault> | null;
    }
  | Exclude<HostAnswer, { outcome: "read" | "fault" }>;

/** How many files of each kind are read per repository, and how large they may be, in bytes. */
const MAX_READ = { manifest: 100, notebook: 5, config: 25, compose: 25 } as const;
type ReadKind = keyof typeof MAX_READ;
const LARGEST = 400_000;
/** How many paths of each kind are kept with the artifact. */
const MAX_KEPT = 50;

interface ReadFile {
  path: string;
  ai_libraries: string[];
}

/** What the read files say. */
interface Read {
  manifests: ReadFile[];
  configs: ReadConfig[];
  endpoints: Set<string>;
}

const nothingRead = (): Read => ({ manifests: [], configs: [], endpoints: new Set() });

/**
 * Examines one repository: the tree of its default branch, then the manifests, notebooks and
 * configurations nearest to its root. A repository is an artifact even without AI libraries, the same
 * artifact that its pushes record; MCP servers, agents and model files in it are artifacts, too.
 */
export async function examine(repository: Repository, ports: HostPorts): Promise<Examined> {
  const answer = await readTree(repository, repository.default_branch, ports);
  if (answer.outcome === "empty") return found(repository, nothing, nothingRead(), null);
  if (answer.outcome === "fault") return unread(repository, answer.fault);
  if (answer.outcome !== "tree") return answer;
  return examineTree(repository, answer.tree, ports);
}

/**
 * Examines one repository at a commit.
 * @returns `empty`: the repository has no such commit
 */
export async function examineAt(
  repository: Repository,
  commit: string,
  ports: HostPorts,
): Promise<Examined | Exclude<TreeAnswer, { outcome: "tree" }>> {
  const answer = await readTree(repository, commit, ports);
  if (answer.outcome === "fault" && answer.fault.http_status === 404) return { outcome: "empty" };
  return answer.outcome === "tree" ? examineTree(repository, answer.tree, ports) : answer;
}

async function examineTree(
  repository: Repository,
  tree: Tree,
  ports: HostPorts,
): Promise<Examined> {
  const read = nothingRead();
  let fault: Partial<UpstreamFault> | null = tree.isCut ? { code: "tree_truncated" } : null;
  const { files } = tree;
  for (const file of toBeRead(tree)) {
    const content = await readFile(repository, file, ports);
    if (content.outcome === "fault") fault ??= content.fault;
    else if (content.outcome !== "text") return content;
    else if (!note(file, content.text, read)) fault ??= { code: "unreadable_config" };
  }
  const tooLarge = files.find(isTooLarge);
  if (tooLarge !== undefined) {
    fault ??= { code: tooLarge.kind === "config" ? "unreadable_config" : "file_too_large" };
  }
  if (leavesOut(tree)) fault ??= { code: "too_many_files" };
  return found(repository, tree, read, fault);
}

const nothing: Tree = { files: [], isCut: false };

const toBeRead = ({ files }: Tree): NotedFile[] =>
  (Object.keys(MAX_READ) as ReadKind[]).flatMap((kind) =>
    files.filter((file) => file.kind === kind && file.size <= LARGEST).slice(0, MAX_READ[kind]),
  );

/**
 * Whether files that may name a system are left unread. Notebooks do not count, because a single one
 * makes the repository a system.
 */
const leavesOut = ({ files }: Tree): boolean =>
  (["manifest", "config", "compose"] as const).some(
    (wanted) => files.filter(({ kind }) => kind === wanted).length > MAX_READ[wanted],
  );

/**
 * A manifest, compose file or configuration that is too large to be read. Many things are called
 * `server.json`.
 */
const isTooLarge = ({ kind, path, size }: NotedFile): boolean =>
  (kind === "manifest" || kind === "compose" || kind === "config") &&
  size > LARGEST &&
  !path.toLowerCase().endsWith("server.json");

/** Notes what a file says; false if it cannot be read. */
function note({ path, kind }: NotedFile, text: string, read: Read): boolean {
  if (kind === "config") {
    const servers = mcpServersIn(path, text);
    if (servers !== null) read.configs.push({ path, servers });
    return servers !== null;
  }
  for (const endpoint of hostedEndpointsIn(text)) read.endpoints.add(endpoint);
  if (kind !== "compose") {
    read.manifests.push({ path, ai_libraries: librariesInFile(path, text) });
  }
  return true;
}

type Content = { outcome: "text"; text: string } | Exclude<HostAnswer, { outcome: "read" }>;

async function readFile(
  { full_name }: Repository,
  { sha }: NotedFile,
  ports: HostPorts,
): Promise<Content> {
  const name = full_name.split("/").map(encodeURIComponent).join("/");
  const answer = await askHost(`/repos/${name}/git/blobs/${sha}`, textIn, ports);
  return answer.outcome === "read" ? { outcome: "text", text: answer.body } : answer;
}

const textIn: Reader<string> = ({ content, encoding }) => {
  if (typeof content !== "string") return null;
  return encoding === "base64" ? Buffer.from(content, "base64").toString("utf8") : content;
};

/** The repository exists but could not be read; what was found in it before is kept. */
function unread(repository: Repository, fault: UpstreamFault): Examined {
  const artifact = repositoryArtifact(repository, nothing, nothingRead());
  return { outcome: "found", artifacts: [{ ...artifact, isUnread: true }], fault };
}

const found = (
  repository: Repository,
  tree: Tree,
  read: Read,
  fault: Partial<UpstreamFault> | null,
): Examined => {
  const { artifacts, hasMore } = foundBesides(repository, tree, read.configs);
  return {
    outcome: "found",
    fault: fault ?? (hasMore ? { code: "too_many_artifacts" } : null),
    artifacts: [repositoryArtifact(repository, tree, read), ...artifacts],
  };
};

function repositoryArtifact(repository: Repository, tree: Tree, read: Read): FoundArtifact {
  const { id, full_name, url, default_branch, archived, language } = repository;
  const models = tree.files.filter(({ kind }) => kind === "model").map(({ path }) => path);
  const isNotebook = (path: string) => path.toLowerCase().endsWith(".ipynb");
  const endpoints = [...read.endpoints].sort();
  return {
    kind: REPOSITORY,
    name: full_name,
    provider_ref: full_name,
    identity: repositoryIdentity(String(id)),
    location: url,
    details: {
      repository_id: id,
      branch: default_branch,
      archived,
      language,
      ai_libraries: [...new Set(read.manifests.flatMap(({ ai_libraries }) => ai_libraries))].sort(),
      manifests: read.manifests.filter(({ path }) => !isNotebook(path)).slice(0, MAX_KEPT),
      notebooks: tree.files
        .filter(({ kind }) => kind === "notebook")
        .map(({ path }) => path)
        .slice(0, MAX_KEPT),
      model_files: models.slice(0, MAX_KEPT),
      ...(endpoints.length === 0 ? {} : { hosted_endpoints: endpoints.slice(0, MAX_KEPT) }),
    },
  };
}
