/*
 * The AI-related events of a customer's account (from the providers' documentation). An explicit
 * list, because prefix matching would bring noise (calls that only sign a URL also begin with
 * Create). The customer's rule, the webhook and the discovery step all use these tables.
 */

export const CLOUDTRAIL_CALL = "AWS API Call via CloudTrail";

/**
 * A management call: the kind of its resource, and the request and response fields that name it.
 */
export interface Call {
  kind: string;
  /** Field of `requestParameters` that holds the name, or the id if the call takes one. */
  name: string;
  /** Field with the id of the parent resource, which precedes the resource's own id in the ARN. */
  owner?: string;
  /** Field of `responseElements` that holds the ARN, if the response has one. */
  arn?: string;
  /** The call deletes the resource. */
  ends?: true;
  /** If the request has this field, only a version is deleted, not the resource itself. */
  versionOnly?: string;
}

const calls = (kind: string, name: string, arn: string | null, ...names: string[]) =>
  names.map((call) => {
    const facts: Call = { kind, name, ...(arn === null ? {} : { arn }) };
    return [call, call.startsWith("Delete") ? { ...facts, ends: true as const } : facts] as const;
  });

const sagemaker: Readonly<Record<string, Call>> = Object.fromEntries([
  ...calls("model", "modelName", "modelArn", "CreateModel", "DeleteModel"),
  ...calls(
    "endpoint",
    "endpointName",
    "endpointArn",
    "CreateEndpoint",
    "UpdateEndpoint",
    "DeleteEndpoint",
  ),
  ...calls(
    "endpoint_config",
    "endpointConfigName",
    "endpointConfigArn",
    "CreateEndpointConfig",
    "DeleteEndpointConfig",
  ),
  ...calls("training_job", "trainingJobName", "trainingJobArn", "CreateTrainingJob"),
  ...calls("transform_job", "transformJobName", "transformJobArn", "CreateTransformJob"),
  ...calls("auto_ml_job", "autoMLJobName", "autoMLJobArn", "CreateAutoMLJob", "CreateAutoMLJobV2"),
  ...calls(
    "hyper_parameter_tuning_job",
    "hyperParameterTuningJobName",
    "hyperParameterTuningJobArn",
    "CreateHyperParameterTuningJob",
  ),
  ...calls(
    "inference_component",
    "inferenceComponentName",
    "inferenceComponentArn",
    "CreateInferenceComponent",
    "UpdateInferenceComponent",
    "DeleteInferenceComponent",
  ),
  ...calls(
    "model_package",
    "modelPackageName",
    "modelPackageArn",
    "CreateModelPackage",
    "UpdateModelPackage",
    "DeleteModelPackage",
  ),
  ...calls(
    "notebook_instance",
    "notebookInstanceName",
    "notebookInstanceArn",
    "CreateNotebookInstance",
    "UpdateNotebookInstance",
    "DeleteNotebookInstance",
  ),
  ...calls("domain", "domainName", "domainArn", "CreateDomain"),
  ...calls("domain", "domainId", null, "DeleteDomain"),
  ...calls(
    "pipeline",
    "pipelineName",
    "pipelineArn",
    "CreatePipeline",
    "UpdatePipeline",
    "DeletePipeline",
  ),
]);

