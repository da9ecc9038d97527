import { visible } from "#shared/domain/text/text.ts";

/**
 * Runs a command of this folder. A number that it returns is the exit code; an error's message is
 * printed with its hidden characters written out.
 * @param faultCode the exit code of an error
 */
export async function runCommand(main: () => Promise<unknown>, faultCode = 1): Promise<void> {
  try {
    const code = await main();
    if (typeof code === "number") process.exitCode = code;
  } catch (error) {
    console.error(visible(error instanceof Error ? error.message : String(error)));
    process.exit(faultCode);
  }
}
