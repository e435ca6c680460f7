import { encodeWithin, type PhotoLimits } from './encode.ts';
import type { Size } from './frame.ts';

/** More than this some telephones cannot draw. */
const drawnPixels = 16_000_000;

export const newCanvas = ({ height, width }: Size): HTMLCanvasElement => {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
};

const jpegOf = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));

const drawn = (picture: HTMLCanvasElement | ImageBitmap, size: Size): HTMLCanvasElement => {
  const canvas = newCanvas(size);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, size.width, size.height);
  return canvas;
};

/** A picture as a JPEG within the limits, drawn smaller where it has to be; `null` where that is not possible. */
export const photoOf = (picture: HTMLCanvasElement | ImageBitmap, limits: PhotoLimits): Promise<Blob | null> => {
  let canvas: HTMLCanvasElement | null = picture instanceof HTMLCanvasElement ? picture : null;
  const maxPixels = Math.min(limits.maxPixels, drawnPixels);
  return encodeWithin(picture, { ...limits, maxPixels }, (size, quality) => {
    if (canvas?.width !== size.width || canvas.height !== size.height) canvas = drawn(picture, size);
    return jpegOf(canvas, quality);
  });
};
