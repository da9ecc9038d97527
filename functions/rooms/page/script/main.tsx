import { render } from "preact";
import { App } from "./app.tsx";
import { keepLinkOffPaper } from "./paper.ts";

const root = document.getElementById("room");
if (root !== null) render(<App />, root);
keepLinkOffPaper();
