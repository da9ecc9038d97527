/** Hosts of the models that vendors serve. */
const hosts = new Set([
  "api.openai.com",
  "api.anthropic.com",
  "generativelanguage.googleapis.com",
  "api.mistral.ai",
  "api.cohere.com",
  "api.cohere.ai",
  "api-inference.huggingface.co",
  "router.huggingface.co",
  "api.groq.com",
  "openrouter.ai",
  "api.together.xyz",
  "api.deepseek.com",
  "api.x.ai",
  "api.perplexity.ai",
  "api.replicate.com",
  "api.fireworks.ai",
]);

const endings = [
  ".openai.azure.com",
  ".services.ai.azure.com",
  "-aiplatform.googleapis.com",
  ".endpoints.huggingface.cloud",
];

const MOST = 20;
/** No host name is longer. */
const LONGEST = 253;

/** The hosted models' endpoints that a text names, sorted, without duplicates. */
export function hostedEndpointsIn(text: string): string[] {
  const found = new Set<string>();
  for (const [name] of text.toLowerCase().matchAll(/[a-z0-9.-]+/g)) {
    if (found.size >= MOST) break;
    if (name.length <= LONGEST && isHosted(name)) found.add(name);
  }
  return [...found].sort();
}

const isHosted = (name: string): boolean =>
  hosts.has(name) ||
  endings.some((ending) => name.endsWith(ending) && name.length > ending.length) ||
  (name.startsWith("bedrock-runtime.") && name.endsWith(".amazonaws.com"));
