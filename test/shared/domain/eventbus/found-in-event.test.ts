import { describe, expect, test } from "vitest";
import type { Envelope } from "#shared/domain/eventbus/envelope.ts";
import { relevanceOf } from "#shared/domain/eventbus/envelope.ts";
import { findingIn } from "#shared/domain/eventbus/found-in-event.ts";

type Fields = Record<string, unknown>;

const call = (
  service: "sagemaker" | "bedrock",
  eventName: string,
  requestParameters: Fields,
  responseElements: Fields | null = null,
): Envelope => ({
  id: "e-1",
  source: `aws.${service}`,
  "detail-type": "AWS API Call via CloudTrail",
  account: "123456789012",
  region: "eu-west-1",
  resources: [],
  detail: {
    eventSource: `${service}.amazonaws.com`,
    eventName,
    requestParameters,
    responseElements,
  },
});

const arn = (service: string, rest: string) => `arn:aws:${service}:eu-west-1:123456789012:${rest}`;

/** A creation with its answer, and the deletion, which names the same resource in another way. */
const lives: readonly [Envelope, Envelope][] = [
  [
    call(
      "sagemaker",
      "CreateEndpointConfig",
      { endpointConfigName: "Conf" },
      {
        endpointConfigArn: arn("sagemaker", "endpoint-config/conf"),
      },
    ),
    call("sagemaker", "DeleteEndpointConfig", { endpointConfigName: "Conf" }),
  ],
  [
    call(
      "sagemaker",
      "CreateDomain",
      { domainName: "studio" },
      {
        domainArn: arn("sagemaker", "domain/d-1abc"),
      },
    ),
    call("sagemaker", "DeleteDomain", { domainId: "d-1abc" }),
  ],
  [
    call(
      "bedrock",
      "CreateGuardrail",
      { name: "polite" },
      {
        guardrailId: "g1",
        guardrailArn: arn("bedrock", "guardrail/g1"),
      },
    ),
    call("bedrock", "DeleteGuardrail", { guardrailIdentifier: "g1" }),
  ],
  [
    call(
      "bedrock",
      "CreateAgent",
      { agentName: "clerk" },
      {
        agent: { agentArn: arn("bedrock", "agent/A1") },
      },
    ),
    call("bedrock", "DeleteAgent", { agentId: "A1" }),
  ],
  [
    call(
      "bedrock",
      "CreateAgentAlias",
      { agentId: "A1", agentAliasName: "live" },
      {
        agentAlias: { agentAliasArn: arn("bedrock", "agent-alias/A1/L1") },
      },
    ),
    call("bedrock", "DeleteAgentAlias", { agentId: "A1", agentAliasId: "L1" }),
  ],
  [
    call("bedrock", "CreateFlow", { name: "intake" }, { arn: arn("bedrock", "flow/F1") }),
    call("bedrock", "DeleteFlow", { flowIdentifier: arn("bedrock", "flow/F1") }),
  ],
  [
    call(
      "bedrock",
      "CreateKnowledgeBase",
      { name: "files" },
      {
        knowledgeBase: { knowledgeBaseArn: arn("bedrock", "knowledge-base/K1") },
      },
    ),
    call("bedrock", "DeleteKnowledgeBase", { knowledgeBaseId: "K1" }),
  ],
  [
    call(
      "bedrock",
      "CreateProvisionedModelThroughput",
      { provisionedModelName: "fast" },
      {
        provisionedModelArn: arn("bedrock", "provisioned-model/p1"),
      },
    ),
    call("bedrock", "DeleteProvisionedModelThroughput", { provisionedModelId: "p1" }),
  ],
  [
    call(
      "bedrock",
      "CreateInferenceProfile",
      { inferenceProfileName: "team" },
      {
        inferenceProfileArn: arn("bedrock", "application-inference-profile/i1"),
      },
    ),
    call("bedrock", "DeleteInferenceProfile", { inferenceProfileIdentifier: "i1" }),
  ],
  [
    call("bedrock", "PutModelInvocationLoggingConfiguration", { loggingConfig: {} }),
    call("bedrock", "DeleteModelInvocationLoggingConfiguration", {}),
  ],
];

describe("the resource that an event of the customer's account names", () => {
  test.for(lives)("the end of a thing meets what its creation recorded (%#)", ([begin, end]) => {
    expect([relevanceOf(begin).relevant, relevanceOf(end).relevant]).toEqual([true, true]);
    const made = findingIn(begin);
    const gone = findingIn(end);
    expect([made?.isGone, gone?.isGone]).toEqual([false, true]);
    expect(gone?.found.kind).toBe(made?.found.kind);
    expect(gone?.found.provider_ref).toBe(made?.found.provider_ref);
  });

  test("deleting a version leaves the guardrail itself as it is", () => {
    const request = { guardrailIdentifier: "g1", guardrailVersion: "2" };
    expect(findingIn(call("bedrock", "DeleteGuardrail", request))).toBeNull();
  });
});
