import type { WireProvider } from "./upstream.ts";

/*
 * Answers of real models as published recordings show them, with every member. The facts of a test
 * replace the recorded text, and the ids are made up. Nobody has recorded real models on our own
 * questions: these answers do not show which values a model finds, only how it wraps its answer.
 */

interface RecordedAnswer {
  provider: WireProvider;
  /** Where the recording was published. */
  from: string;
  body: (text: string) => object;
  tokens: { inputTokens: number; outputTokens: number };
  model: string;
}

const harmless = { filtered: false, severity: "safe" };
const filters = { hate: harmless, self_harm: harmless, sexual: harmless, violence: harmless };

export const recordedAnswers: readonly RecordedAnswer[] = [
  {
    provider: "hosted_llm",
    from: "pydantic/pydantic-ai, tests/models/cassettes/test_anthropic/test_anthropic_opus_5_features.yaml (2026)",
    body: (text) => ({
      content: [
        { signature: "c2lnbmF0dXJl", thinking: "The name says what it does.", type: "thinking" },
        { text, type: "text" },
      ],
      id: "msg_01",
      model: "claude-opus-5",
      role: "assistant",
      stop_details: null,
      stop_reason: "end_turn",
      stop_sequence: null,
      type: "message",
      usage: {
        cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        inference_geo: "global",
        input_tokens: 13,
        output_tokens: 44,
        output_tokens_details: { thinking_tokens: 33 },
        service_tier: "standard",
      },
    }),
    tokens: { inputTokens: 13, outputTokens: 44 },
    model: "claude-opus-5",
  },
  {
    provider: "tenant_cloud_llm",
    from: "enoch-sit/tool-chatbot-boilerplate, services/mimicAzure/data/eduhk_non_stream.md (2025)",
    body: (text) => ({
      choices: [
        {
          content_filter_results: filters,
          finish_reason: "stop",
          index: 0,
          logprobs: null,
          message: { annotations: [], content: text, refusal: null, role: "assistant" },
        },
      ],
      created: 1_758_119_573,
      id: "chatcmpl-1",
      model: "gpt-4.1-2025-04-14",
      object: "chat.completion",
      prompt_filter_results: [
        {
          prompt_index: 0,
          content_filter_results: { ...filters, jailbreak: { filtered: false, detected: false } },
        },
      ],
      system_fingerprint: "fp_1",
      usage: {
        completion_tokens: 28,
        completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
        prompt_tokens: 13,
        prompt_tokens_details: { audio_tokens: 0, cached_tokens: 0 },
        total_tokens: 41,
      },
    }),
    tokens: { inputTokens: 13, outputTokens: 28 },
    model: "gpt-4.1-2025-04-14",
  },
  {
    provider: "local_llm",
    from: "ollama/ollama, docs/api.md, chat request with structured outputs (2025)",
    body: (text) => ({
      model: "llama3.1",
      created_at: "2024-12-06T00:46:58.265747Z",
      message: { role: "assistant", content: text },
      done_reason: "stop",
      done: true,
      total_duration: 2_254_970_291,
      load_duration: 574_751_416,
      prompt_eval_count: 34,
      prompt_eval_duration: 1_502_000_000,
      eval_count: 12,
      eval_duration: 175_000_000,
    }),
    tokens: { inputTokens: 34, outputTokens: 12 },
    model: "llama3.1",
  },
];

/**
 * What the hosted provider answers to a schema with more than 16 unions, as several repositories
 * recorded it in 2026.
 */
export const recordedRefusal = {
  type: "error",
  error: {
    type: "invalid_request_error",
    message:
      "Schemas contains too many parameters with union types (19 parameters with type arrays or anyOf). This causes exponential compilation cost. Reduce the number of nullable or union-typed parameters (limit: 16 parameters with unions).",
  },
};
