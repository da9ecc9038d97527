import { failed, fieldsOf, goodObject, textOr, usageIn } from "#shared/domain/extractors/answer.ts";
import type { Adapter } from "#shared/domain/extractors/call.ts";

const CONTRACT = "extractor.v1";

/**
 * The customer's own endpoint, which implements our contract `extractor.v1`; called at the exact
 * URL given. A response with another contract or request id is rejected.
 */
export const byo: Adapter = {
  build: ({ entry, task, deadlineMs, repair }) => ({
    method: "POST",
    url: entry.endpoint ?? "",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${entry.credential ?? ""}`,
    },
    body: {
      contract: CONTRACT,
      request_id: task.requestId,
      task: task.kind,
      model: entry.model,
      instructions: task.instructions,
      input: task.input,
      output_schema: task.schema,
      limits: { deadline_ms: deadlineMs, max_output_tokens: task.maxOutputTokens },
      ...(repair === undefined ? {} : { repair: { answer: repair.answer, faults: repair.faults } }),
    },
  }),

  read: (answer, { entry, task }) => {
    const fields = goodObject(answer);
    if (typeof fields === "string") return failed(fields);
    const usage = usageIn(fieldsOf(fields["usage"]), "input_tokens", "output_tokens");
    const isOurs =
      (fields["contract"] ?? CONTRACT) === CONTRACT &&
      (fields["request_id"] ?? task.requestId) === task.requestId;
    if (fields["ok"] !== true || !isOurs || fields["output"] === undefined) {
      return failed("contract_violation", usage);
    }
    return {
      ok: true,
      answer: { value: fields["output"] },
      usage,
      model: textOr(fields["model"], entry.model),
    };
  },
};
