export interface CustomerEvent {
  account: string;
  source: string;
  "detail-type": string;
  detail: Record<string, unknown>;
}

/**
 * An endpoint's creation, as the vendor's audit service reports it.
 * @param more further members of the event
 */
export const endpointCreated = (
  account: string,
  endpointName: string,
  more: Record<string, string>,
): CustomerEvent => ({
  account,
  source: "aws.sagemaker",
  "detail-type": "AWS API Call via CloudTrail",
  detail: {
    eventVersion: "1.08",
    eventSource: "sagemaker.amazonaws.com",
    eventName: "CreateEndpoint",
    awsRegion: "us-east-1",
    requestParameters: { endpointName, endpointConfigName: `${endpointName}-config` },
    responseElements: {
      endpointArn: `arn:aws:sagemaker:us-east-1:${account}:endpoint/${endpointName}`,
    },
    eventType: "AwsApiCall",
    ...more,
  },
});
