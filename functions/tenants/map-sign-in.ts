import { bindJob } from "#shared/edge/bind-job.ts";
import { mapSignIn } from "#shared/use-cases/tenants/map-sign-in.ts";

const map = (event: { triggerSource?: unknown; response?: object }) =>
  bindJob("mapSignIn", async () => {
    const response = mapSignIn(event);
    if (response !== null) event.response = response;
    return { federated: response !== null };
  });

/** Cognito asks when somebody arrives and before it makes a token, and expects its own event back with the answer in it. */
export const handler = async (
  event: { triggerSource?: unknown; response?: object },
  context: { getRemainingTimeInMillis: () => number },
) => {
  await map(event)(null, context);
  return event;
};
