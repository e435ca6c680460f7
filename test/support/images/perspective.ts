import sharp from 'sharp';

/** The edge of a page that is farther from the camera than its opposite. */
export type FarEdge = 'upper' | 'lower' | 'left' | 'right';

/**
 * Where a point of a photo, in shares of its sides, is on the page. `along` goes from the far edge to the near one, and
 * `across` is measured from the middle. In the photo, sizes grow evenly towards the near edge, where they are 1; on a
 * flat page, both places are those of the photo divided by the size there.
 */
const onPage = (along: number, across: number, shorter: number): readonly [along: number, across: number] => {
  const size = 1 - shorter + shorter * along;
  return [along / size, across / size];
};

/** A picture as it is seen from an angle: its far edge is shorter than its opposite by a share, a keystone. */
export const seenFromAngle = async (bytes: Uint8Array, far: FarEdge, shorter: number): Promise<Buffer> => {
  const { data, info } = await sharp(bytes).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const { height, width } = info;
  const out = Buffer.alloc(width * height, 90);
  const isUpright = far === 'upper' || far === 'lower';
  const isReversed = far === 'lower' || far === 'right';
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const down = y / height;
      const right = x / width;
      const share = isUpright ? down : right;
      const [along, across] = onPage(isReversed ? 1 - share : share, (isUpright ? right : down) - 0.5, shorter);
      const forth = isReversed ? 1 - along : along;
      const aside = across + 0.5;
      const u = (isUpright ? aside : forth) * width;
      const v = (isUpright ? forth : aside) * height;
      const left = Math.floor(u);
      const top = Math.floor(v);
      if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) continue;
      const at = top * width + left;
      const upper = (data[at] ?? 0) + ((data[at + 1] ?? 0) - (data[at] ?? 0)) * (u - left);
      const lower = (data[at + width] ?? 0) + ((data[at + width + 1] ?? 0) - (data[at + width] ?? 0)) * (u - left);
      out[y * width + x] = upper + (lower - upper) * (v - top);
    }
  return sharp(out, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 90 })
    .toBuffer();
};
