import "./style.css";
import { render } from "preact";
import { App, askFirst, prepare } from "./shell/app.tsx";
import { signIn } from "./shell/session.ts";
import { unawaited } from "./shell/unawaited.ts";

const root = document.getElementById("app") as HTMLElement;
render(<App />, root);
prepare(globalThis.countersignArrival?.begun.goal ?? location.pathname);
unawaited(signIn(askFirst));
