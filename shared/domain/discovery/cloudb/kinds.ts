/** The cloud-b APIs that list artifacts; `signedAs` is the service name in SigV4 signatures. */
export const services = {
  sagemaker: { signedAs: "sagemaker", url: "https://api.sagemaker.{region}.amazonaws.com" },
  bedrock: { signedAs: "bedrock", url: "https://bedrock.{region}.amazonaws.com" },
  "bedrock-agent": { signedAs: "bedrock", url: "https://bedrock-agent.{region}.amazonaws.com" },
} as const;

type ServiceName = keyof typeof services;

/** One kind of artifact: the operation that lists it, its request, and the keys of its response. */
export interface KindRow {
  /** The same name that events use. */
  kind: string;
  service: ServiceName;
  /** The name in the service's API and its IAM actions. */
  operation: string;
  method: "GET" | "POST";
  path: string;
  list: string;
  /** null if the list has no ARN: it is then built from `id`, in the service's format. */
  arn: string | null;
  id: string;
  name: string;
  /** Fields kept for classification. */
  details: readonly string[];
}

const sagemaker = (
  word: string,
  details: readonly string[],
  list = `${word}s`,
): Omit<KindRow, "kind"> => ({
  service: "sagemaker",
  operation: `List${word}s`,
  method: "POST",
  path: "/",
  list,
  arn: `${word}Arn`,
  id: `${word}Name`,
  name: `${word}Name`,
  details: [...details, "CreationTime"],
});

/**
 * The kinds of cloud-b, one row each (AWS API references of SageMaker, Bedrock, Agents for
 * Bedrock). `test/moto/cloudb.py` checks every row against the vendor's own service models.
 */
export const cloudbKinds: readonly KindRow[] = [
  { kind: "model", ...sagemaker("Model", []) },
  { kind: "endpoint", ...sagemaker("Endpoint", ["EndpointStatus"]) },
  {
    kind: "notebook_instance",
    ...sagemaker("NotebookInstance", ["NotebookInstanceStatus", "InstanceType"]),
  },
  { kind: "domain", ...sagemaker("Domain", ["Status"]) },
  {
    kind: "pipeline",
    ...sagemaker("Pipeline", ["PipelineDisplayName", "PipelineDescription"], "PipelineSummaries"),
  },
  {
    kind: "training_job",
    ...sagemaker("TrainingJob", ["TrainingJobStatus"], "TrainingJobSummaries"),
  },
  {
    kind: "custom_model",
    service: "bedrock",
    operation: "ListCustomModels",
    method: "GET",
    path: "/custom-models",
    list: "modelSummaries",
    arn: "modelArn",
    id: "modelName",
    name: "modelName",
    details: ["baseModelArn", "baseModelName", "customizationType", "creationTime"],
  },
  {
    kind: "imported_model",
    service: "bedrock",
    operation: "ListImportedModels",
    method: "GET",
    path: "/imported-models",
    list: "modelSummaries",
    arn: "modelArn",
    id: "modelName",
    name: "modelName",
    details: ["modelArchitecture", "creationTime"],
  },
  {
    kind: "provisioned_model",
    service: "bedrock",
    operation: "ListProvisionedModelThroughputs",
    method: "GET",
    path: "/provisioned-model-throughputs",
    list: "provisionedModelSummaries",
    arn: "provisionedModelArn",
    id: "provisionedModelName",
    name: "provisionedModelName",
    details: ["modelArn", "foundationModelArn", "status", "modelUnits"],
  },
  {
    kind: "guardrail",
    service: "bedrock",
    operation: "ListGuardrails",
    method: "GET",
    path: "/guardrails",
    list: "guardrails",
    arn: "arn",
    id: "id",
    name: "name",
    details: ["description", "status", "version"],
  },
  {
    kind: "agent",
    service: "bedrock-agent",
    operation: "ListAgents",
    method: "POST",
    path: "/agents/",
    list: "agentSummaries",
    arn: null,
    id: "agentId",
    name: "agentName",
    details: ["description", "agentStatus"],
  },
  {
    kind: "knowledge_base",
    service: "bedrock-agent",
    operation: "ListKnowledgeBases",
    method: "POST",
    path: "/knowledgebases/",
    list: "knowledgeBaseSummaries",
    arn: null,
    id: "knowledgeBaseId",
    name: "name",
    details: ["description", "status"],
  },
  {
    kind: "flow",
    service: "bedrock-agent",
    operation: "ListFlows",
    method: "GET",
    path: "/flows/",
    list: "flowSummaries",
    arn: "arn",
    id: "id",
    name: "name",
    details: ["description", "status"],
  },
];

/** The only IAM actions that the customer's role needs: one per listing. */
export const listingActions: readonly string[] = cloudbKinds.map(
  ({ service, operation }) => `${services[service].signedAs}:${operation}`,
);
