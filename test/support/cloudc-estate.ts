/** What a fake cloud contains: projects, their locations, and how many resources of each kind. */
export interface Estate {
  projects: readonly string[];
  locations: readonly string[];
  /** How many resources `collection` (the list's key) has there; `-` for all of a project. */
  count(project: string, location: string, collection: string): number;
}

export const aiCollections = [
  "endpoints",
  "models",
  "trainingPipelines",
  "customJobs",
  "pipelineJobs",
  "tuningJobs",
  "reasoningEngines",
  "notebookRuntimes",
  "datasets",
  "indexEndpoints",
] as const;

/**
 * Projects × 12 locations: two of each kind in every location, 40 notebook instances per project,
 * and 240 more models (three pages) in the first location of every second project: 400 per project
 * on average.
 */
export function largeEstate(size = 50): Estate {
  const projects = Array.from({ length: size }, (_, i) => `estate-project-${i + 1}`);
  const locations = Array.from({ length: 12 }, (_, i) => `region-${i + 1}`);
  const isBig = new Set(projects.filter((_, i) => i % 2 === 0));
  return {
    projects,
    locations,
    count: (project, location, collection) => {
      if (collection === "instances") return 40;
      const more = collection === "models" && location === locations[0] && isBig.has(project);
      return more ? 242 : 2;
    },
  };
}

/** A small estate with `perUnit` resources of every kind in every location. */
export const smallEstate = (
  projects: readonly string[],
  locations: readonly string[],
  perUnit = 1,
): Estate => ({ projects, locations, count: () => perUnit });

/** Every resource's full name, in the vendor's format. */
export function namesIn({ projects, locations, count }: Estate): string[] {
  return projects.flatMap((project) => [
    ...locations.flatMap((location) =>
      aiCollections.flatMap((collection) =>
        Array.from({ length: count(project, location, collection) }, (_, i) =>
          nameOf(project, location, collection, i),
        ),
      ),
    ),
    ...Array.from({ length: count(project, "-", "instances") }, (_, i) =>
      nameOf(project, locations[i % locations.length] ?? "", "instances", i),
    ),
  ]);
}

export const nameOf = (project: string, location: string, collection: string, index: number) =>
  `projects/${project}/locations/${location}/${collection}/${1000 + index}`;
