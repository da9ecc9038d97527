/** The APIs that list artifacts. `everywhere`: one list covers all locations of a project. */
export const services = {
  aiplatform: { version: "v1", everywhere: false },
  notebooks: { version: "v2", everywhere: true },
} as const;

export type ServiceName = keyof typeof services;

/** One kind of artifact: the API that lists it, the list's key, and the fields that matter. */
export interface KindRow {
  /** The list's key in singular snake_case. */
  kind: string;
  service: ServiceName;
  collection: string;
  /** Resource fields kept for classification, besides those common to all kinds. */
  details: readonly string[];
}

/** The kinds of cloud-c, one row each; adding a kind takes only a new row. */
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
