import "./style.css";
import { render } from "preact";
import { App } from "./shell/app.tsx";
import { signIn } from "./shell/session.ts";

const root = document.getElementById("app") as HTMLElement;
render(<App />, root);
void signIn();
