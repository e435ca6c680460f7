// What a camera, a lamp and an encoder do to a photo, on its pixels: three bytes a pixel, row by row.
import sharp from 'sharp';
import { homography } from '../../../tools/specimens/photograph.mjs';

const desk = { r: 112, g: 84, b: 60 };

const raw = ({ data, width, height }) => sharp(data, { raw: { width, height, channels: 3 } });

const pixelsOf = async (pipeline) => {
  const { data, info } = await pipeline.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

export const decode = (bytes) => pixelsOf(sharp(bytes).toColourspace('srgb'));
export const encode = (photo, quality) => raw(photo).jpeg({ quality }).toBuffer();

/** Turned clockwise; the photo grows so that nothing of it is cut off. */
export const turned = (degrees) => (photo) => pixelsOf(raw(photo).rotate(degrees, { background: desk }));
export const blurred = (sigma) => (photo) => pixelsOf(raw(photo).blur(sigma));

export const narrowed = (width) => (photo) => pixelsOf(raw(photo).resize({ width }));

/**
 * Light added to every pixel within an ellipse, all of `strength` in its middle and none at its edge. Lengths are
 * shares of the photo.
 */
export const lit =
  ({ across, along, strength, wide, high }) =>
  ({ data, width, height }) => {
    const out = new Uint8ClampedArray(data);
    const cx = across * width;
    const cy = along * height;
    const rx = wide * width;
    const ry = high * height;
    for (let y = Math.max(0, Math.floor(cy - ry)); y < Math.min(height, cy + ry); y += 1) {
      for (let x = Math.max(0, Math.floor(cx - rx)); x < Math.min(width, cx + rx); x += 1) {
        const away = Math.hypot((x - cx) / rx, (y - cy) / ry);
        const light = strength * Math.max(0, 1 - away * away);
        for (let c = 0; c < 3; c += 1) out[(y * width + x) * 3 + c] += light;
      }
    }
    return { data: out, width, height };
  };

/** Noise of a sensor, about normal: `deviation` in levels of 255. */
export const noisy =
  (deviation) =>
  ({ data, width, height }, random) => {
    const normal = () => (random() + random() + random() + random() - 2) * Math.sqrt(3);
    const out = new Uint8ClampedArray(data.length);
    for (let at = 0; at < out.length; at += 1) out[at] = data[at] + normal() * deviation;
    return { data: out, width, height };
  };

/** As seen from a slant: the upper edge, or the left one, that much shorter than its opposite. */
export const slanted =
  (edge, shorter) =>
  ({ data, width, height }) => {
    const far = shorter / 2;
    const corners =
      edge === 'upper'
        ? [
            [far * width, 0],
            [(1 - far) * width, 0],
            [width, height],
            [0, height],
          ]
        : [
            [0, far * height],
            [width, 0],
            [width, height],
            [0, (1 - far) * height],
          ];
    const m = homography(corners, [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ]);
    const out = new Uint8Array(data.length);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const depth = m[6] * x + m[7] * y + 1;
        const u = (m[0] * x + m[1] * y + m[2]) / depth;
        const v = (m[3] * x + m[4] * y + m[5]) / depth;
        const at = (y * width + x) * 3;
        const left = Math.floor(u);
        const top = Math.floor(v);
        if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) {
          out[at] = desk.r;
          out[at + 1] = desk.g;
          out[at + 2] = desk.b;
          continue;
        }
        const dx = u - left;
        const dy = v - top;
        for (let c = 0; c < 3; c += 1) {
          const p = (top * width + left) * 3 + c;
          const upper = data[p] + (data[p + 3] - data[p]) * dx;
          const lower = data[p + width * 3] + (data[p + width * 3 + 3] - data[p + width * 3]) * dx;
          out[at + c] = upper + (lower - upper) * dy;
        }
      }
    }
    return { data: out, width, height };
  };
