import { randomUUID } from "node:crypto";
import { ACCOUNT } from "./eventbus-fixture.ts";

/** An envelope as EventBridge writes it, based on the examples in the vendor's documentation. */
export interface Sample {
  id: string;
  source: string;
  "detail-type": string;
  account: string;
  region: string;
  resources: string[];
  detail: Record<string, unknown>;
  [more: string]: unknown;
}

const envelope = (source: string, detailType: string, detail: Record<string, unknown>): Sample => ({
  version: "0",
  id: randomUUID(),
  "detail-type": detailType,
  source,
  account: ACCOUNT,
  time: "2026-03-04T05:06:07Z",
  region: "us-east-1",
  resources: [],
  detail,
});

/** A management call, as CloudTrail reports it. */
export const call = (
  service: "sagemaker" | "bedrock",
  eventName: string,
  requestParameters: unknown,
  responseElements: unknown,
  more: Record<string, unknown> = {},
): Sample =>
  envelope(`aws.${service}`, "AWS API Call via CloudTrail", {
    eventVersion: "1.08",
    userIdentity: { type: "AssumedRole", arn: `arn:aws:sts::${ACCOUNT}:assumed-role/dev/jane` },
    eventTime: "2026-03-04T05:06:07Z",
    eventSource: `${service}.amazonaws.com`,
    eventName,
    awsRegion: "us-east-1",
    sourceIPAddress: "203.0.113.7",
    requestParameters,
    responseElements,
    eventType: "AwsApiCall",
    ...more,
  });

const sagemaker = (rest: string) => `arn:aws:sagemaker:us-east-1:${ACCOUNT}:${rest}`;
const bedrock = (rest: string) => `arn:aws:bedrock:us-east-1:${ACCOUNT}:${rest}`;

export const createEndpoint = (name = "Credit-Score"): Sample =>
  call(
    "sagemaker",
    "CreateEndpoint",
    { endpointName: name, endpointConfigName: `${name}-config` },
    { endpointArn: sagemaker(`endpoint/${name.toLowerCase()}`) },
  );

export const deleteEndpoint = (name = "Credit-Score"): Sample =>
  call("sagemaker", "DeleteEndpoint", { endpointName: name }, null);

/** A state that SageMaker itself reports about an endpoint. */
export const endpointState = (name: string, EndpointStatus: string): Sample =>
  envelope("aws.sagemaker", "SageMaker Endpoint State Change", {
    EndpointName: name,
    EndpointArn: sagemaker(`endpoint/${name.toLowerCase()}`),
    EndpointStatus,
  });

export const createModel = (name: string): Sample =>
  call("sagemaker", "CreateModel", { modelName: name }, { modelArn: modelArn(name) });

export const deleteModel = (name: string): Sample =>
  call("sagemaker", "DeleteModel", { modelName: name }, null);

/** SageMaker reports it when a model was created, and when it was deleted. */
export const modelChange = (name: string): Sample =>
  envelope("aws.sagemaker", "SageMaker Model State Change", {
    ModelName: name,
    ModelArn: modelArn(name),
  });

const modelArn = (name: string) => sagemaker(`model/${name.toLowerCase()}`);

/** What each sample must be recorded as. */
export const samples: {
  name: string;
  event: () => Sample;
  kind: string;
  artifact: string;
  ref: string;
}[] = [
  {
    name: "a SageMaker endpoint created through the API",
    event: createEndpoint,
    kind: "endpoint",
    artifact: "Credit-Score",
    ref: sagemaker("endpoint/credit-score"),
  },
  {
    name: "a SageMaker training job that changed its state",
    event: () => ({
      ...envelope("aws.sagemaker", "SageMaker Training Job State Change", {
        TrainingJobName: "89c96cc8-dded-4739-afcc-6f1dc936701d",
        TrainingJobArn: sagemaker("training-job/89c96cc8-dded-4739-afcc-6f1dc936701d"),
        TrainingJobStatus: "Completed",
        SecondaryStatus: "Completed",
        HyperParameters: { Hyper: "Parameters" },
      }),
      resources: [sagemaker("training-job/89c96cc8-dded-4739-afcc-6f1dc936701d")],
    }),
    kind: "training_job",
    artifact: "89c96cc8-dded-4739-afcc-6f1dc936701d",
    ref: sagemaker("training-job/89c96cc8-dded-4739-afcc-6f1dc936701d"),
  },
  {
    name: "a SageMaker model package with an epoch time",
    event: () => ({
      ...envelope("aws.sagemaker", "SageMaker Model Package State Change", {
        ModelPackageName: "versionedmp-p-idy6c3e1fiqj",
        ModelPackageArn: sagemaker("model-package/versionedmp-p-idy6c3e1fiqj/1"),
        ModelApprovalStatus: "Approved",
      }),
      time: "1613781234",
    }),
    kind: "model_package",
    artifact: "versionedmp-p-idy6c3e1fiqj",
    ref: sagemaker("model-package/versionedmp-p-idy6c3e1fiqj/1"),
  },
  {
    name: "a Bedrock model customization job that changed its state",
    event: () => ({
      ...envelope("aws.bedrock", "Model Customization Job State Change", {
        version: "0.0",
        jobName: "abcd-wxyz",
        jobArn: bedrock("model-customization-job/amazon.titan-text-lite-v1/kzq0q0"),
        status: "Completed",
      }),
      resources: [bedrock("model-customization-job/amazon.titan-text-lite-v1/kzq0q0")],
    }),
    kind: "model_customization_job",
    artifact: "abcd-wxyz",
    ref: bedrock("model-customization-job/amazon.titan-text-lite-v1/kzq0q0"),
  },
  {
    name: "a Bedrock agent created through the API, its ARN within the answer",
    event: () =>
      call(
        "bedrock",
        "CreateAgent",
        { agentName: "claims-agent", foundationModel: "anthropic.claude-3-sonnet" },
        { agent: { agentArn: bedrock("agent/ABCDEFGHIJ"), agentName: "claims-agent" } },
      ),
    kind: "agent",
    artifact: "claims-agent",
    ref: bedrock("agent/ABCDEFGHIJ"),
  },
  {
    name: "Bedrock's agreement to a foundation model, which has no ARN",
    event: () =>
      call(
        "bedrock",
        "CreateFoundationModelAgreement",
        { modelId: "anthropic.claude-3-haiku-20240307-v1:0", offerToken: "…" },
        { modelId: "anthropic.claude-3-haiku-20240307-v1:0" },
      ),
    kind: "foundation_model_agreement",
    artifact: "anthropic.claude-3-haiku-20240307-v1:0",
    ref: bedrock("foundation-model-agreement/anthropic.claude-3-haiku-20240307-v1:0"),
  },
];

/** Events that do not indicate a new AI system. */
export const noise: Sample[] = [
  call("sagemaker", "CreatePresignedNotebookInstanceUrl", { notebookInstanceName: "n" }, {}),
  call("sagemaker", "ListModels", {}, null),
  call("bedrock", "InvokeModel", { modelId: "m" }, null),
  envelope("aws.sagemaker", "SageMaker Image State Change", { ImageName: "i" }),
  envelope("aws.ec2", "EC2 Instance State-change Notification", { state: "running" }),
];
