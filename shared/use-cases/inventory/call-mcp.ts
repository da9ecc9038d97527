import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/inventory.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { type Member, unknownTenant } from "#shared/domain/tenants/tenant.ts";
import { baseUrl } from "#shared/platform/settings.ts";
import { putAuditRow } from "#shared/store/audit.ts";
import { readMcpEnabled } from "#shared/store/tenant-mcp.ts";
import { transact } from "#shared/store/transact.ts";

/** A tool: an operation of the API that only reads. */
interface McpTool {
  /** The operation's id. */
  name: string;
  title: string;
  path: string;
  access: string;
  inputSchema: Record<string, unknown>;
}

interface McpCall {
  principal: Member;
  /** The caller's own token, with which its tools read. */
  authorization: string;
  /** Every tool (tool-schema.ts), as JSON. */
  tools: string;
  now: string;
}

/** The tools of the caller's role only. */
const toolsOf = ({ tools, principal }: McpCall): McpTool[] =>
  (JSON.parse(tools) as McpTool[]).filter(
    ({ access }) => access === "user" || principal.orgRole === "admin",
  );

interface Message {
  id?: string | number | null | undefined;
  method?: string | undefined;
  params?: Readonly<Record<string, unknown>> | undefined;
}

interface McpAnswer {
  jsonrpc: "2.0";
  id: string | number | null;
  result?: unknown;
  error?: { code: number; message: string };
}

/** Versions of the protocol in which these messages mean the same, newest first. */
const versions = ["2025-11-25", "2025-06-18", "2025-03-26"];

const NO_SUCH_METHOD = -32_601;
const WRONG_PARAMETERS = -32_602;

/** A tool's answer may take this long. */
const PATIENCE_MS = 20_000;

/** @throws DomainError `not_found` while the tenant has not switched the tools on */
async function requireMcpEnabled(tenantId: string): Promise<void> {
  const isEnabled = await readMcpEnabled(tenantId);
  if (isEnabled === null) throw unknownTenant();
  if (!isEnabled) throw new DomainError("not_found", "The tools for agents are switched off.");
}

/**
 * Answers one message of the Model Context Protocol; the server keeps no session.
 * @returns null for a notification, or an answer of the client's
 * @throws DomainError `not_found` while the tenant has not switched the tools on
 */
export async function callMcp(message: Message, call: McpCall): Promise<McpAnswer | null> {
  await requireMcpEnabled(call.principal.tenantId);
  const { id, method, params = {} } = message;
  if (method === undefined || id === undefined || id === null) return null;
  const answer = (rest: Pick<McpAnswer, "result" | "error">): McpAnswer => ({
    jsonrpc: "2.0",
    id,
    ...rest,
  });
  switch (method) {
    case "initialize":
      return answer({ result: initialized(params) });
    case "ping":
      return answer({ result: {} });
    case "tools/list":
      return answer({ result: { tools: toolsOf(call).map(described) } });
    case "tools/call":
      return answer(await callTool(params, call));
    default:
      return answer({ error: { code: NO_SUCH_METHOD, message: "There is no such method." } });
  }
}

const initialized = ({ protocolVersion }: Readonly<Record<string, unknown>>) => ({
  protocolVersion: versions.find((version) => version === protocolVersion) ?? versions[0],
  capabilities: { tools: {} },
  serverInfo: { name: "countersign", version: "1" },
  instructions: "Read-only: what was found in the tenant's environments, and what it is in law.",
});

const described = ({ name, title, inputSchema }: McpTool) => ({
  name,
  description: title,
  inputSchema,
  annotations: { title, readOnlyHint: true, openWorldHint: false },
});

/** Calls the API as its caller, so that a tool reads exactly what that person may. */
async function callTool(
  params: Readonly<Record<string, unknown>>,
  call: McpCall,
): Promise<Pick<McpAnswer, "result" | "error">> {
  const tool = toolsOf(call).find(({ name }) => name === params.name);
  if (tool === undefined) {
    return { error: { code: WRONG_PARAMETERS, message: "There is no such tool." } };
  }
  const address = addressOf(tool.path, params.arguments);
  if (address === null) {
    return {
      error: { code: WRONG_PARAMETERS, message: "The arguments are not texts and numbers." },
    };
  }
  await noteCall(tool, call);
  try {
    const response = await fetch(`${baseUrl()}${address}`, {
      headers: { authorization: call.authorization, accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await response.text();
    return { result: { content: [{ type: "text", text }], isError: !response.ok } };
  } catch {
    const text = "The service could not be reached; try again.";
    return { result: { content: [{ type: "text", text }], isError: true } };
  }
}

/** The path and query of a call; null if an argument cannot stand in an address. */
function addressOf(path: string, given: unknown): string | null {
  const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
  const rest = new Map(Object.entries(isObject ? given : {}));
  const isPlain = [...rest.values()].every((one) =>
    ["string", "number", "boolean"].includes(typeof one),
  );
  if (!isPlain || (given !== undefined && !isObject)) return null;
  const parts = path.split("/").map((segment) => {
    if (!segment.startsWith("{")) return segment;
    const name = segment.slice(1, -1);
    const value = String(rest.get(name) ?? "");
    rest.delete(name);
    // An id is a UUID: nothing that leads elsewhere in the API.
    return /^[0-9a-zA-Z-]{1,64}$/.test(value) ? value : null;
  });
  if (parts.includes(null)) return null;
  const query = new URLSearchParams(
    [...rest].map(([name, value]): [string, string] => [name, String(value)]),
  );
  return `${parts.join("/")}${query.size === 0 ? "" : `?${query}`}`;
}

const noteCall = ({ name }: McpTool, { principal, now }: McpCall) =>
  transact({
    row: putAuditRow(
      auditRow({
        action: "tenant.tool_called",
        resourceId: principal.tenantId,
        tenantId: principal.tenantId,
        actorUserId: principal.userId,
        context: { tool: name },
        id: randomUUID(),
        at: now,
      }),
    ),
  });
