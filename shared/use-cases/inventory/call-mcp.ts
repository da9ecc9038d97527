import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/inventory.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { MCP_MESSAGES } from "#shared/domain/inventory/limits.ts";
import { type Member, unknownTenant } from "#shared/domain/tenants/tenant.ts";
import { send } from "#shared/platform/http/send.ts";
import { baseUrl } from "#shared/platform/settings.ts";
import { putAuditRow } from "#shared/store/audit.ts";
import { takeFrom } from "#shared/store/rates.ts";
import { readMcpEnabled } from "#shared/store/tenant-mcp.ts";
import { transact } from "#shared/store/transact.ts";

/** A tool for agents: an operation that a tenant's people may read as JSON. */
export interface McpTool {
  /** The operation's id. */
  name: string;
  title: string;
  /** Only an organisation's admins, or all of its people. */
  access: "org" | "user";
  inputSchema: Record<string, unknown>;
}

/** The tools, as the route table defines them. */
interface Tools {
  agentTools(): readonly McpTool[];
  /** @throws DomainError `not_found`, `validation_failed` */
  toolAddress(name: string, given: unknown): string;
}

interface McpCall {
  principal: Member;
  /** The caller's own token, with which its tools read. */
  authorization: string;
  loadTools: () => Promise<Tools>;
  now: string;
}

/** Only the tools of the caller's role. */
const toolsOf = async ({ loadTools, principal }: McpCall): Promise<McpTool[]> =>
  (await loadTools())
    .agentTools()
    .filter(({ access }) => access === "user" || principal.orgRole === "admin");

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

/** The versions of the protocol in which these messages have the same meaning, newest first. */
const versions = ["2025-11-25", "2025-06-18", "2025-03-26"];

const NO_SUCH_METHOD = -32_601;
const WRONG_PARAMETERS = -32_602;

/** A tool's answer may take this long. */
const PATIENCE_MS = 20_000;
/** No answer of the API is larger. */
const MAX_BYTES = 6 * 1024 * 1024;

/** @throws DomainError `not_found` while the tenant has not switched the tools on */
async function requireMcpEnabled(tenantId: string): Promise<void> {
  const isEnabled = await readMcpEnabled(tenantId);
  if (isEnabled === null) throw unknownTenant();
  if (!isEnabled) throw new DomainError("not_found", "The tools for agents are switched off.");
}

/**
 * Answers one message of the Model Context Protocol; the server keeps no session.
 * @returns null for a notification, or an answer of the client's
 * @throws DomainError `not_found` while the tenant has not switched the tools on, `rate_limited`
 */
export async function callMcp(message: Message, call: McpCall): Promise<McpAnswer | null> {
  await requireMcpEnabled(call.principal.tenantId);
  await takeFrom(MCP_MESSAGES, call.principal.userId, call.now, call.principal.tenantId);
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
      return answer({ result: { tools: (await toolsOf(call)).map(described) } });
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

/** Calls the API with the caller's token, so a tool reads exactly what that person may read. */
async function callTool(
  params: Readonly<Record<string, unknown>>,
  call: McpCall,
): Promise<Pick<McpAnswer, "result" | "error">> {
  const tool = (await toolsOf(call)).find(({ name }) => name === params.name);
  if (tool === undefined) {
    return { error: { code: WRONG_PARAMETERS, message: "There is no such tool." } };
  }
  const { address, error } = await addressOf(tool, params.arguments, call);
  if (error !== undefined) return { error };
  await noteCall(tool, call);
  try {
    const { status, headers, bytes } = await send({
      method: "GET",
      url: `${baseUrl()}${address}`,
      headers: { authorization: call.authorization, accept: "application/json" },
      timeoutMs: PATIENCE_MS,
      mostBytes: MAX_BYTES,
    });
    const isText = /^application\/([a-z.-]+\+)?json\b|^text\//.test(headers["content-type"] ?? "");
    const text = isText ? bytes.toString() : "This is a file: download it from the API.";
    const isError = !(status >= 200 && status < 300 && isText);
    return { result: { content: [{ type: "text", text }], isError } };
  } catch {
    const text = "The service could not be reached; try again.";
    return { result: { content: [{ type: "text", text }], isError: true } };
  }
}

/** The address to call, or an answer that explains what is wrong with the arguments. */
async function addressOf(tool: McpTool, given: unknown, { loadTools }: McpCall) {
  try {
    return { address: (await loadTools()).toolAddress(tool.name, given) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const faults = (error.errors ?? []).map(({ path, message }) => `${path}: ${message}`);
    const message = [error.message, ...faults].join(" ");
    return { error: { code: WRONG_PARAMETERS, message } };
  }
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
