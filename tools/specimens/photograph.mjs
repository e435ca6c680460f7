// Turns a page into the photo of a page.
import sharp from 'sharp';

/** mulberry32: small, seeded, good enough for noise. */
export const randomOf = (seed) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};

/** The eight coefficients that map the corners of the photo to the corners of the page, by Gaussian elimination. */
export const homography = (from, to) => {
  const rows = from.flatMap(([x, y], i) => {
    const [u, v] = to[i];
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  for (let column = 0; column < 8; column += 1) {
    const pivot = rows
      .slice(column)
      .reduce((best, row) => (Math.abs(row[column]) > Math.abs(best[column]) ? row : best));
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(
      column,
      0,
      pivot.map((cell) => cell / pivot[column]),
    );
    rows.forEach((row, i) => {
      if (i !== column) rows[i] = row.map((cell, j) => cell - row[column] * rows[column][j]);
    });
  }
  return rows.map((row) => row[8]);
};

const raster = async (page, size, pixelsPerMm) => {
  const width = Math.round(size.width * pixelsPerMm);
  const height = Math.round(size.height * pixelsPerMm);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${size.width} ${size.height}">${page}</svg>`;
  return { data: await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer(), width, height };
};

/** The corners of the page in the photo: centred, rotated, and a little farther away at the top than at the bottom. */
const cornersOf = (photo, size, { fill, degrees, tilt }) => {
  const turn = (degrees * Math.PI) / 180;
  const half = [(photo.width * fill) / 2, (photo.width * fill * size.height) / size.width / 2];
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([sx, sy]) => {
    const x = sx * half[0] * (1 + sy * tilt);
    const y = sy * half[1];
    return [
      photo.width / 2 + x * Math.cos(turn) - y * Math.sin(turn),
      photo.height / 2 + x * Math.sin(turn) + y * Math.cos(turn),
    ];
  });
};

/** One pixel of the page by bilinear interpolation, over the colour of the desk. */
const sample = (page, u, v, desk, out) => {
  const x = Math.floor(u);
  const y = Math.floor(v);
  out.set(desk);
  if (x < 0 || y < 0 || x + 1 >= page.width || y + 1 >= page.height) return;
  const alpha = page.data[(y * page.width + x) * 4 + 3] / 255;
  for (let c = 0; c < 3; c += 1) {
    const at = (dx, dy) => page.data[((y + dy) * page.width + x + dx) * 4 + c];
    const top = at(0, 0) + (at(1, 0) - at(0, 0)) * (u - x);
    const bottom = at(0, 1) + (at(1, 1) - at(0, 1)) * (u - x);
    out[c] = (top + (bottom - top) * (v - y)) * alpha + desk[c] * (1 - alpha);
  }
};

export const photograph = async (specimen) => {
  const { photo, size, page, seed, noise, blur, quality } = specimen;
  const drawn = await raster(page, size, 16);
  const w = drawn.width;
  const h = drawn.height;
  const m = homography(cornersOf(photo, size, specimen), [
    [0, 0],
    [w, 0],
    [w, h],
    [0, h],
  ]);
  const pixels = new Uint8ClampedArray(photo.width * photo.height * 3);
  const pixel = new Float32Array(3);
  for (let y = 0; y < photo.height; y += 1) {
    for (let x = 0; x < photo.width; x += 1) {
      const depth = m[6] * x + m[7] * y + 1;
      const grain = 12 * Math.sin(y / 9 + 2 * Math.sin(x / 140)) + 6 * Math.sin(y / 2.3 + x / 90);
      sample(
        drawn,
        (m[0] * x + m[1] * y + m[2]) / depth,
        (m[3] * x + m[4] * y + m[5]) / depth,
        [112 + grain, 84 + grain, 60 + grain],
        pixel,
      );
      const light = 1.04 - 0.16 * Math.hypot(x / photo.width - 0.4, y / photo.height - 0.35);
      for (let c = 0; c < 3; c += 1) pixels[(y * photo.width + x) * 3 + c] = pixel[c] * light;
    }
  }
  const lens = await sharp(pixels, { raw: { width: photo.width, height: photo.height, channels: 3 } })
    .blur(blur)
    .raw()
    .toBuffer();
  const random = randomOf(seed);
  const grainy = Uint8ClampedArray.from(lens, (level) => level + (random() + random() + random() - 1.5) * 2 * noise);
  return sharp(grainy, { raw: { width: photo.width, height: photo.height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
};
