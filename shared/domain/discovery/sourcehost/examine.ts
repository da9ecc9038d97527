import type { FoundArtifact } from "#shared/domain/discovery/artifact.ts";
import { record, type UpstreamFault } from "#shared/domain/discovery/upstream.ts";
import { askHost, type HostAnswer, type HostPorts } from "./host-api.ts";
import { librariesInFile } from "./manifests.ts";
import type { Repository } from "./repositories.ts";
import { type NotedFile, readTree, type Tree } from "./tree.ts";

export type Examined =
  /** `fault`: why part of it could not be read; the rest is in the artifact. */
  | { outcome: "found"; artifact: FoundArtifact; fault: Partial<UpstreamFault> | null }
  | Exclude<HostAnswer, { outcome: "read" | "fault" }>;

/** How many files of each kind are read per repository, and how large they may be, in bytes. */
const MOST_READ = { manifest: 25, notebook: 5, model: 0 } as const;
const LARGEST = 400_000;
/** How many paths of each kind are kept with the artifact. */
const MOST_KEPT = 50;

interface ReadFile {
  path: string;
  ai_libraries: string[];
}

/**
 * Examines one repository: the tree of its default branch, then the manifests and notebooks nearest
 * to its root. A repository is an artifact even without AI libraries, the same artifact that its
 * pushes record.
 */
export async function examine(repository: Repository, ports: HostPorts): Promise<Examined> {
  const answer = await readTree(repository, ports);
  if (answer.outcome === "empty") return found(repository, nothing, [], null);
  if (answer.outcome === "fault") return unread(repository, answer.fault);
  if (answer.outcome !== "tree") return answer;
  const { tree } = answer;
  const read: ReadFile[] = [];
  let fault: Partial<UpstreamFault> | null = tree.isCut ? { code: "tree_truncated" } : null;
  for (const file of toBeRead(tree)) {
    const content = await readFile(repository, file, ports);
    if (content.outcome === "fault") fault ??= content.fault;
    else if (content.outcome !== "text") return content;
    else read.push({ path: file.path, ai_libraries: librariesInFile(file.path, content.text) });
  }
  return found(repository, tree, read, fault);
}

const nothing: Tree = { files: [], isCut: false };

const toBeRead = ({ files }: Tree): NotedFile[] =>
  (["manifest", "notebook"] as const).flatMap((kind) =>
    files.filter((file) => file.kind === kind && file.size <= LARGEST).slice(0, MOST_READ[kind]),
  );

type Content = { outcome: "text"; text: string } | Exclude<HostAnswer, { outcome: "read" }>;

async function readFile(
  { full_name }: Repository,
  { sha }: NotedFile,
  ports: HostPorts,
): Promise<Content> {
  const name = full_name.split("/").map(encodeURIComponent).join("/");
  const answer = await askHost(`/repos/${name}/git/blobs/${sha}`, ports);
  if (answer.outcome !== "read") return answer;
  const { content, encoding } = record(answer.body);
  const text =
    typeof content !== "string"
      ? ""
      : encoding === "base64"
        ? Buffer.from(content, "base64").toString("utf8")
        : content;
  return { outcome: "text", text };
}

/** The repository exists but could not be read; what was found in it before is kept. */
function unread(repository: Repository, fault: UpstreamFault): Examined {
  const examined = found(repository, nothing, [], fault);
  return examined.outcome === "found"
    ? { ...examined, artifact: { ...examined.artifact, isUnread: true } }
    : examined;
}

function found(
  repository: Repository,
  tree: Tree,
  read: readonly ReadFile[],
  fault: Partial<UpstreamFault> | null,
): Examined {
  const { id, full_name, url, default_branch, archived, language } = repository;
  const models = tree.files.filter(({ kind }) => kind === "model").map(({ path }) => path);
  const isNotebook = (path: string) => path.toLowerCase().endsWith(".ipynb");
  return {
    outcome: "found",
    fault,
    artifact: {
      kind: "repository",
      name: full_name,
      provider_ref: full_name,
      identity: `repository:${id}`,
      location: url,
      details: {
        repository_id: id,
        branch: default_branch,
        archived,
        language,
        ai_libraries: [...new Set(read.flatMap(({ ai_libraries }) => ai_libraries))].sort(),
        manifests: read.filter(({ path }) => !isNotebook(path)).slice(0, MOST_KEPT),
        notebooks: tree.files
          .filter(({ kind }) => kind === "notebook")
          .map(({ path }) => path)
          .slice(0, MOST_KEPT),
        model_files: models.slice(0, MOST_KEPT),
      },
    },
  };
}
