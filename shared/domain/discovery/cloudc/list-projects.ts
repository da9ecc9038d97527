import { record, type UpstreamFault } from "#shared/domain/discovery/upstream.ts";
import { baseOf, type CloudcEndpoints } from "./endpoints.ts";
import { type ListPorts, listPage } from "./list-page.ts";

export type ProjectList =
  /** If there are more than `MAX_PROJECTS`, only that many and one of the others. */
  | { outcome: "projects"; projects: string[] }
  | { outcome: "failed"; fault: UpstreamFault }
  | { outcome: "stopped" };

/** How many projects a run reads. */
export const MAX_PROJECTS = 500;

/** The projects that a connection without `project:` scopes can see (legacy refresh-token path). */
export async function listProjects(
  endpoints: CloudcEndpoints,
  ports: ListPorts,
): Promise<ProjectList> {
  const url = `${baseOf(endpoints.resourceManager, null)}/v3/projects:search`;
  const projects = new Set<string>();
  let pageToken: string | null = null;
  do {
    const answer = await listPage(url, pageToken, ports);
    if (answer.outcome === "stopped") return { outcome: "stopped" };
    if (answer.outcome !== "page") return { outcome: "failed", fault: answer.fault };
    for (const entry of Array.isArray(answer.body.projects) ? answer.body.projects : []) {
      const { projectId, state } = record(entry);
      if (typeof projectId === "string" && /^[a-z0-9.:-]{1,63}$/.test(projectId)) {
        if (state === undefined || state === "ACTIVE") projects.add(projectId);
      }
    }
    pageToken = answer.nextPageToken === pageToken ? null : answer.nextPageToken;
  } while (pageToken !== null && projects.size <= MAX_PROJECTS);
  return { outcome: "projects", projects: [...projects].slice(0, MAX_PROJECTS + 1) };
}
