/** Where the worker looks for a customer's cloud-b; `{region}` is replaced by each region. */
export const cloudbSettings = [
  "CLOUDB_STS_URL",
  "CLOUDB_SAGEMAKER_URL",
  "CLOUDB_BEDROCK_URL",
] as const;
