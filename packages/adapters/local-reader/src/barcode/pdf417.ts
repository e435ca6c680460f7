import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import { type GreyImage, pgmOf } from '../picture/grey-image.ts';
import type { Corners } from './straighten.ts';

/** A PDF417: its text, or where one stands that does not decode. */
export type Pdf417 =
  | { readonly _tag: 'Text'; readonly text: string }
  | { readonly _tag: 'Broken'; readonly corners: Corners };

/** The engine's own file of this package: left to itself, the library would fetch it from a CDN. */
const engineFile = (): ArrayBuffer =>
  new Uint8Array(readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))).buffer;

let prepared: Promise<unknown> | undefined;

/**
 * `Plain` keeps the control characters between the elements. Without a word in the barcode itself its bytes are Latin-1
 * (AAMVA, annex D): guessed, the same letters could come out as others on the next card.
 */
const options: ReaderOptions = {
  formats: ['PDF417'],
  textMode: 'Plain',
  characterSet: 'ISO8859_1',
  returnErrors: true,
  tryInvert: false,
  maxNumberOfSymbols: 2,
};

/**
 * The least share of the error correction that must be left over. With all of it used up any bars at all make a valid
 * text: seen on slanted and blurred pictures, where the engine takes what it cannot tell for erasures.
 */
const leastUnused = 0.1;

/** What the library tells of its error correction, as JSON. */
const unusedIn = (extra: string): number => Number(/"UEC":([\d.]+)/.exec(extra)?.[1] ?? 0);

/**
 * The PDF417 barcodes that the engine finds: those that lie straight, by quarter turns and a degree or two. What is ink it
 * tells by the surroundings of a pixel, or in a picture that was made crisp by the middle of all levels.
 */
export const findPdf417 = async (
  image: GreyImage,
  ink: 'by surroundings' | 'by the middle' = 'by surroundings',
): Promise<readonly Pdf417[]> => {
  prepared ??= prepareZXingModule({ overrides: { wasmBinary: engineFile() }, fireImmediately: true });
  await prepared;
  const found = await readBarcodes(pgmOf(image), {
    ...options,
    binarizer: ink === 'by surroundings' ? 'LocalAverage' : 'FixedThreshold',
  });
  // The library counts its small relative, MicroPDF417, among them.
  const ours = found.filter(({ format }) => format === 'PDF417');
  return ours.map(({ extra, isValid, position: { bottomLeft, bottomRight, topLeft, topRight }, text }) =>
    isValid && unusedIn(extra) >= leastUnused
      ? { _tag: 'Text', text }
      : { _tag: 'Broken', corners: [topLeft, topRight, bottomRight, bottomLeft] },
  );
};
