import type nodeHttp from "node:http";
import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from "node:http";
import { Socket } from "node:net";
import { Readable } from "node:stream";
import type { Call, Fate, Run } from "./call.ts";

/** The gate where calls wait until they are released. */
export interface Gate {
  /** The current run of the calling function. */
  run(): Run | null;
  /** The agent of all functions' calls, however often the functions start. */
  agent: Agent;
  /** Whether there is no plan, so that every call passes at once. */
  isOpen(): boolean;
  /** Releases a call. @returns its body as it is sent */
  letGo(body: unknown): unknown;
  /** Called when a run makes a call, even if it is over. */
  goesOn(run: Run): void;
  /** Called when something has happened by itself. */
  told(): void;
}

/** A process that has ended reaches nobody any more. */
const cutOff = {
  agent: undefined,
  createConnection: () => new Socket(),
};

/** `node:http` for a function whose calls wait at the gate. */
export function heldHttp(http: typeof nodeHttp, gate: Gate): typeof nodeHttp {
  const request = (...given: [RequestOptions, (answer: IncomingMessage) => void]) => {
    const [options, onAnswer] = given;
    const run = gate.run();
    if (run === null || typeof onAnswer !== "function") {
      return Reflect.apply(http.request, undefined, given) as ClientRequest;
    }
    let fate: Fate = "passes";
    let held: Call | null = null;
    let isLetGo = false;
    const isAnswered = once(() => {
      run.asked -= 1;
      gate.told();
    });
    const onward = http.request(
      { ...options, ...(run.isDead ? cutOff : { agent: gate.agent }) },
      (answer) => {
        answer.once("close", isAnswered);
        if (run.isDead) return;
        if (fate !== "dies after") return onAnswer(answer);
        answer.resume();
        run.die(`The process ended after ${nameOf(options)}.`);
      },
    );
    onward.once("error", () => {
      if (isLetGo) return isAnswered();
      // The connection ended while the call waited. The caller hears so, and asks again.
      run.waiting = run.waiting.filter((one) => one !== held);
      gate.told();
    });
    const end = onward.end.bind(onward);
    const release = (what: Fate, body: unknown) => {
      fate = what;
      isLetGo = true;
      const sent = gate.letGo(body);
      run.asked += 1;
      if (what === "passes" || what === "dies after") {
        end(sent as never);
        return;
      }
      isAnswered();
      if (what === "dies before") run.die(`The process ended before ${nameOf(options)}.`);
      else onAnswer(throttled());
      onward.on("error", () => undefined).destroy();
    };
    onward.end = (body?: unknown) => {
      // A process that has ended makes no more calls, and gets no answers.
      if (run.isDead) return onward;
      if (gate.isOpen() || run.isOver) {
        gate.goesOn(run);
        release("passes", body);
        return onward;
      }
      const name = nameOf(options);
      held = {
        name,
        body,
        isWrite: /Put|Update|Delete|Write|Create|Send|Sign|POST/.test(name),
        release: (what) => release(what, body),
      };
      run.waiting.push(held);
      gate.told();
      return onward;
    };
    return onward;
  };
  return { ...http, request: request as typeof http.request };
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}

/** The operation of an AWS service, otherwise method and path. */
function nameOf({ headers, method, path }: RequestOptions): string {
  const given = new Map(
    Object.entries((headers ?? {}) as Record<string, unknown>).map(([name, value]) => [
      name.toLowerCase(),
      String(value),
    ]),
  );
  return given.get("x-amz-target")?.split(".").at(-1) ?? `${method} ${path?.split("?")[0] ?? ""}`;
}

/** AWS's answer to a caller who asked too often. */
function throttled(): IncomingMessage {
  const said = { __type: "ThrottlingException", message: "Too many requests." };
  return Object.assign(Readable.from([Buffer.from(JSON.stringify(said))]), {
    statusCode: 400,
    headers: { "content-type": "application/x-amz-json-1.0", date: new Date().toUTCString() },
  }) as unknown as IncomingMessage;
}
