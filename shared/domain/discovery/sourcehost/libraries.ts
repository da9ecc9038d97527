/** Where a package is published; also determines the format of its manifests. */
export type Ecosystem = "npm" | "pypi" | "go" | "maven" | "cargo" | "gem" | "nuget";

/** A library, runtime or provider's client whose use indicates an AI system. */
interface LibraryRow {
  /** As shown in `details.ai_libraries`. */
  library: string;
  /** Names as in the registry; a trailing `*` matches every name with that prefix. */
  packages: Readonly<Partial<Record<Ecosystem, readonly string[]>>>;
  /** Modules that a notebook imports, where their names differ from the package's. */
  imports?: readonly string[];
}

/**
 * The libraries to detect. The names come from the registries themselves (npm, PyPI, pkg.go.dev,
 * Maven Central, crates.io, RubyGems, NuGet); those of npm and PyPI were checked there on
 * 2026-11-21 (test/independent/library-names.sh repeats the check). The table has what trains, runs
 * or calls a model; general numerics (numpy, pandas) indicate nothing and are left out. One row per
 * library, under the project's own name.
 */
export const libraryTable: readonly LibraryRow[] = [
  {
    library: "anthropic",
    packages: {
      npm: ["@anthropic-ai/*"],
      pypi: ["anthropic"],
      go: ["github.com/anthropics/anthropic-sdk-go*"],
      maven: ["com.anthropic:*"],
      gem: ["anthropic"],
      nuget: ["Anthropic*"],
    },
  },
  {
    library: "openai",
    packages: {
      npm: ["openai", "@azure/openai"],
      pypi: ["openai", "openai-agents", "tiktoken"],
      go: ["github.com/openai/openai-go*", "github.com/sashabaranov/go-openai"],
      maven: ["com.openai:*", "com.azure:azure-ai-openai"],
      cargo: ["async-openai"],
      gem: ["openai", "ruby-openai"],
      nuget: ["OpenAI", "Azure.AI.OpenAI"],
    },
  },
  {
    library: "google-genai",
    packages: {
      npm: ["@google/genai", "@google/generative-ai", "@google-cloud/vertexai"],
      pypi: ["google-genai", "google-generativeai", "vertexai", "google-cloud-aiplatform"],
      go: ["google.golang.org/genai", "github.com/google/generative-ai-go*"],
      maven: ["com.google.genai:*", "com.google.cloud:google-cloud-aiplatform"],
    },
    imports: ["google.genai", "google.generativeai", "vertexai"],
  },
  {
    library: "bedrock",
    packages: {
      npm: ["@aws-sdk/client-bedrock*"],
      pypi: ["langchain-aws", "bedrock-agentcore"],
      go: ["github.com/aws/aws-sdk-go-v2/service/bedrock*"],
      maven: ["software.amazon.awssdk:bedrock*"],
      cargo: ["aws-sdk-bedrock*"],
      gem: ["aws-sdk-bedrock*"],
      nuget: ["AWSSDK.Bedrock*"],
    },
  },
  {
    library: "sagemaker",
    packages: {
      npm: ["@aws-sdk/client-sagemaker*"],
      pypi: ["sagemaker*"],
      go: ["github.com/aws/aws-sdk-go-v2/service/sagemaker*"],
      maven: ["software.amazon.awssdk:sagemaker*"],
      gem: ["aws-sdk-sagemaker*"],
      nuget: ["AWSSDK.SageMaker*"],
    },
  },
  {
    library: "mistral",
    packages: { npm: ["@mistralai/mistralai"], pypi: ["mistralai"], gem: ["mistral-ai"] },
    imports: ["mistralai"],
  },
  {
    library: "cohere",
    packages: {
      npm: ["cohere-ai"],
      pypi: ["cohere"],
      go: ["github.com/cohere-ai/cohere-go*"],
      maven: ["com.cohere:*"],
    },
  },
  { library: "groq", packages: { npm: ["groq-sdk"], pypi: ["groq"] } },
  {
    library: "replicate",
    packages: { npm: ["replicate"], pypi: ["replicate"], gem: ["replicate-ruby"] },
  },
  {
    library: "langchain",
    packages: {
      npm: ["langchain", "@langchain/*"],
      pypi: ["langchain", "langchain-*", "langgraph*", "langsmith"],
      go: ["github.com/tmc/langchaingo*"],
      maven: ["dev.langchain4j:*"],
      gem: ["langchainrb*"],
      cargo: ["langchain-rust"],
      nuget: ["LangChain*"],
    },
    imports: ["langchain*", "langgraph"],
  },
  {
    library: "llamaindex",
    packages: { npm: ["llamaindex", "@llamaindex/*"], pypi: ["llama-index", "llama-index-*"] },
    imports: ["llama_index"],
  },
  {
    library: "semantic-kernel",
    packages: {
      pypi: ["semantic-kernel"],
      maven: ["com.microsoft.semantic-kernel:*"],
      nuget: ["Microsoft.SemanticKernel*"],
    },
    imports: ["semantic_kernel"],
  },
  { library: "spring-ai", packages: { maven: ["org.springframework.ai:*"] } },
  { library: "microsoft-extensions-ai", packages: { nuget: ["Microsoft.Extensions.AI*"] } },
  { library: "ai-sdk", packages: { npm: ["ai", "@ai-sdk/*"] } },
  {
    library: "autogen",
    packages: { pypi: ["autogen-*", "pyautogen", "ag2"] },
    imports: ["autogen*"],
  },
  { library: "crewai", packages: { pypi: ["crewai", "crewai-*"] } },
  { library: "dspy", packages: { pypi: ["dspy", "dspy-ai"] } },
  {
    library: "haystack",
    packages: { pypi: ["haystack-ai", "farm-haystack"] },
    imports: ["haystack"],
  },
  {
    library: "pydantic-ai",
    packages: { pypi: ["pydantic-ai", "pydantic-ai-*"] },
    imports: ["pydantic_ai"],
  },
  { library: "litellm", packages: { pypi: ["litellm"] } },
  {
    library: "ollama",
    packages: {
      npm: ["ollama"],
      pypi: ["ollama"],
      go: ["github.com/ollama/ollama*"],
      cargo: ["ollama-rs"],
      nuget: ["OllamaSharp"],
    },
  },
  {
    library: "llama.cpp",
    packages: {
      npm: ["node-llama-cpp"],
      pypi: ["llama-cpp-python"],
      cargo: ["llama-cpp-2"],
      nuget: ["LLamaSharp*"],
    },
    imports: ["llama_cpp"],
  },
  { library: "vllm", packages: { pypi: ["vllm"] } },
  {
    library: "huggingface",
    packages: {
      npm: ["@huggingface/*", "@xenova/transformers"],
      pypi: ["huggingface-hub", "datasets", "accelerate", "peft", "trl", "sentence-transformers"],
      cargo: ["hf-hub", "candle-*", "tokenizers"],
    },
    imports: ["huggingface_hub", "sentence_transformers", "peft", "trl"],
  },
  { library: "transformers", packages: { pypi: ["transformers"] } },
  { library: "diffusers", packages: { pypi: ["diffusers"] } },
  {
    library: "pytorch",
    packages: {
      pypi: ["torch", "pytorch", "torchvision", "torchaudio", "pytorch-lightning", "lightning"],
      maven: ["ai.djl.pytorch:*", "org.pytorch:*"],
      cargo: ["tch"],
      nuget: ["TorchSharp*"],
      gem: ["torch-rb"],
    },
    imports: ["torch*", "pytorch_lightning"],
  },
  {
    library: "tensorflow",
    packages: {
      npm: ["@tensorflow/*"],
      pypi: ["tensorflow", "tensorflow-*", "tf-keras"],
      go: ["github.com/tensorflow/tensorflow*", "github.com/wamuir/graft*"],
      maven: ["org.tensorflow:*"],
      cargo: ["tensorflow"],
      nuget: ["TensorFlow.NET*"],
      gem: ["tensorflow"],
    },
    imports: ["tensorflow*"],
  },
  { library: "keras", packages: { pypi: ["keras", "keras-*"], nuget: ["Keras.NET"] } },
  { library: "jax", packages: { pypi: ["jax", "jaxlib", "flax"] } },
  {
    library: "onnx",
    packages: {
      npm: ["onnxruntime-*"],
      pypi: ["onnx", "onnxruntime", "onnxruntime-*"],
      go: ["github.com/yalue/onnxruntime_go"],
      maven: ["com.microsoft.onnxruntime:*"],
      cargo: ["ort", "tract-onnx"],
      nuget: ["Microsoft.ML.OnnxRuntime*"],
      gem: ["onnxruntime"],
    },
    imports: ["onnx*"],
  },
  { library: "djl", packages: { maven: ["ai.djl:*"] } },
  { library: "deeplearning4j", packages: { maven: ["org.deeplearning4j:*"] } },
  { library: "ml.net", packages: { nuget: ["Microsoft.ML", "Microsoft.ML.*"] } },
  { library: "burn", packages: { cargo: ["burn", "burn-*"] } },
  {
    library: "scikit-learn",
    packages: { pypi: ["scikit-learn"], gem: ["rumale"] },
    imports: ["sklearn"],
  },
  {
    library: "xgboost",
    packages: { pypi: ["xgboost"], maven: ["ml.dmlc:xgboost*"], gem: ["xgb"] },
  },
  { library: "lightgbm", packages: { pypi: ["lightgbm"], gem: ["lightgbm"] } },
  { library: "catboost", packages: { pypi: ["catboost"] } },
  { library: "spacy", packages: { pypi: ["spacy", "spacy-*"] } },
  { library: "nltk", packages: { pypi: ["nltk"] } },
  {
    library: "mlflow",
    packages: {
      pypi: ["mlflow", "mlflow-skinny"],
      maven: ["org.mlflow:*"],
    },
  },
  { library: "wandb", packages: { pypi: ["wandb"] } },
  { library: "ray", packages: { pypi: ["ray"] } },
  {
    library: "vector-database",
    packages: {
      npm: ["chromadb", "@pinecone-database/pinecone", "@qdrant/*", "weaviate-client"],
      pypi: [
        "chromadb",
        "pinecone",
        "pinecone-client",
        "qdrant-client",
        "weaviate-client",
        "faiss-cpu",
        "faiss-gpu",
        "pymilvus",
      ],
      go: ["github.com/qdrant/go-client", "github.com/pinecone-io/go-pinecone*"],
      cargo: ["qdrant-client"],
      nuget: ["Qdrant.Client", "Pinecone*"],
    },
    imports: ["faiss", "pinecone", "qdrant_client", "weaviate"],
  },
  { library: "ultralytics", packages: { pypi: ["ultralytics"] } },
  {
    library: "whisper",
    packages: { pypi: ["openai-whisper", "faster-whisper"] },
    imports: ["whisper"],
  },
  { library: "mcp", packages: { npm: ["@modelcontextprotocol/*"], pypi: ["mcp", "fastmcp"] } },
];

