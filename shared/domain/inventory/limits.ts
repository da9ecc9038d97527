import type { Rate } from "#shared/domain/limiter/rate.ts";

/** How many messages an agent may send, counted per person whose token it uses. */
export const MCP_MESSAGES: Rate = {
  name: "mcp_messages",
  most: 60,
  per: "minute",
  refusal: "An agent may send 60 messages a minute for each person. Wait for the next minute.",
};
