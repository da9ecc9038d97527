import { below } from "#shared/domain/extractors/address.ts";
import { failed, fieldsOf, goodObject, textOr, usageIn } from "#shared/domain/extractors/answer.ts";
import type { Adapter, Task } from "#shared/domain/extractors/call.ts";
import { conversation } from "#shared/domain/extractors/repair.ts";

/** Only a few: the server reloads the model whenever the context window's size changes. */
const CONTEXT_SIZES = [8192, 16_384, 32_768];
const CHARACTERS_PER_TOKEN = 3;

/** The smallest window that fits the whole task: the server silently truncates the rest. */
function contextSize(task: Task<unknown>): number {
  const needed =
    (task.instructions.length + task.input.length) / CHARACTERS_PER_TOKEN +
    2 * task.maxOutputTokens;
  return CONTEXT_SIZES.find((size) => size >= needed) ?? 32_768;
}

/**
 * The native chat API of a self-hosted server; its compatibility API cannot set the context size.
 */
export const localLlm: Adapter = {
  build: (call) => ({
    method: "POST",
    url: below(call.entry.endpoint ?? "", ["api", "chat"]),
    headers: {
      "content-type": "application/json",
      ...(call.entry.credential === null
        ? {}
        : { authorization: `Bearer ${call.entry.credential}` }),
    },
    body: {
      model: call.entry.model,
      messages: [{ role: "system", content: call.task.instructions }, ...conversation(call)],
      stream: false,
      format: call.task.schema,
      options: { temperature: 0, num_ctx: contextSize(call.task) },
    },
  }),

  read: (answer, { entry }) => {
    const fields = goodObject(answer);
    if (typeof fields === "string") return failed(fields);
    const usage = usageIn(fields, "prompt_eval_count", "eval_count");
    if (fields["done_reason"] === "length") return failed("truncated", usage);
    const text = fieldsOf(fields["message"])?.["content"];
    if (fields["done_reason"] !== "stop" || typeof text !== "string" || text.trim() === "") {
      return failed("contract_violation", usage);
    }
    return { ok: true, answer: { text }, usage, model: textOr(fields["model"], entry.model) };
  },
};