interface Names {
  exact: ReadonlyMap<string, string>;
  /** Prefixes, longest first. */
  prefixes: readonly (readonly [string, string])[];
}

/** Normalises a name: case and, at PyPI, `_`, `.` and `-` do not matter (PEP 503). */
const normal = (ecosystem: Ecosystem | "imports", name: string): string => {
  const lower = name.toLowerCase();
  return ecosystem === "pypi" ? lower.replace(/[_.]/g, "-") : lower;
};

function namesOf(ecosystem: Ecosystem | "imports"): Names {
  const pairs = libraryTable.flatMap(({ library, packages, imports }) => {
    const own =
      ecosystem === "imports"
        ? [...(imports ?? []), ...(packages.pypi ?? [])]
        : packages[ecosystem];
    return (own ?? []).map((name) => [normal(ecosystem, name), library] as const);
  });
  return {
    exact: new Map(pairs.filter(([name]) => !name.endsWith("*"))),
    prefixes: pairs
      .filter(([name]) => name.endsWith("*"))
      .map(([name, library]) => [name.slice(0, -1), library] as const)
      .toSorted(([a], [b]) => b.length - a.length),
  };
}

const cache = new Map<Ecosystem | "imports", Names>();

/** The library that a package (or an imported module) belongs to; null if none. */
export function libraryOf(ecosystem: Ecosystem | "imports", name: string): string | null {
  let names = cache.get(ecosystem);
  if (names === undefined) {
    names = namesOf(ecosystem);
    cache.set(ecosystem, names);
  }
  const asked = normal(ecosystem, name);
  const exact = names.exact.get(asked);
  if (exact !== undefined) return exact;
  return names.prefixes.find(([prefix]) => asked.startsWith(prefix))?.[1] ?? null;
}
