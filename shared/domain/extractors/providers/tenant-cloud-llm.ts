import { below } from "#shared/domain/extractors/address.ts";
import {
  failed,
  fieldsOf,
  goodObject,
  objectIn,
  textOr,
  usageIn,
} from "#shared/domain/extractors/answer.ts";
import type { Adapter, WireAnswer } from "#shared/domain/extractors/call.ts";
import { conversation } from "#shared/domain/extractors/repair.ts";

const API_VERSION = "api-version=2024-10-21";

/** Chat completions from a deployment in the customer's own cloud subscription. */
export const tenantCloudLlm: Adapter = {
  build: (call) => ({
    method: "POST",
    url: below(
      call.entry.endpoint ?? "",
      ["openai", "deployments", call.entry.model ?? "", "chat", "completions"],
      API_VERSION,
    ),
    headers: { "content-type": "application/json", "api-key": call.entry.credential ?? "" },
    body: {
      model: call.entry.model,
      max_tokens: call.task.maxOutputTokens,
      messages: [{ role: "system", content: call.task.instructions }, ...conversation(call)],
      response_format: {
        type: "json_schema",
        json_schema: { name: call.task.schemaName, strict: true, schema: call.task.schema },
      },
    },
  }),

  read: (answer, { entry }) => {
    if (isContentFilter(answer)) return failed("refused");
    const fields = goodObject(answer);
    if (typeof fields === "string") return failed(fields);
    const usage = usageIn(fieldsOf(fields["usage"]), "prompt_tokens", "completion_tokens");
    const choice = fieldsOf(Array.isArray(fields["choices"]) ? fields["choices"][0] : null);
    const message = fieldsOf(choice?.["message"]);
    const reason = choice?.["finish_reason"];
    if (reason === "length") return failed("truncated", usage);
    if (reason === "content_filter" || textOr(message?.["refusal"], null) !== null) {
      return failed("refused", usage);
    }
    const text = message?.["content"];
    if (reason !== "stop" || typeof text !== "string" || text.trim() === "") {
      return failed("contract_violation", usage);
    }
    return { ok: true, answer: { text }, usage, model: textOr(fields["model"], entry.model) };
  },
};

/** The content filter responds with a 400 and its own error code. */
function isContentFilter({ status, body }: WireAnswer): boolean {
  return status === 400 && fieldsOf(objectIn(body)?.["error"])?.["code"] === "content_filter";
}
