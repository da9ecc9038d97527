/** The APIs of cloud-b that hold artifacts; `signedAs` is the name that requests are signed for. */
export const services = {
  sagemaker: { signedAs: "sagemaker", url: "https://api.sagemaker.{region}.amazonaws.com" },
  bedrock: { signedAs: "bedrock", url: "https://bedrock.{region}.amazonaws.com" },
  "bedrock-agent": { signedAs: "bedrock", url: "https://bedrock-agent.{region}.amazonaws.com" },
} as const;

type ServiceName = keyof typeof services;

/** One kind of artifact: which call lists it, and under which keys. */
export interface KindRow {
  /** As events of the same thing name it. */
  kind: string;
  service: ServiceName;
  /** SageMaker's operation, or the path of the others. */
  call: string;
  method: "GET" | "POST";
  list: string;
  /** null where the service names no ARN: it is made as the service makes it. */
  arn: string | null;
  name: string;
  /** Fields kept for the classification. */
  details: readonly string[];
}

const sagemaker = (kind: string, word: string, plural = `${word}s`): KindRow => ({
  kind,
  service: "sagemaker",
  call: `List${plural}`,
  method: "POST",
  list: plural,
  arn: `${word}Arn`,
  name: `${word}Name`,
  details: [`${word}Status`, "CreationTime", "InstanceType"],
});

/** The kinds of cloud-b, one row each (AWS API references of SageMaker, Bedrock, Bedrock Agents). */
export const cloudbKinds: readonly KindRow[] = [
  sagemaker("model", "Model"),
  sagemaker("endpoint", "Endpoint"),
  sagemaker("notebook_instance", "NotebookInstance"),
  sagemaker("domain", "Domain"),
  {
    ...sagemaker("pipeline", "Pipeline"),
    list: "PipelineSummaries",
    details: ["PipelineDisplayName", "PipelineDescription", "CreationTime"],
  },
  { ...sagemaker("training_job", "TrainingJob"), list: "TrainingJobSummaries" },
  {
    kind: "custom_model",
    service: "bedrock",
    call: "/custom-models",
    method: "GET",
    list: "modelSummaries",
    arn: "modelArn",
    name: "modelName",
    details: ["baseModelArn", "baseModelName", "customizationType", "creationTime"],
  },
  {
    kind: "imported_model",
    service: "bedrock",
    call: "/imported-models",
    method: "GET",
    list: "modelSummaries",
    arn: "modelArn",
    name: "modelName",
    details: ["modelArchitecture", "creationTime"],
  },
  {
    kind: "provisioned_model",
    service: "bedrock",
    call: "/provisioned-model-throughputs",
    method: "GET",
    list: "provisionedModelSummaries",
    arn: "provisionedModelArn",
    name: "provisionedModelName",
    details: ["modelArn", "foundationModelArn", "status", "modelUnits"],
  },
  {
    kind: "guardrail",
    service: "bedrock",
    call: "/guardrails",
    method: "GET",
    list: "guardrails",
    arn: "arn",
    name: "name",
    details: ["description", "status", "version"],
  },
  {
    kind: "agent",
    service: "bedrock-agent",
    call: "/agents/",
    method: "POST",
    list: "agentSummaries",
    arn: null,
    name: "agentId",
    details: ["agentName", "description", "agentStatus"],
  },
  {
    kind: "knowledge_base",
    service: "bedrock-agent",
    call: "/knowledgebases/",
    method: "POST",
    list: "knowledgeBaseSummaries",
    arn: null,
    name: "knowledgeBaseId",
    details: ["name", "description", "status"],
  },
  {
    kind: "flow",
    service: "bedrock-agent",
    call: "/flows/",
    method: "GET",
    list: "flowSummaries",
    arn: "arn",
    name: "name",
    details: ["description", "status"],
  },
];
