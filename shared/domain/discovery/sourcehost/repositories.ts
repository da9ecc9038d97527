import { record } from "#shared/domain/discovery/upstream.ts";
import { cutWritten } from "#shared/domain/text/written.ts";
import { askHost, type HostAnswer, type HostPorts, type Reader } from "./host-api.ts";

/**
 * A repository of an installation, with what discovery needs; plain data. Its texts are cut so that
 * a page of them fits in one item.
 */
export interface Repository {
  /** The host's id; it survives renames and transfers. */
  id: number;
  full_name: string;
  url: string | null;
  default_branch: string;
  archived: boolean;
  language: string | null;
}

export const PAGE_SIZE = 100;

export type RepositoryPage =
  | { outcome: "page"; repositories: Repository[]; total: number; isLast: boolean }
  | Exclude<HostAnswer, { outcome: "read" }>;

/** One page of the repositories that the installation may read; pages count from 1. */
export async function listRepositories(page: number, ports: HostPorts): Promise<RepositoryPage> {
  const answer = await askHost(
    `/installation/repositories?per_page=${PAGE_SIZE}&page=${page}`,
    listIn,
    ports,
  );
  if (answer.outcome !== "read") return answer;
  const { repositories, total } = answer.body;
  // Entries beyond the page size are left out and so missing from the total: the list is uncertain.
  const listed = repositories.slice(0, PAGE_SIZE);
  return {
    outcome: "page",
    repositories: listed.flatMap((entry) => repositoryOf(record(entry)) ?? []),
    total,
    isLast: listed.length < PAGE_SIZE,
  };
}

const listIn: Reader<{ repositories: readonly unknown[]; total: number }> = ({
  repositories,
  total_count: total,
}) => (Array.isArray(repositories) && typeof total === "number" ? { repositories, total } : null);

function repositoryOf(entry: Record<string, unknown>): Repository | null {
  const { id, full_name, html_url, default_branch, archived, language } = entry;
  if (!Number.isSafeInteger(id) || typeof full_name !== "string" || full_name === "") return null;
  return {
    id: id as number,
    full_name: cutWritten(full_name, 400),
    url: typeof html_url === "string" ? cutWritten(html_url, 600) : null,
    default_branch: typeof default_branch === "string" ? cutWritten(default_branch, 400) : "",
    archived: archived === true,
    language: typeof language === "string" ? cutWritten(language, 100) : null,
  };
}
