/** The cloud-b endpoints the worker calls; `{region}` is replaced by each region. */
export const cloudbSettings = [
  "CLOUDB_STS_URL",
  "CLOUDB_SAGEMAKER_URL",
  "CLOUDB_BEDROCK_URL",
] as const;
