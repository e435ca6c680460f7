import sharp from 'sharp';
import { photoOf } from './specimens.ts';

let photo: Promise<Blob> | null = null;

/**
 * A sharp photo of few pixels, in which there is nothing that looks like an MRZ or a barcode. It is for services that
 * get the reading from a vendor's simulator: such a photo takes a fifth of the processor time that a specimen takes.
 */
export const plainPhoto = (): Promise<Blob> => {
  photo ??= sharp(photoOf('not-a-document').bytes)
    .resize({ width: 600 })
    .jpeg({ quality: 90 })
    .toBuffer()
    .then((bytes) => new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }));
  return photo;
};
