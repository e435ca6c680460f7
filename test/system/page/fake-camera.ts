import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { photoOf } from '../../support/images/specimens.ts';

/** A film for the camera of a browser, in a folder of its own. */
export type Film = { readonly path: string; readonly remove: () => void };

const table = '#3a3f45';
const size = { width: 1280, height: 720 };
/** The table around the document: what lies outside of the frame of the page. */
const around = { left: 102, right: 102, top: 72, bottom: 72 };

/** A film of still pictures: the photo of a specimen, as large as the frame of the page asks for. */
export const filmOf = async (name: string): Promise<Film> => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-film-'));
  const path = join(folder, 'film.mjpeg');
  const picture = await sharp(photoOf(name).bytes)
    .resize({
      width: size.width - around.left - around.right,
      height: size.height - around.top - around.bottom,
      fit: 'contain',
      background: table,
    })
    .extend({ ...around, background: table })
    // A camera exposes paper below white.
    .linear(0.85, 0)
    .jpeg({ quality: 95 })
    .toBuffer();
  // Frames in JPEG, one after another.
  writeFileSync(path, Buffer.concat([picture, picture]));
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
