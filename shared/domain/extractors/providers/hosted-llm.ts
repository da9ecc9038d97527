import { below } from "#shared/domain/extractors/address.ts";
import { failed, fieldsOf, goodObject, textOr, usageIn } from "#shared/domain/extractors/answer.ts";
import type { Adapter } from "#shared/domain/extractors/call.ts";
import type { FailureCode } from "#shared/domain/extractors/failure.ts";
import { conversation } from "#shared/domain/extractors/repair.ts";
import { thinks } from "#shared/domain/extractors/thinking.ts";

/** Stop reasons besides `end_turn`; any other is a contract violation. */
const ends: ReadonlyMap<unknown, FailureCode> = new Map([
  ["max_tokens", "truncated"],
  ["model_context_window_exceeded", "truncated"],
  ["refusal", "refused"],
]);

/** The vendor's Messages API with structured output. */
export const hostedLlm: Adapter = {
  build: (call) => ({
    method: "POST",
    url: below(call.entry.endpoint ?? "", ["v1", "messages"]),
    headers: {
      "content-type": "application/json",
      "x-api-key": call.entry.credential ?? "",
      "anthropic-version": "2023-06-01",
    },
    body: {
      model: call.entry.model,
      max_tokens: call.task.maxOutputTokens,
      system: call.task.instructions,
      messages: conversation(call),
      output_config: {
        ...(thinks(call.entry) ? { effort: "low" } : {}),
        format: { type: "json_schema", schema: call.task.schema },
      },
    },
  }),

  read: (answer, { entry }) => {
    const fields = goodObject(answer);
    if (typeof fields === "string") return failed(fields);
    const usage = usageIn(fieldsOf(fields["usage"]), "input_tokens", "output_tokens");
    if (fields["stop_reason"] !== "end_turn") {
      return failed(ends.get(fields["stop_reason"]) ?? "contract_violation", usage);
    }
    const blocks = Array.isArray(fields["content"]) ? fields["content"].map(fieldsOf) : [];
    const text = blocks
      .filter((block) => block?.["type"] === "text" && typeof block["text"] === "string")
      .map((block) => block?.["text"])
      .join("");
    if (text.trim() === "") return failed("contract_violation", usage);
    return { ok: true, answer: { text }, usage, model: textOr(fields["model"], entry.model) };
  },
};
