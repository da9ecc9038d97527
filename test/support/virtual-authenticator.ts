import type { Page } from "playwright-core";

/** Chromium's virtual device: it starts without a passkey; `confirm(false)` fails verification. */
export interface Device {
  /** Whether the person at the device confirms. */
  confirm(yes: boolean): Promise<void>;
  /** Replaces the lost device with a new one, which has no passkey. */
  lose(): Promise<void>;
  credentials(): Promise<{ credentialId: string; signCount: number }[]>;
}

/** Gives a page a device that can hold passkeys (DevTools, "WebAuthn"). */
export async function giveDevice(page: Page): Promise<Device> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const add = async () =>
    (
      await session.send("WebAuthn.addVirtualAuthenticator", {
        options: {
          protocol: "ctap2",
          transport: "internal",
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      })
    ).authenticatorId;
  let authenticatorId = await add();
  return {
    confirm: async (isUserVerified) => {
      await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
    lose: async () => {
      await session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
      authenticatorId = await add();
    },
    credentials: async () =>
      (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
  };
}
