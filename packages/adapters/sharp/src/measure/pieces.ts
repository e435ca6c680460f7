/** The positions of one connected component, and its bounding box. A position is `y * width + x`. */
export type Piece = {
  readonly places: readonly number[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

const boxed = (places: readonly number[], width: number): Piece => {
  let [left, right, top, bottom] = [Number.POSITIVE_INFINITY, -1, Number.POSITIVE_INFINITY, -1];
  for (const place of places) {
    const [x, y] = [place % width, Math.floor(place / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { places, left, right, top, bottom };
};

/** Finds every connected component of the set positions. Positions that touch at a side or a corner are connected. */
export const piecesOf = (set: Uint8Array, width: number): readonly Piece[] => {
  const left = Uint8Array.from(set);
  const height = set.length / width;
  const pieces: Piece[] = [];
  for (let start = 0; start < left.length; start += 1) {
    if (left[start] !== 1) continue;
    left[start] = 0;
    const places = [start];
    for (let next = 0; next < places.length; next += 1) {
      const place = places[next] ?? 0;
      const [x, y] = [place % width, Math.floor(place / width)];
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v += 1) {
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u += 1) {
          const near = v * width + u;
          if (left[near] !== 1) continue;
          left[near] = 0;
          places.push(near);
        }
      }
    }
    pieces.push(boxed(places, width));
  }
  return pieces;
};
