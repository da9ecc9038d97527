import { useState } from "preact/hooks";

/** The properties of an element onto which a file can be dropped. */
export function useDrop(onFile: (file: File | null) => void) {
  const [isOver, setOver] = useState(false);
  return {
    class: isOver ? "drop over" : "drop",
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onFile(event.dataTransfer?.files[0] ?? null);
    },
  };
}
