import { screens } from "../shell/screens.tsx";
import { Detail } from "./detail.tsx";
import { PanelDetail } from "./panel.tsx";
import { Panels } from "./panels.tsx";
import { askQueueAhead, Queue } from "./queue.tsx";
import { RequestReview } from "./request.tsx";

export const ahead = (path: string): void => {
  if (path === "/reviews") askQueueAhead();
};

export const Area = screens(
  ["/reviews", Queue],
  ["/reviews/new", RequestReview],
  ["/reviews/panels", Panels],
  ["/reviews/panels/:id", PanelDetail],
  ["/reviews/:id", Detail],
);
