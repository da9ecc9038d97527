import type { ProviderCall, Repair } from "./call.ts";

interface Message {
  role: "user" | "assistant";
  content: string;
}

const complaint = ({ faults }: Repair): string =>
  `That answer does not fit the schema:\n${faults.map((fault) => `- ${fault}`).join("\n")}\n` +
  "Answer again with one JSON object that fits the schema, and nothing else.";

/**
 * The messages for a chat-style provider: the input and, for a repair, the rejected answer and its
 * faults.
 */
export function conversation({ task, repair }: ProviderCall): Message[] {
  const input: Message = { role: "user", content: task.input };
  if (repair === undefined) return [input];
  return [
    input,
    { role: "assistant", content: repair.answer },
    { role: "user", content: complaint(repair) },
  ];
}
