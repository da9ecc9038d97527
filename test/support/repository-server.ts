import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { startLocalServer } from "#infra/local/local-server.ts";
import schemas from "./sourcehost-schemas.json" with { type: "json" };

/**
 * A repository of the fake host; `files` maps paths to contents on the default branch, and is null
 * if there is no commit yet.
 */
interface HostedRepository {
  id: number;
  full_name: string;
  files: Readonly<Record<string, string>> | null;
  /** The files at each commit; if given, no other commit exists. */
  commits?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

interface HostFault {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** A fake source host that serves an installation's repositories in the shapes of the REST API. */
export interface RepositoryServer {
  url: string;
  repositories: HostedRepository[];
  installation: "active" | "suspended" | "gone";
  /** Trees of the repositories named here are truncated when requested as a whole. */
  cut: Set<string>;
  /** Answers a request instead of the host; null passes it through. */
  fault: ((path: string, request: number) => HostFault | null) | null;
  requests: number;
  /** Requests by path, without the query. */
  paths: Map<string, number>;
  tokens: Set<string>;
  /** The requests, in order; null if they are not recorded. */
  urls: string[] | null;
  /** Delay of each answer. */
  latencyMs: number;
  close(): Promise<void>;
}

/** Repositories with every field in the host's own OpenAPI description. */
const examples = schemas.flatMap(({ example }) => example?.repositories ?? []);
const [vendorsRepository] = examples;

const shaOf = (text: string): string => createHash("sha1").update(text).digest("hex");

export async function startRepositories(now: () => number = Date.now): Promise<RepositoryServer> {
  const blobs = new Map<string, string>();

  function route(request: IncomingMessage): [number, unknown] {
    const url = new URL(request.url ?? "/", host.url);
    const token = (request.headers.authorization ?? "").replace("Bearer ", "");
    if (/^\/app\/installations\/\d+\/access_tokens$/.test(url.pathname)) {
      if (host.installation === "gone") return [404, { message: "Not Found" }];
      if (host.installation === "suspended") {
        return [403, { message: "This installation has been suspended" }];
      }
      const made = `ghs_${randomUUID().replaceAll("-", "")}`;
      host.tokens.add(made);
      return [201, { token: made, expires_at: new Date(now() + 3_600_000).toISOString() }];
    }
    if (!host.tokens.has(token)) return [401, { message: "Bad credentials" }];
    if (url.pathname === "/installation/repositories") {
      const size = Number(url.searchParams.get("per_page"));
      const from = (Number(url.searchParams.get("page")) - 1) * size;
      const listed = host.repositories.slice(from, from + size).map(({ id, full_name }) => ({
        ...vendorsRepository,
        id,
        name: full_name.split("/")[1],
        full_name,
        private: true,
        html_url: `https://source.example.com/${full_name}`,
        default_branch: "main",
        language: "Python",
      }));
      return [200, { total_count: host.repositories.length, repositories: listed }];
    }
    const [, full = "", what = "", ref = ""] =
      /^\/repos\/([^/]+\/[^/]+)\/git\/(trees|blobs)\/([^/]+)$/.exec(
        decodeURIComponent(url.pathname),
      ) ?? [];
    const repository = host.repositories.find(({ full_name }) => full_name === full);
    if (repository === undefined) return [404, { message: "Not Found" }];
    if (what === "blobs") {
      const content = Buffer.from(blobs.get(ref) ?? "").toString("base64");
      const own = { sha: ref, node_id: ref, url: `${host.url}${url.pathname}` };
      return [200, { ...own, encoding: "base64", content, size: content.length }];
    }
    if (repository.files === null) return [409, { message: "Git Repository is empty." }];
    const isWhole = url.searchParams.get("recursive") === "1";
    const { commits } = repository;
    if (commits === undefined || !/^[0-9a-f]{40,64}$/.test(ref) || folders.has(ref)) {
      return [200, treeOf(repository, ref, isWhole)];
    }
    const files = commits[ref];
    if (files === undefined) return [404, { message: "Not Found" }];
    return [200, treeOf({ ...repository, files }, ref, isWhole)];
  }

  /** A tree's sha encodes its folder, so that the folder can be requested by the sha. */
  function treeOf({ full_name, files }: HostedRepository, ref: string, isWhole: boolean) {
    const isCut = isWhole && host.cut.has(full_name);
    const folder = folders.get(ref) ?? "";
    const paths = Object.keys(files ?? {}).filter((path) => path.startsWith(folder));
    const blobEntry = (path: string, shown: string) => {
      const content = files?.[path] ?? "";
      const sha = shaOf(content);
      blobs.set(sha, content);
      return { path: shown, mode: "100644", type: "blob", sha, size: content.length };
    };
    if (isWhole) {
      const tree = isCut ? [] : paths.map((path) => blobEntry(path, path));
      return { sha: shaOf(full_name), tree, truncated: isCut };
    }
    const inside = paths.map((path) => path.slice(folder.length));
    const direct = inside.filter((path) => !path.includes("/"));
    const below = [
      ...new Set(inside.filter((path) => path.includes("/")).map((p) => p.split("/")[0] ?? "")),
    ];
    return {
      sha: shaOf(full_name + folder),
      truncated: false,
      tree: [
        ...direct.map((path) => blobEntry(`${folder}${path}`, path)),
        ...below.map((name) => {
          const sha = shaOf(`${full_name}:${folder}${name}`);
          folders.set(sha, `${folder}${name}/`);
          return { path: name, mode: "040000", type: "tree", sha };
        }),
      ],
    };
  }
  const folders = new Map<string, string>();

  const server = await startLocalServer(async (request, response) => {
    await buffer(request);
    host.requests += 1;
    host.urls?.push(request.url ?? "/");
    if (host.latencyMs > 0) await new Promise((go) => setTimeout(go, host.latencyMs));
    const path = new URL(request.url ?? "/", host.url).pathname;
    host.paths.set(path, (host.paths.get(path) ?? 0) + 1);
    const fault = host.fault?.(path, host.requests) ?? null;
    const [status, body] = fault === null ? route(request) : [fault.status, fault.body];
    response.writeHead(status, { "content-type": "application/json", ...fault?.headers });
    response.end(JSON.stringify(body));
  });
  const host: RepositoryServer = {
    url: server.url,
    repositories: [],
    installation: "active",
    cut: new Set(),
    fault: null,
    requests: 0,
    paths: new Map(),
    tokens: new Set(),
    urls: null,
    latencyMs: 0,
    close: server.close,
  };
  return host;
}
