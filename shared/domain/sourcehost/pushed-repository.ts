import { type FoundArtifact, repositoryIdentity } from "#shared/domain/discovery/artifact.ts";
import { REPOSITORY } from "#shared/domain/discovery/repository-kind.ts";
import { cut } from "#shared/domain/text/text.ts";
import { thatFit, writtenBytes } from "#shared/domain/text/written.ts";

/** The part of a push to a default branch that a run keeps, which is only what its step needs. */
export interface PushInput {
  repository: string;
  /** The host's id, which stays the same when the repository is renamed. */
  repository_id: number | null;
  url: string | null;
  branch: string;
  head_commit: string | null;
  changed_paths: string[];
  /** How many paths the push changed; `changed_paths` may hold fewer. */
  changed_paths_total: number;
  /** Changed manifests that are still there, each with the AI libraries named in its path. */
  manifests: { path: string; ai_libraries: string[] }[];
  /** AI libraries named in any of `changed_paths` that is still there. */
  ai_libraries: string[];
}

/** Paths beyond these limits are counted, not kept. The limit in bytes covers all that is written. */
const MAX_PATHS = 500;
const LONGEST_PATH = 300;
const MAX_PATH_BYTES = 100_000;

const manifestNames =
  /^(package(-lock)?\.json|pnpm-lock\.yaml|yarn\.lock|requirements[\w.-]*\.(txt|in)|pyproject\.toml|poetry\.lock|uv\.lock|pipfile(\.lock)?|setup\.(py|cfg)|environment\.ya?ml|go\.(mod|sum)|cargo\.(toml|lock)|pom\.xml|build\.gradle(\.kts)?|gemfile(\.lock)?|composer\.(json|lock)|[\w.-]+\.(csproj|fsproj|gemspec)|packages\.config|modelfile|mlproject)$/i;

/** Libraries, runtimes and providers whose name in a path indicates an AI system. */
const aiLibraries = [
  "anthropic",
  "autogen",
  "bedrock",
  "crewai",
  "diffusers",
  "huggingface",
  "keras",
  "langchain",
  "langgraph",
  "lightgbm",
  "litellm",
  "llama",
  "llamaindex",
  "mistral",
  "mlflow",
  "ollama",
  "onnx",
  "openai",
  "pytorch",
  "sagemaker",
  "scikit-learn",
  "sklearn",
  "spacy",
  "tensorflow",
  "tensorrt",
  "torch",
  "transformers",
  "vertexai",
  "vllm",
  "xgboost",
];

const libraryName = new RegExp(`(?<![a-z0-9])(?:${aiLibraries.join("|")})(?![a-z0-9])`, "g");

type Json = Readonly<Record<string, unknown>>;

const asObject = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
const asText = (value: unknown, longest: number): string | null =>
  typeof value === "string" && value !== "" ? cut(value, longest) : null;
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Reads a push; a member that is missing or of another type is left out, never an error. */
export function readPush(payload: Json): PushInput {
  const repository = asObject(payload.repository);
  const changed = changedPaths(payload);
  const paths = [...changed.keys()].sort();
  const kept = thatFit(
    paths.slice(0, MAX_PATHS),
    MAX_PATH_BYTES,
    (path) => writtenBytes(path) + writtenBytes(manifestsIn([path])),
  );
  const there = kept.filter((path) => changed.get(path));
  return {
    repository:
      asText(repository.full_name, 300) ??
      asText(repository.name, 300) ??
      `repository ${typeof repository.id === "number" ? repository.id : "without a name"}`,
    repository_id: Number.isSafeInteger(repository.id) ? (repository.id as number) : null,
    url: asText(repository.html_url, 500),
    branch: asText(repository.default_branch, 300) ?? "",
    head_commit: asText(payload.after, 64),
    changed_paths: kept,
    changed_paths_total: paths.length,
    manifests: manifestsIn(there),
    ai_libraries: [...new Set(there.flatMap(librariesIn))].sort(),
  };
}

/** Every path that the push's commits touched, and whether it is there after the last of them. */
function changedPaths(payload: Json): Map<string, boolean> {
  const touched = asList(payload.commits).flatMap((commit) => {
    const { added, modified, removed } = asObject(commit);
    const each = (paths: unknown, isThere: boolean) =>
      asList(paths).flatMap((path): [string, boolean][] => {
        const text = asText(path, LONGEST_PATH);
        return text === null ? [] : [[text, isThere]];
      });
    return [...each(removed, false), ...each(added, true), ...each(modified, true)];
  });
  return new Map(touched);
}

const manifestsIn = (paths: readonly string[]): PushInput["manifests"] =>
  paths
    .filter((path) => manifestNames.test(path.split("/").at(-1) ?? ""))
    .map((path) => ({ path, ai_libraries: librariesIn(path) }));

/**
 * The AI libraries that a path contains as a whole word: `requirements-openai.txt`, `src/torch/`.
 */
function librariesIn(path: string): string[] {
  const found = path.toLowerCase().matchAll(libraryName);
  return [...new Set([...found].map(([name]) => name))].sort();
}

/** The one artifact of a push: its repository. Deterministic for the same input. */
export function artifactOfPush(input: Json | null): FoundArtifact {
  const { repository, url, ...details } = (input ?? {}) as unknown as PushInput;
  const { repository_id } = details;
  return {
    kind: REPOSITORY,
    name: repository,
    provider_ref: repository,
    location: url,
    details: { ...details },
    isFromPush: true,
    ...(repository_id == null ? {} : { identity: repositoryIdentity(String(repository_id)) }),
  };
}
