/** What a fake cloud contains: projects, their locations, and how many resources of each kind. */
export interface Estate {
  projects: readonly string[];
  locations: readonly string[];
  /** How many resources `collection` (the list's key) has there; `-`: in the whole project. */
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

interface EstateSize {
  locations: number;
  /** Resources of each kind in each location; twenty times as many notebook instances per project. */
  each: number;
  /** One in this many projects has 240 more models (three pages) in its first location. */
  big: number;
}

/** By default 400 resources per project on average. */
export function largeEstate(
  size = 50,
  { locations: width, each, big }: EstateSize = { locations: 12, each: 2, big: 2 },
): Estate {
  const projects = Array.from({ length: size }, (_, i) => `estate-project-${i + 1}`);
  const locations = Array.from({ length: width }, (_, i) => `region-${i + 1}`);
  const isBig = new Set(projects.filter((_, i) => i % big === 0));
  return {
    projects,
    locations,
    count: (project, location, collection) => {
      if (collection === "instances") return 20 * each;
      const more = collection === "models" && location === locations[0] && isBig.has(project);
      return more ? 240 + each : each;
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
