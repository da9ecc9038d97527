export { Setup as Area } from "./setup.tsx";
