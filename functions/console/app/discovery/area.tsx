export { Inventory as Area } from "./inventory.tsx";
