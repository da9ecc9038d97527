import type { Rate } from "#shared/domain/limiter/rate.ts";

/** Messages that an agent sends, for each person whose token it has. */
export const MCP_MESSAGES: Rate = {
  name: "mcp_messages",
  most: 60,
  per: "minute",
  refusal: "An agent may send 60 messages a minute for each person. Wait for the next minute.",
};
