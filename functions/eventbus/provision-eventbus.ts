import { bindBody } from "#shared/edge/bind.ts";
import * as eventbusRoutes from "#shared/routes/table/eventbus.ts";
import { provisionEventbus } from "#shared/use-cases/eventbus/provision-eventbus.ts";

export const handler = bindBody(eventbusRoutes.provisionEventbus)(({ params, caller }) => {
  const { connection_id: connectionId } = params;
  return provisionEventbus({ connectionId, ...caller });
});
