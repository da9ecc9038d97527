import { Route, Switch } from "wouter-preact";
import { NotFound } from "../shell/frame.tsx";
import { RoomDetail } from "./detail.tsx";
import { Rooms } from "./list.tsx";
import { NewRoom } from "./new.tsx";

export const Area = () => (
  <Switch>
    <Route path="/rooms" component={Rooms} />
    <Route path="/rooms/new" component={NewRoom} />
    <Route path="/rooms/:id">{({ id }) => <RoomDetail key={id} id={id} />}</Route>
    <Route component={NotFound} />
  </Switch>
);
