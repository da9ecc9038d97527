import { Screen } from "../parts/basics.tsx";
import { t } from "./texts.ts";

export const Home = () => <Screen title={t.title} />;
