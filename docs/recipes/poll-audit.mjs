// Reads the audit feed from where it stopped: prints each OCSF event as a line of JSON and keeps its
// cursor. Run it every minute or so; it ends when it has caught up. Node 20, no dependencies.
//   AUDIT_URL=https://countersign.example.com/machine/audit TOKEN_FILE=token.jwt \
//     STATE_FILE=audit-cursor node poll-audit.mjs >> audit.jsonl
import { readFile, rename, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

const { AUDIT_URL = "", TOKEN_FILE = "", STATE_FILE = "audit-cursor" } = process.env;
let cursor = await readFile(STATE_FILE, "utf8").catch(() => "");

/** One page; waits and asks again while the service asks for patience. */
async function nextPage() {
  const url = new URL(AUDIT_URL);
  const query = { order: "oldest", format: "ocsf", limit: "200", ...(cursor ? { cursor } : {}) };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  for (let attempt = 1; ; attempt += 1) {
    const authorization = `Bearer ${(await readFile(TOKEN_FILE, "utf8")).trim()}`;
    const answer = await fetch(url, {
      headers: { authorization },
      redirect: "error",
      signal: AbortSignal.timeout(30_000),
    });
    if (answer.ok) return answer.json();
    const isPassing = answer.status === 429 || answer.status >= 500;
    if (!isPassing || attempt === 5) throw new Error(`${answer.status}: ${await answer.text()}`);
    await wait(1000 * Number(answer.headers.get("retry-after") ?? 2 ** attempt));
  }
}

for (let isDone = false; !isDone; ) {
  const { items, next_cursor, caught_up } = await nextPage();
  const lines = items.map((event) => `${JSON.stringify(event)}\n`).join("");
  await new Promise((written) => process.stdout.write(lines, written));
  // Events first, then the cursor: after a crash in between they come once more, with the same uid.
  await writeFile(`${STATE_FILE}.new`, next_cursor);
  await rename(`${STATE_FILE}.new`, STATE_FILE);
  cursor = next_cursor;
  isDone = caught_up;
}
