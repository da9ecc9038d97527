import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { startLocalServer } from "#infra/local/local-server.ts";
import type { ExtractorProvider } from "#shared/domain/extractors/catalog.ts";
import type { AnsweredFacts } from "#shared/domain/inventory/answered-facts.ts";

/** Providers that are called over HTTP. */
export const wireProviders = ["hosted_llm", "tenant_cloud_llm", "local_llm", "byo"] as const;
export type WireProvider = Exclude<ExtractorProvider, "mock">;

export interface SeenRequest {
  path: string;
  headers: IncomingMessage["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every provider's shape
  body: any;
}

/** A fake of every provider; the first segment of the path selects its behaviour. */
export interface Upstream {
  url: string;
  /** `127.0.0.1:<port>`, for EXTRACTOR_ALLOWED_HOSTS. */
  host: string;
  seen: SeenRequest[];
  close(): Promise<void>;
}

export type Reply = (request: SeenRequest, response: ServerResponse) => void;

const said = (value: AnsweredFacts["area"]["value"]) => ({
  value,
  confidence: 0.9,
  quote: "ranking",
});

/** A model's answers about a system that ranks applicants and has "ranking" in its name. */
export const goodFacts: AnsweredFacts = {
  is_ai_system: said(true),
  purpose: said("Ranks applicants."),
  area: said(["employment_recruitment"]),
  practices: said([]),
  subjects: said(["applicants"]),
  profiles: said(true),
  interacts_with_people: said(false),
  generates_content: said([]),
  decides: said("assists"),
  biometric: said("none"),
  narrow_task: said("none"),
  safety_component: said("none"),
  role: said("deployer"),
  model_family: { value: null, confidence: null, quote: null },
};

/** The provider whose wire protocol a path belongs to. */
function providerOf(path: string): WireProvider {
  if (path.endsWith("/v1/messages")) return "hosted_llm";
  if (path.includes("/chat/completions")) return "tenant_cloud_llm";
  return path.endsWith("/api/chat") ? "local_llm" : "byo";
}

export interface Shaped {
  text: string;
  /** Why the model stopped; each provider has its own words for this. */
  end?: "stop" | "length" | "refused" | "other";
}

/** A 200 body in a provider's own shape. */
export function shaped(
  provider: WireProvider,
  request: SeenRequest,
  { text, end = "stop" }: Shaped,
) {
  const pick = (stop: string, length: string, refused: string) =>
    ({ stop, length, refused, other: "something_new" })[end];
  if (provider === "hosted_llm") {
    return {
      type: "message",
      role: "assistant",
      model: request.body.model,
      content: [{ type: "text", text }],
      stop_reason: pick("end_turn", "max_tokens", "refusal"),
      usage: { input_tokens: 100, output_tokens: 10 },
    };
  }
  if (provider === "tenant_cloud_llm") {
    return {
      object: "chat.completion",
      model: "gpt-test",
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: text },
          finish_reason: pick("stop", "length", "content_filter"),
        },
      ],
      usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
    };
  }
  if (provider === "local_llm") {
    return {
      model: request.body.model,
      message: { role: "assistant", content: text },
      done: true,
      done_reason: pick("stop", "length", "refused"),
      prompt_eval_count: 100,
      eval_count: 10,
    };
  }
  return {
    contract: "extractor.v1",
    request_id: request.body.request_id,
    ok: true,
    output: parsedOr(text),
    model: "own",
    usage: { input_tokens: 100, output_tokens: 10 },
  };
}

const parsedOr = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const json = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(typeof body === "string" ? body : JSON.stringify(body));

const inShape =
  (what: Shaped): Reply =>
  (request, response) =>
    json(response, 200, shaped(providerOf(request.path), request, what));

/** Every error echoes the request, as careless servers do. */
const refusal =
  (status: number, headers = {}): Reply =>
  (request, response) =>
    json(
      response,
      status,
      { type: "error", error: { type: "error", message: echo(request) } },
      headers,
    );

const echo = ({ headers, body }: SeenRequest): string => JSON.stringify({ headers, body });

