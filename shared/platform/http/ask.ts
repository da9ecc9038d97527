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

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
