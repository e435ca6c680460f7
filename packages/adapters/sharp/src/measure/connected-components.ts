/** The positions of one connected component, and its bounding box. A position is `y * width + x`. */
export type Component = {
  readonly positions: readonly number[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

const withBounds = (positions: readonly number[], width: number): Component => {
  let left = Number.POSITIVE_INFINITY;
  let right = -1;
  let top = Number.POSITIVE_INFINITY;
  let bottom = -1;
  for (const position of positions) {
    const x = position % width;
    const y = Math.floor(position / width);
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { positions, left, right, top, bottom };
};

/** Finds every connected component of the set positions. Positions that touch at a side or a corner are connected. */
export const connectedComponents = (set: Uint8Array, width: number): readonly Component[] => {
  const remaining = Uint8Array.from(set);
  const height = set.length / width;
  const components: Component[] = [];
  for (let start = 0; start < remaining.length; start += 1) {
    if (remaining[start] !== 1) continue;
    remaining[start] = 0;
    const positions = [start];
    for (let next = 0; next < positions.length; next += 1) {
      const position = positions[next] ?? 0;
      const x = position % width;
      const y = Math.floor(position / width);
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v += 1) {
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u += 1) {
          const near = v * width + u;
          if (remaining[near] !== 1) continue;
          remaining[near] = 0;
          positions.push(near);
        }
      }
    }
    components.push(withBounds(positions, width));
  }
  return components;
};