const bedrock: Readonly<Record<string, Call>> = Object.fromEntries([
  ...calls("model_customization_job", "jobName", "jobArn", "CreateModelCustomizationJob"),
  ...calls("custom_model", "modelName", "modelArn", "CreateCustomModel"),
  ...calls("custom_model", "modelIdentifier", null, "DeleteCustomModel"),
  ...calls("model_import_job", "jobName", "jobArn", "CreateModelImportJob"),
  ...calls(
    "provisioned_model",
    "provisionedModelName",
    "provisionedModelArn",
    "CreateProvisionedModelThroughput",
  ),
  ...calls("provisioned_model", "provisionedModelId", null, "DeleteProvisionedModelThroughput"),
  ...calls(
    "inference_profile",
    "inferenceProfileName",
    "inferenceProfileArn",
    "CreateInferenceProfile",
  ),
  ...calls("inference_profile", "inferenceProfileIdentifier", null, "DeleteInferenceProfile"),
  ...calls(
    "foundation_model_agreement",
    "modelId",
    null,
    "CreateFoundationModelAgreement",
    "DeleteFoundationModelAgreement",
  ),
  ...calls("guardrail", "name", "guardrailArn", "CreateGuardrail", "UpdateGuardrail"),
  ...calls("guardrail", "guardrailIdentifier", null, "DeleteGuardrail").map(
    ([call, facts]) => [call, { ...facts, versionOnly: "guardrailVersion" }] as const,
  ),
  ...calls("agent", "agentName", "agentArn", "CreateAgent", "UpdateAgent"),
  ...calls("agent", "agentId", null, "DeleteAgent"),
  ...calls(
    "agent_alias",
    "agentAliasName",
    "agentAliasArn",
    "CreateAgentAlias",
    "UpdateAgentAlias",
  ),
  ...calls("agent_alias", "agentAliasId", null, "DeleteAgentAlias").map(
    ([call, facts]) => [call, { ...facts, owner: "agentId" }] as const,
  ),
  ...calls("flow", "name", "arn", "CreateFlow", "UpdateFlow"),
  ...calls("flow", "flowIdentifier", null, "DeleteFlow"),
  ...calls(
    "knowledge_base",
    "name",
    "knowledgeBaseArn",
    "CreateKnowledgeBase",
    "UpdateKnowledgeBase",
  ),
  ...calls("knowledge_base", "knowledgeBaseId", null, "DeleteKnowledgeBase"),
  ...calls(
    "invocation_logging",
    "region",
    null,
    "PutModelInvocationLoggingConfiguration",
    "DeleteModelInvocationLoggingConfiguration",
  ),
]);

/** A state change that the service reports on its own. */
export interface StateChange {
  kind: string;
  /** Fields of `detail` that hold name and ARN. */
  name: string;
  arn: string;
  /** Field of `detail` that says whether the resource is being deleted, or was. */
  status?: string;
  /** It is reported after a creation and after a deletion, and does not say which. */
  isEither?: true;
}

const change = (
  kind: string,
  name: string,
  arn: string,
  more: Pick<StateChange, "status" | "isEither"> = {},
): StateChange => ({ kind, name, arn, ...more });

const sagemakerChanges: Readonly<Record<string, StateChange>> = {
  "SageMaker Training Job State Change": change(
    "training_job",
    "TrainingJobName",
    "TrainingJobArn",
  ),
  "SageMaker HyperParameter Tuning Job State Change": change(
    "hyper_parameter_tuning_job",
    "HyperParameterTuningJobName",
    "HyperParameterTuningJobArn",
  ),
  "SageMaker Transform Job State Change": change(
    "transform_job",
    "TransformJobName",
    "TransformJobArn",
  ),
  "SageMaker Endpoint State Change": change("endpoint", "EndpointName", "EndpointArn", {
    status: "EndpointStatus",
  }),
  "SageMaker Model State Change": change("model", "ModelName", "ModelArn", { isEither: true }),
  "SageMaker Model Package State Change": change(
    "model_package",
    "ModelPackageName",
    "ModelPackageArn",
  ),
};

const bedrockChanges: Readonly<Record<string, StateChange>> = {
  "Model Customization Job State Change": change("model_customization_job", "jobName", "jobArn"),
  "Batch Inference Job State Change": change("batch_inference_job", "batchJobName", "batchJobArn"),
};

/** Calls and state changes by the envelope's `source`. */
export const aiSources: Readonly<
  Record<
    string,
    {
      /** The `eventSource` of its management calls. */
      service: string;
      calls: Readonly<Record<string, Call>>;
      changes: Readonly<Record<string, StateChange>>;
    }
  >
> = {
  "aws.sagemaker": {
    service: "sagemaker.amazonaws.com",
    calls: sagemaker,
    changes: sagemakerChanges,
  },
  "aws.bedrock": { service: "bedrock.amazonaws.com", calls: bedrock, changes: bedrockChanges },
};

/**
 * The event pattern of the customer's rule: exactly the events in the tables (limit: 2,048
 * characters).
 */
export function customerPattern(): Record<string, unknown> {
  const sources = Object.values(aiSources);
  return {
    source: Object.keys(aiSources),
    $or: [
      {
        "detail-type": [CLOUDTRAIL_CALL],
        detail: {
          eventSource: sources.map(({ service }) => service),
          eventName: sources.flatMap(({ calls: named }) => Object.keys(named)),
        },
      },
      { "detail-type": sources.flatMap(({ changes }) => Object.keys(changes)) },
    ],
  };
}

/**
 * The event pattern on the platform's bus for a customer: all events from AI sources, only from
 * their account.
 */
export const platformPattern = (account: string): Record<string, unknown> => ({
  account: [account],
  source: Object.keys(aiSources),
});
