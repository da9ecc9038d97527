export const REPOSITORY = "repository";
