import { screens } from "../shell/screens.tsx";
import { EndpointDetail } from "./detail.tsx";
import { EditEndpoint } from "./edit.tsx";
import { Endpoints } from "./list.tsx";
import { NewEndpoint } from "./new.tsx";

export const Area = screens(
  ["/webhooks", Endpoints],
  ["/webhooks/new", NewEndpoint],
  ["/webhooks/:id", EndpointDetail],
  ["/webhooks/:id/edit", EditEndpoint],
);
