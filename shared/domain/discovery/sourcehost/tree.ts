import { record } from "#shared/domain/discovery/upstream.ts";
import { askHost, type HostAnswer, type HostPorts, type Reader } from "./host-api.ts";
import { type FileKind, fileKindOf } from "./manifests.ts";
import type { Repository } from "./repositories.ts";

/** A file that may say something about AI. */
export interface NotedFile {
  path: string;
  sha: string;
  size: number;
  kind: FileKind;
}

export interface Tree {
  files: NotedFile[];
  /** The host truncated the tree, or it exceeds the limits here. */
  isCut: boolean;
}

export type TreeAnswer =
  | { outcome: "tree"; tree: Tree }
  /** The repository has no commit yet. */
  | { outcome: "empty" }
  | Exclude<HostAnswer, { outcome: "read" }>;

/** How many folders are read one by one if the host truncates the tree. */
const MAX_FOLDERS = 60;
/** How many files are noted per repository. */
const MAX_FILES = 500;
const LONGEST_PATH = 300;
/** The status of "Git Repository is empty." */
const EMPTY = 409;

/** Folders of third-party code and build output, which say nothing about this repository. */
const foreignFolders = new Set([
  "node_modules",
  "vendor",
  "third_party",
  "bower_components",
  ".venv",
  "venv",
  "site-packages",
  "dist",
  "target",
]);

/**
 * The noted files of a repository at a branch or commit. The host truncates a recursive tree at 100,000
 * entries or 7 MB; the folders are then read one by one from the root, breadth first, up to
 * `MAX_FOLDERS`.
 */
export async function readTree(
  repository: Repository,
  ref: string,
  ports: HostPorts,
): Promise<TreeAnswer> {
  const whole = await askTree(repository, ref, true, ports);
  if (whole.outcome !== "entries") return whole;
  if (!whole.isCut) return { outcome: "tree", tree: noted([{ folder: "", ...whole }], false) };
  return readFolders(repository, ref, ports);
}

async function readFolders(
  repository: Repository,
  root: string,
  ports: HostPorts,
): Promise<TreeAnswer> {
  const waiting: { folder: string; ref: string }[] = [{ folder: "", ref: root }];
  const levels: Level[] = [];
  let isCut = false;
  while (waiting.length > 0 && levels.length < MAX_FOLDERS) {
    const next = waiting.shift();
    if (next === undefined) break;
    const answer = await askTree(repository, next.ref, false, ports);
    if (answer.outcome !== "entries") {
      const isOnlyHere = answer.outcome === "fault" || answer.outcome === "empty";
      if (levels.length === 0 || !isOnlyHere) return answer;
      return { outcome: "tree", tree: noted(levels, true) };
    }
    isCut ||= answer.isCut;
    // Keep only noted files in memory: a folder may be large.
    levels.push({ folder: next.folder, entries: answer.entries.filter(isNoted) });
    for (const { type, path, sha } of answer.entries) {
      if (type === "tree" && !foreignFolders.has(path)) {
        waiting.push({ folder: `${next.folder}${path}/`, ref: sha });
      }
    }
  }
  return { outcome: "tree", tree: noted(levels, isCut || waiting.length > 0) };
}

interface Entry {
  path: string;
  type: string;
  sha: string;
  size: number;
}

interface Level {
  folder: string;
  entries: readonly Entry[];
}

type Entries =
  | { outcome: "entries"; entries: Entry[]; isCut: boolean }
  | { outcome: "empty" }
  | Exclude<HostAnswer, { outcome: "read" }>;

async function askTree(
  { full_name }: Repository,
  ref: string,
  isRecursive: boolean,
  ports: HostPorts,
): Promise<Entries> {
  if (ref === "") return { outcome: "empty" };
  const name = full_name.split("/").map(encodeURIComponent).join("/");
  const query = isRecursive ? "?recursive=1" : "";
  const answer = await askHost(
    `/repos/${name}/git/trees/${encodeURIComponent(ref)}${query}`,
    treeIn,
    ports,
  );
  if (answer.outcome === "fault" && answer.fault.http_status === EMPTY) return { outcome: "empty" };
  return answer.outcome === "read" ? { outcome: "entries", ...answer.body } : answer;
}

const treeIn: Reader<{ entries: Entry[]; isCut: boolean }> = ({ tree, truncated }) =>
  Array.isArray(tree) ? { entries: tree.flatMap(entryOf), isCut: truncated === true } : null;

function entryOf(listed: unknown): Entry[] {
  const { path, type, sha, size } = record(listed);
  if (typeof path !== "string" || typeof type !== "string" || typeof sha !== "string") return [];
  // The sha becomes part of a URL.
  if (!/^[0-9a-f]{40,64}$/.test(sha)) return [];
  return [{ path: path.toWellFormed(), type, sha, size: typeof size === "number" ? size : 0 }];
}

const isNoted = ({ type, path }: Entry): boolean => type === "blob" && fileKindOf(path) !== null;

const isForeign = (path: string): boolean =>
  path.split("/").some((folder) => foreignFolders.has(folder));

/** The noted files, nearest to the root first. */
function noted(levels: readonly Level[], isCut: boolean): Tree {
  const files = levels.flatMap(({ folder, entries }) =>
    entries.filter(isNoted).flatMap(({ path, sha, size }) => {
      const full = `${folder}${path}`;
      const kind = fileKindOf(full);
      return kind === null || isForeign(full) ? [] : [{ path: full, sha, size, kind }];
    }),
  );
  const short = files.filter(({ path }) => path.length <= LONGEST_PATH);
  const depth = ({ path }: NotedFile) => path.split("/").length;
  const ordered = short.toSorted(
    (a, b) => depth(a) - depth(b) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
  );
  const kept = ordered.slice(0, MAX_FILES);
  return { files: kept, isCut: isCut || kept.length < files.length };
}
