// biome-ignore lint/suspicious/noExplicitAny: whoever asks reads each member that it needs
export type Json = any;

export interface Asked {
  status: number;
  text: string;
  /** Null if it is not JSON. */
  body: Json;
}

/** Asks the service as its users do, by its public address. @throws what `fetch` throws */
export async function ask(url: string, request: RequestInit): Promise<Asked> {
  const response = await fetch(url, request);
  const text = await response.text();
  return { status: response.status, text, body: parsed(text) };
}

interface JsonRequest {
  method: string;
  body?: unknown;
  token?: string | null | undefined;
  /** By default JSON. */
  accept?: string | undefined;
}

/** Asks with a JSON body, as the holder of the token. @throws what `fetch` throws */
export const askJson = (
  url: string,
  { method, body, token, accept = "application/json" }: JsonRequest,
): Promise<Asked> =>
  ask(url, {
    method,
    headers: {
      accept,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
