import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type OverlayOptions, type Region } from 'sharp';

/** What a film shows. */
export type FilmState = 'absent' | 'small' | 'blurred' | 'dark' | 'glare' | 'cut' | 'right';

/** A film of known content, as pictures in JPEG, one after another. */
export type KnownFilm = {
  readonly name: string;
  readonly state: FilmState;
  readonly frames: () => Promise<Buffer>;
};

/** As the camera of the browser gives it, and the part of it inside the frame of the page. */
const size = { width: 1280, height: 720 };
const frame = { width: 1075, height: 576 };

/** How many of each there are: 47 together. */
const counts: { readonly [State in FilmState]: number } = {
  absent: 5,
  small: 7,
  blurred: 7,
  dark: 7,
  glare: 7,
  cut: 7,
  right: 7,
};

/** A picture that is smaller, or higher than wide, is no photo of one side of a document. */
const minWidth = 390;

const documentsIn = async (folder: string): Promise<readonly string[]> => {
  const files = readdirSync(folder)
    .filter((name) => /\.(png|jpe?g)$/.test(name))
    .sort();
  const chosen: string[] = [];
  for (const file of files) {
    const { height, width } = await sharp(join(folder, file)).metadata();
    if (width >= minWidth && width > 1.2 * height) chosen.push(join(folder, file));
  }
  return chosen;
};

const svg = (content: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${content}</svg>`);

/** A table: a colour that becomes darker to one side, with a weak grain. */
const tableOf = (index: number): Buffer => {
  const [from, to] = [
    ['#7a6650', '#5d4c3a'],
    ['#8a8d90', '#6c7074'],
    ['#454a52', '#33373d'],
    ['#a89878', '#8b7c60'],
  ][index % 4] ?? ['#777777', '#666666'];
  const lines = Array.from({ length: 24 }, (_, i) => `<rect y="${i * 30}" width="1280" height="2" opacity="0.05"/>`);
  return svg(
    `<linearGradient id="g"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>` +
      `<rect width="1280" height="720" fill="url(#g)"/>${lines.join('')}`,
  );
};

/** A reflection of a lamp: white in the middle, and soft at its edge. */
const lampOf = (index: number): Buffer => {
  const x = 440 + ((index * 97) % 400);
  const y = 260 + ((index * 53) % 200);
  const radius = 70 + 8 * (index % 4);
  return svg(
    '<radialGradient id="l"><stop offset="0.7" stop-color="#fff"/>' +
      '<stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>' +
      `<ellipse cx="${x}" cy="${y}" rx="${radius * 1.3}" ry="${radius}" fill="url(#l)"/>`,
  );
};

type FilmFrame = { readonly state: FilmState; readonly document: string; readonly index: number };

/** How light a frame is: a camera exposes paper below white. */
const exposureOf = ({ index, state }: FilmFrame): number => (state === 'dark' ? 0.1 + 0.02 * (index % 4) : 0.85);
const shareOf = ({ index, state }: FilmFrame): number =>
  state === 'small' ? 0.3 + 0.03 * (index % 4) : 0.86 + 0.02 * (index % 4);

/** Lays a document with so much of its width or height beyond a side of the picture: left, right, top and bottom. */
const cutPaper = async (paper: Buffer, index: number): Promise<OverlayOptions> => {
  const { height, width } = await sharp(paper).metadata();
  const beyond = 0.15 + 0.05 * (index % 3);
  const across = Math.round(width * (1 - beyond));
  const down = Math.round(height * (1 - beyond));
  const middle = { left: Math.round((size.width - width) / 2), top: Math.round((size.height - height) / 2) };
  const whole = { left: 0, top: 0, width, height };
  const cuts: readonly (readonly [Region, typeof middle])[] = [
    [
      { ...whole, left: width - across, width: across },
      { ...middle, left: 0 },
    ],
    [
      { ...whole, width: across },
      { ...middle, left: size.width - across },
    ],
    [
      { ...whole, top: height - down, height: down },
      { ...middle, top: 0 },
    ],
    [
      { ...whole, height: down },
      { ...middle, top: size.height - down },
    ],
  ];
  const [visible, at] = cuts[index % 4] ?? [whole, middle];
  return { input: await sharp(paper).extract(visible).png().toBuffer(), ...at };
};

const stillOf = async (filmFrame: FilmFrame): Promise<Buffer> => {
  const { document, index, state } = filmFrame;
  const table = sharp(tableOf(index));
  if (state === 'absent') return table.png().toBuffer();
  const share = shareOf(filmFrame);
  const box = { width: Math.round(frame.width * share), height: Math.round(frame.height * share) };
  const paper = await sharp(document)
    .flatten({ background: '#fff' })
    .resize({ ...box, fit: 'inside' })
    .png()
    .toBuffer();
  const laid = await table
    .composite([state === 'cut' ? await cutPaper(paper, index) : { input: paper }])
    .png()
    .toBuffer();
  const exposed = await sharp(laid).removeAlpha().linear(exposureOf(filmFrame), 0).png().toBuffer();
  if (state === 'blurred')
    return sharp(exposed)
      .blur(4 + (index % 4))
      .png()
      .toBuffer();
  if (state === 'glare')
    return sharp(exposed)
      .composite([{ input: lampOf(index) }])
      .png()
      .toBuffer();
  return exposed;
};

/** The noise of a sensor. */
const grain = sharp({
  create: { ...size, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 6 } },
})
  .png()
  .toBuffer();

/** The browser shows still pictures alone: it has no room for a second one that is larger than the first. */
const framesOf = async (filmFrame: FilmFrame): Promise<Buffer> => {
  const picture = await sharp(await stillOf(filmFrame))
    .composite([{ input: await grain, blend: 'soft-light' }])
    .removeAlpha()
    .jpeg({ quality: 92 })
    .toBuffer();
  return Buffer.concat([picture, picture]);
};

const isState = (name: string): name is FilmState => Object.hasOwn(counts, name);

/** The films that are made from the pictures of a folder. Each state takes other documents, in the order of names. */
export const knownFilms = async (folder: string): Promise<readonly KnownFilm[]> => {
  const documents = await documentsIn(folder);
  let next = 0;
  return Object.keys(counts)
    .filter(isState)
    .flatMap((state) =>
      Array.from({ length: documents.length === 0 ? 0 : counts[state] }, (_, index) => {
        const document = documents[next++ % documents.length] ?? '';
        const name = `${state} ${document.split('/').at(-1)}`;
        return { name, state, frames: () => framesOf({ state, document, index }) };
      }),
    );
};
