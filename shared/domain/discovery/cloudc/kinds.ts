/** The APIs that hold artifacts. `everywhere`: one list over all locations of a project. */
export const services = {
  aiplatform: { version: "v1", everywhere: false },
  notebooks: { version: "v2", everywhere: true },
} as const;

export type ServiceName = keyof typeof services;

/** One kind of artifact: which API lists it, under which key, and what of a resource matters. */
export interface KindRow {
  /** The list's key in singular snake_case. */
  kind: string;
  service: ServiceName;
  collection: string;
  /** Fields of the resource kept for classification, besides those that all kinds have. */
  details: readonly string[];
}

/** The kinds of cloud-c, one row each; a new kind is a new row and nothing else. */
export const cloudcKinds: readonly KindRow[] = [
  {
    kind: "endpoint",
    service: "aiplatform",
    collection: "endpoints",
    details: ["deployedModels", "network"],
  },
  {
    kind: "model",
    service: "aiplatform",
    collection: "models",
    details: ["versionDescription", "modelSourceInfo", "baseModelSource", "containerSpec"],
  },
  {
    kind: "training_pipeline",
    service: "aiplatform",
    collection: "trainingPipelines",
    details: ["trainingTaskDefinition", "modelToUpload"],
  },
  { kind: "custom_job", service: "aiplatform", collection: "customJobs", details: ["jobSpec"] },
  {
    kind: "pipeline_job",
    service: "aiplatform",
    collection: "pipelineJobs",
    details: ["templateUri", "templateMetadata"],
  },
  {
    kind: "tuning_job",
    service: "aiplatform",
    collection: "tuningJobs",
    details: ["baseModel", "tunedModel", "tunedModelDisplayName"],
  },
  {
    kind: "reasoning_engine",
    service: "aiplatform",
    collection: "reasoningEngines",
    details: ["spec"],
  },
  {
    kind: "notebook_runtime",
    service: "aiplatform",
    collection: "notebookRuntimes",
    details: ["notebookRuntimeType", "machineSpec"],
  },
  {
    kind: "dataset",
    service: "aiplatform",
    collection: "datasets",
    details: ["metadataSchemaUri", "dataItemCount"],
  },
  {
    kind: "index_endpoint",
    service: "aiplatform",
    collection: "indexEndpoints",
    details: ["deployedIndexes"],
  },
  {
    kind: "notebook_instance",
    service: "notebooks",
    collection: "instances",
    details: ["gceSetup", "creator"],
  },
];
