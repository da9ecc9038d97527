import type { BrowserServer } from "playwright-core";
import type { TestProject } from "vitest/node";
import { startBrowser } from "./browser.ts";

declare module "vitest" {
  export interface ProvidedContext {
    browserEndpoint: string;
  }
}

let server: BrowserServer | undefined;

/** One browser for all tests of the counsel page; they connect to it. */
export async function setup(project: TestProject): Promise<void> {
  server = await startBrowser();
  project.provide("browserEndpoint", server.wsEndpoint());
}

export async function teardown(): Promise<void> {
  await server?.close();
}
