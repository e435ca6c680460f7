/** The size of a picture, in pixels. */
export type Size = { readonly width: number; readonly height: number };

/** A part of a picture, in its pixels. */
export type Frame = Size & { readonly left: number; readonly top: number };

/** The least share of the picture that is left free at each side of the frame. */
const margin = { x: 0.08, y: 0.1 };
/** About that of the data page of a passport, 125 to 88 millimetres (ICAO 9303-4). */
const documentProportion = 1.4;

/**
 * The frame in which a document should lie: what is measured, and what is drawn over the picture. It fills a picture
 * that lies. In an upright one it lies in the middle, and is no higher than a document of its width.
 */
export const frameOf = (picture: Size): Frame => {
  const width = picture.width * (1 - 2 * margin.x);
  const height = Math.min(picture.height * (1 - 2 * margin.y), width / documentProportion);
  return { left: (picture.width - width) / 2, top: (picture.height - height) / 2, width, height };
};

/** How picture and frame are drawn: the proportion of the picture, and the room around the frame in per cent. */
export const stageOf = (picture: Size): Readonly<Record<'--proportion' | '--beside' | '--above', string>> => {
  const { left, top } = frameOf(picture);
  return {
    '--proportion': String(picture.width / picture.height),
    '--beside': `${(100 * left) / picture.width}%`,
    '--above': `${(100 * top) / picture.height}%`,
  };
};
