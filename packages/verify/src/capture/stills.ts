/** A picture of the camera that was kept, and how sharp it is, as `sharpnessOf` measures it. */
export type Still = { readonly photo: Blob; readonly sharpness: number };

/** The photo that the person checks, and the pictures of the same moment that come with it. */
export type Shot = { readonly photo: Blob; readonly frames: readonly Blob[] };

/** A still that is less sharp than this share of the sharpest one was moved, or lost its focus. */
const leastSharpness = 0.5;

/** The sharpest still, and the others that are about as sharp, the sharpest first; `null` of none. */
export const shotOf = (stills: readonly Still[]): Shot | null => {
  const [best, ...others] = [...stills].sort((one, other) => other.sharpness - one.sharpness);
  if (best === undefined) return null;
  const frames = others.filter(({ sharpness }) => sharpness >= leastSharpness * best.sharpness);
  return { photo: best.photo, frames: frames.map(({ photo }) => photo) };
};
