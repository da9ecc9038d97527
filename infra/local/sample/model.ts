import { text } from "node:stream/consumers";
import { listenOnLoopback } from "#infra/local/listen.ts";
import { eachFact, type FactName, type FactValue } from "#shared/domain/inventory/facts.ts";

type Answers = Readonly<Partial<Record<FactName, FactValue>>>;

/** The model's answers if a name contains the word. It answers no to everything else. */
const answers: readonly (readonly [word: string, purpose: string, facts: Answers])[] = [
  ["cv-screening", "Ranks applicants for jobs by their CVs.", hiring({ narrow_task: "none" })],
  ["applicant-ranking", "An endpoint that ranks applicants.", hiring({ profiles: true })],
  [
    "shift-planner",
    "Allocates shifts to workers by their past performance.",
    { area: ["employment_worker_management"], subjects: ["employees"], profiles: null },
  ],
  [
    "credit-scoring",
    "Scores the creditworthiness of natural persons.",
    { area: ["creditworthiness", "financial_lending"], profiles: true, decides: "decides" },
  ],
  ["life-insurance", "Prices life insurance by personal risk.", insurance({ profiles: true })],
  [
    "claims-triage",
    "Sorts health claims by risk for the people who assess and price it.",
    insurance({ narrow_task: "preparatory" }),
  ],
  [
    "emotion-monitor",
    "Infers emotions of people at work.",
    { practices: ["emotion_inference_work_education"], biometric: "emotion" },
  ],
  [
    "support-chatbot",
    "Talks with customers in natural language.",
    { interacts_with_people: true, generates_content: ["text"], model_family: "Transformer" },
  ],
  ["warehouse-vision", "Detects parcels, not people.", {}],
  ["demand-forecast", "Forecasts demand for goods.", { practices: null, area: null }],
];

function hiring(more: Answers): Answers {
  return {
    area: ["employment_recruitment", "employment"],
    subjects: ["applicants"],
    decides: "materially_influences",
    ...more,
  };
}

function insurance(more: Answers): Answers {
  return { area: ["life_health_insurance"], subjects: ["patients"], decides: "assists", ...more };
}

/** Characters per token, roughly, to make usage plausible. */
const TOKEN = 4;

/** Stands in for the hosted provider while the sample is made. */
export interface SampleModel {
  /** Settings that direct the functions to it. */
  settings: Readonly<Record<string, string>>;
  close(): void;
}

/** Speaks the Messages API of the hosted provider, so that the sample's usage gets its prices. */
export async function startModel(): Promise<SampleModel> {
  const { port, close } = await listenOnLoopback(async (request, response) => {
    const asked = JSON.parse(await text(request));
    const input: string = asked.messages[0].content;
    const facts = JSON.stringify(factsAbout(JSON.parse(input).artifact.name));
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        type: "message",
        role: "assistant",
        model: asked.model,
        content: [{ type: "text", text: facts }],
        stop_reason: "end_turn",
        usage: {
          input_tokens: Math.ceil((asked.system.length + input.length) / TOKEN),
          output_tokens: Math.ceil(facts.length / TOKEN),
        },
      }),
    );
  }, 0);
  return {
    settings: { HOSTED_LLM_BASE_URL: `http://127.0.0.1:${port}`, HOSTED_LLM_API_KEY: "sample" },
    close,
  };
}

/** Defaults for a system about which nothing is recorded. */
export const knownNo = {
  area: [],
  practices: [],
  subjects: [],
  profiles: false,
  interacts_with_people: false,
  generates_content: [],
  decides: "none",
  biometric: "none",
  narrow_task: "none",
  safety_component: "none",
  role: "deployer",
} satisfies Answers;

/** Answers in a model's form, each with the word from the name as its quote. */
function factsAbout(name: string) {
  const found = answers.find(([word]) => name.includes(word));
  const [quote, purpose, facts] = found ?? [name, "Nothing points to a model.", {}];
  const all: Answers = { ...knownNo, is_ai_system: found !== undefined, purpose, ...facts };
  return eachFact((fact) => {
    const value = all[fact] ?? null;
    return value === null
      ? { quote: "", value: false, confidence: 0 }
      : { quote, value, confidence: 0.93 };
  });
}
