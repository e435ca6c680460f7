// The photos before anything is done to them, and the lines that are printed on each.
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { spoilNumberCheck, td1Lines, td3Lines } from '../../../tools/specimens/mrz.mjs';
import { cardBack, looks, passport, td1Size, td3Size } from '../../../tools/specimens/pages.mjs';
import { photograph } from '../../../tools/specimens/photograph.mjs';

const stored = new URL('../../../test/fixtures/specimens/', import.meta.url);
/** Where the middle of the MRZ is on the photos of both formats, as a share of the height. */
const mrzOf = { TD3: 0.81, TD1: 0.735 };

/** Of the specimens that are kept with the code, those that are in order as they are. */
const storedNames = ['td3-valid', 'td3-expired', 'td3-wrong-check-digit', 'td3-minor', 'td1-valid-back'];

export const storedPhotos = async (names = storedNames) => {
  const all = JSON.parse(await readFile(new URL('specimens.json', stored), 'utf8'));
  const chosen = names.map((name) => all.find((one) => one.name === name));
  return Promise.all(
    chosen.map(async ({ name, file, format, lines }) => ({
      name,
      lines,
      mrz: mrzOf[format],
      bytes: await readFile(new URL(file, stored)),
    })),
  );
};

const text = (family) =>
  sharp(
    Buffer.from(
      `<svg width="200" height="40"><text y="30" font-family="${family}" font-size="30">M1&lt;8B</text></svg>`,
    ),
  )
    .raw()
    .toBuffer();

/** Whether the font of the MRZ is installed: without it, the drawing library takes another one and says nothing. */
export const hasFont = async () => !(await text('OCR B')).equals(await text('No Font Has This Name'));

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';
const surnames = ['ERIKSSON', 'OBRIEN-SOUZA', 'VAN DER MULLEN', 'HWANG', 'MBEKI', 'QUIROZ WITT', 'BO', 'SZYMKOWIAK'];
const names = ['ANNA MARIA', 'WILHELM', 'JO', 'MAXIMILIAN XAVER', 'HUGO', 'ZOE KIM', 'BEATRIZ', 'OWEN'];

/** An invented person. Half of the numbers are of letters and digits mixed, where no grammar tells O from 0. */
const person = (random) => {
  const among = (list) => list[Math.floor(random() * list.length)];
  const some = (list, count) => Array.from({ length: count }, () => among(list)).join('');
  const day = (from, years) =>
    `${from + Math.floor(random() * years)}-${String(1 + Math.floor(random() * 12)).padStart(2, '0')}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`;
  return {
    document_number: random() < 0.5 ? some(letters + digits, 9) : among([...letters]) + some(digits, 8),
    issuing_country: 'UTO',
    nationality: 'UTO',
    last_name: among(surnames),
    first_name: among(names),
    date_of_birth: day(1950, 50),
    sex: among(['F', 'M']),
    date_of_expiry: day(2030, 9),
    personal_number: random() < 0.5 ? some(letters + digits, 10) : '',
  };
};

const shot = { degrees: 0, tilt: 0, noise: 3, blur: 0.6, quality: 95 };

/** Every fourth one is a card, and every seventh has a wrong check digit. */
const drawn = (random, n) => {
  const p = person(random);
  const look = Object.values(looks)[n % 4];
  const seed = n + 1;
  if (n % 4 === 3) {
    const lines = td1Lines(p);
    const frame = { photo: { width: 1400, height: 960 }, size: td1Size, fill: 0.9 };
    return { lines, mrz: mrzOf.TD1, specimen: { ...shot, ...frame, seed, page: cardBack(lines) } };
  }
  const lines = n % 7 === 6 ? spoilNumberCheck(td3Lines(p)) : td3Lines(p);
  const frame = { photo: { width: 1600, height: 1200 }, size: td3Size, fill: 0.93 };
  return { lines, mrz: mrzOf.TD3, specimen: { ...shot, ...frame, seed, page: passport(p, look, lines) } };
};

/** Documents of random persons, drawn one after the other. */
export const drawnPhotos = async (random, count) => {
  const photos = [];
  for (let n = 0; n < count; n += 1) {
    const { specimen, ...photo } = drawn(random, n);
    photos.push({ name: `drawn-${n + 1}`, ...photo, bytes: await photograph(specimen) });
  }
  return photos;
};
