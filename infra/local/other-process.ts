/** Whether a process other than this one has the id. @param pid as text; false if it holds no id */
export function isOtherProcess(pid: string): boolean {
  const id = Number.parseInt(pid, 10);
  if (!(id > 0) || id === process.pid) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
