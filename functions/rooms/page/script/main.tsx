import { render } from "preact";
import { keepLinkOffPaper } from "#shared/html/browser/print-without-link.ts";
import { App } from "./app.tsx";

const root = document.getElementById("room");
if (root !== null) render(<App />, root);
keepLinkOffPaper(() => ({ address: "/room/printed", title: document.title }));