/** How an upstream can behave; names are the first segment of the path. */
export const behaviours = {
  good: inShape({ text: JSON.stringify(goodFacts) }),
  fenced: inShape({ text: `\`\`\`json\n${JSON.stringify(goodFacts, null, 2)}\n\`\`\`` }),
  unauthorized: refusal(401),
  forbidden: refusal(403),
  rate_limited: refusal(429, { "retry-after": "7" }),
  server_error: refusal(500),
  overloaded: refusal(529),
  not_found: refusal(404),
  bad_request: refusal(400),
  content_filter: (request, response) =>
    json(response, 400, { error: { code: "content_filter", message: echo(request) } }),
  redirect: (request, response) => {
    response
      .writeHead(302, { location: "http://169.254.169.254/latest/meta-data" })
      .end(echo(request));
  },
  prose: inShape({ text: "I think this looks like an AI system, but I cannot be sure." }),
  cut_json: inShape({ text: JSON.stringify(goodFacts).slice(0, 40) }),
  wrong_schema: inShape({ text: JSON.stringify({ class: "high_risk", confidence: 0.9 }) }),
  empty_text: inShape({ text: "" }),
  truncated: inShape({ text: JSON.stringify(goodFacts), end: "length" }),
  refused: inShape({ text: JSON.stringify(goodFacts), end: "refused" }),
  odd_end: inShape({ text: JSON.stringify(goodFacts), end: "other" }),
  empty_body: (_, response) => {
    response.writeHead(200).end();
  },
  no_content: (_, response) => {
    response.writeHead(204).end();
  },
  html: (_, response) => {
    response
      .writeHead(200, { "content-type": "text/html" })
      .end("<!doctype html><title>Sign in</title>");
  },
  error_in_200: (request, response) =>
    json(response, 200, {
      type: "error",
      ok: false,
      error: { code: "upstream", message: echo(request) },
      raw_text: echo(request),
    }),
  cut_socket: (_, response) => {
    response.destroy();
  },
  cut_body: (request, response) => {
    const whole = JSON.stringify(
      shaped(providerOf(request.path), request, { text: JSON.stringify(goodFacts) }),
    );
    response.writeHead(200, { "content-length": whole.length });
    response.write(whole.slice(0, 50), () => response.destroy());
  },
  hang: () => undefined,
  hang_after_headers: (_, response) => {
    response.writeHead(200).flushHeaders();
  },
  drip: (_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), 20);
    response.on("close", () => clearInterval(timer));
  },
  endless: (_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const chunk = Buffer.alloc(64 * 1024, 0x20);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", more);
    more();
  },
  declared_huge: (_, response) => {
    response.writeHead(200, { "content-length": 50_000_000 }).write(" ");
  },
  gzip_bomb: (_, response) => {
    response
      .writeHead(200, { "content-encoding": "gzip" })
      .end(gzipSync(Buffer.alloc(20_000_000, 0x20)));
  },
  not_http: (_, response) => {
    response.socket?.end("SSH-2.0-OpenSSH_9.6\r\n\r\n");
  },
  huge_headers: (_, response) => {
    response.socket?.end(`HTTP/1.1 200 OK\r\nx-pad: ${"a".repeat(100_000)}\r\n\r\n`);
  },
} satisfies Record<string, Reply>;

export type Behaviour = keyof typeof behaviours;

export async function startUpstream(further: Record<string, Reply> = {}): Promise<Upstream> {
  const seen: SeenRequest[] = [];
  const all: Record<string, Reply> = { ...behaviours, ...further };
  const server = await startLocalServer(async (incoming, response) => {
    const request: SeenRequest = {
      path: incoming.url ?? "",
      headers: incoming.headers,
      body: parsedOr(await text(incoming)),
    };
    seen.push(request);
    const name = request.path.split(/[/?]/)[1] ?? "";
    (all[name] ?? behaviours.good)({ ...request, path: pathAlone(request.path) }, response);
  });
  return { ...server, seen };
}

const pathAlone = (path: string): string => path.split("?")[0] ?? path;
