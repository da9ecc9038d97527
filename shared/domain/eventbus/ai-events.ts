/*
 * The AI-related events of a customer's account (from the providers' documentation): an explicit
 * list, because a prefix would bring noise (calls that only sign a URL also begin with Create). The
 * customer's rule, the webhook and the discovery step all read these tables.
 */

export const CLOUDTRAIL_CALL = "AWS API Call via CloudTrail";

/** A management call: what it is about, and in which request or response field that is named. */
export interface Call {
  kind: string;
  /** Field of `requestParameters` that holds the name; where the call takes an id, that is it. */
  name: string;
  /** Field with the id of the parent resource, which precedes the resource's own id in the ARN. */
  owner?: string;
  /** Field of `responseElements` that holds the ARN, where the answer has one. */
  arn?: string;
  /** The thing is gone afterwards. */
  ends?: true;
  /** With this field in the request a version goes, and of the thing itself nothing is said. */
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

/** A change of state that the service reports by itself. */
interface StateChange {
  kind: string;
  /** Fields of `detail` that hold name and ARN. */
  name: string;
  arn: string;
}

const change = (kind: string, name: string, arn: string): StateChange => ({ kind, name, arn });

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
  "SageMaker Endpoint State Change": change("endpoint", "EndpointName", "EndpointArn"),
  "SageMaker Model State Change": change("model", "ModelName", "ModelArn"),
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

/** By `source` of the envelope. */
export const aiSources: Readonly<
  Record<
    string,
    {
      /** `eventSource` of its management calls. */
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

/** The pattern of the customer's rule: exactly the events of the tables (at most 2,048 characters). */
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

/** The pattern on the customer's bus here: every AI event they send, and only from their account. */
export const platformPattern = (account: string): Record<string, unknown> => ({
  account: [account],
  source: Object.keys(aiSources),
});
