/** A grey picture: its brightness, one byte for each pixel, row by row; 0 is black. */
export type GreyImage = { readonly data: Uint8Array; readonly width: number; readonly height: number };

/** The picture as a file, for an engine that takes files. Binary PGM (Netpbm) needs no encoder. */
export const pgmOf = ({ data, width, height }: GreyImage): Buffer =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), data]);

/** Rotates clockwise by quarter turns. That is exact: no pixel is interpolated. */
export const turnGrey = (image: GreyImage, quarters: 0 | 1 | 2 | 3): GreyImage => {
  const { data, width, height } = image;
  if (quarters === 0) return image;
  const [outWidth, outHeight] = quarters === 2 ? [width, height] : [height, width];
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at =
        quarters === 1
          ? x * outWidth + (outWidth - 1 - y)
          : quarters === 2
            ? (height - 1 - y) * outWidth + (width - 1 - x)
            : (outHeight - 1 - x) * outWidth + y;
      out[at] = data[y * width + x] ?? 0;
    }
  }
  return { data: out, width: outWidth, height: outHeight };
};
