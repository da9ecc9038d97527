import type { IncomingMessage } from "node:http";
import { listenOnLoopback } from "#infra/local/listen.ts";

/**
 * What the sample's model says about the artifacts: a word of the name, whether it is an AI system,
 * the beginnings of the ids of the rules that apply, and why.
 */
const verdicts: readonly (readonly [string, boolean, string, string])[] = [
  ["cv-screening", true, "annex3.4.a", "Ranks applicants for jobs by their CVs."],
  ["applicant-ranking", true, "annex3.4.a", "An endpoint that ranks applicants."],
  ["shift-planner", true, "annex3.4.b", "Allocates shifts to workers by their past performance."],
  ["credit-scoring", true, "annex3.5.b", "Scores the creditworthiness of natural persons."],
  ["life-insurance", true, "annex3.5.c", "Prices life insurance by personal risk."],
  ["claims-triage", true, "annex3.5.c", "Assesses health claims with a trained model."],
  ["emotion-monitor", true, "art5.1.f annex3.1.c", "Infers emotions of people at work."],
  ["support-chatbot", true, "art50.1", "Talks with customers in natural language."],
  ["warehouse-vision", true, "", "Detects parcels, not people: no rule applies."],
  ["demand-forecast", true, "", "Forecasts demand for goods: no rule applies."],
];

/** Characters per token, roughly; for plausible usage. */
const TOKEN = 4;

/** The hosted provider's stand-in while the sample is made. */
export interface SampleModel {
  /** Settings that lead the functions to it. */
  settings: Readonly<Record<string, string>>;
  close(): void;
}

/** Speaks the Messages API of the hosted provider, so that the sample's usage has its prices. */
export async function startModel(): Promise<SampleModel> {
  const { port, close } = await listenOnLoopback(async (request, response) => {
    const asked = JSON.parse(await textOf(request));
    const input: string = asked.messages[0].content;
    const text = JSON.stringify(verdictOn(JSON.parse(input)));
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        type: "message",
        role: "assistant",
        model: asked.model,
        content: [{ type: "text", text }],
        stop_reason: "end_turn",
        usage: {
          input_tokens: Math.ceil((asked.system.length + input.length) / TOKEN),
          output_tokens: Math.ceil(text.length / TOKEN),
        },
      }),
    );
  }, 0);
  return {
    settings: { HOSTED_LLM_BASE_URL: `http://127.0.0.1:${port}`, HOSTED_LLM_API_KEY: "sample" },
    close,
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

interface Question {
  rules: readonly { framework_id: string; use_case_id: string }[];
  artifact: { name: string };
}

function verdictOn({ rules, artifact }: Question) {
  const [, isAi, beginnings, rationale] = verdicts.find(([word]) =>
    artifact.name.includes(word),
  ) ?? ["", false, "", "Nothing in it points to a model or to inference."];
  const applies = (id: string) =>
    beginnings.split(" ").some((beginning) => beginning !== "" && id.startsWith(beginning));
  return {
    is_ai_system: isAi,
    matched_rules: rules
      .filter(({ use_case_id }) => applies(use_case_id))
      .map(({ framework_id, use_case_id }) => ({ framework_id, use_case_id })),
    confidence: isAi ? 0.93 : 0.88,
    rationale,
  };
}
