/** Shapes as paths of 16 by 16, drawn rather than written because not every font has them. */
export const shapes = {
  check: "M3 8.5l3.4 3.4L13 5",
  cross: "M4 4l8 8M12 4l-8 8",
  back: "M13 11V8.5A2.5 2.5 0 0 0 10.5 6H3.5M6.5 3l-3 3 3 3",
  dash: "M4 8h8",
  dots: "M3 8h.1M8 8h.1M13 8h.1",
  unlike: "M3 6h10M3 10h10M10.5 3l-5 10",
  bang: "M8 3v6M8 12.5v.1",
  question: "M5.5 6a2.5 2.5 0 1 1 3.6 2.2C8.3 8.6 8 9 8 9.8M8 12.5v.1",
} as const;

export type ShapeAndWord = readonly [keyof typeof shapes, string];
