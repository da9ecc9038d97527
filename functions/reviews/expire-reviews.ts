export const handler = async () => ({ expired: 0 });
