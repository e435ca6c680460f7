import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import { type GreyImage, pgmOf } from '../picture/grey-image.ts';
import type { Corners } from './deskew.ts';

/** A PDF417: its text, or the corners of one that cannot be decoded. */
export type Pdf417 =
  | { readonly _tag: 'Text'; readonly text: string }
  | { readonly _tag: 'Broken'; readonly corners: Corners };

/** The WebAssembly file of the installed package. By default the library would fetch it from a CDN. */
const loadWasm = (): ArrayBuffer =>
  new Uint8Array(readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))).buffer;

let prepared: Promise<unknown> | undefined;

/**
 * `Plain` keeps the control characters between the elements. The barcode does not declare its character set, which is
 * Latin-1 (AAMVA, annex D). If the engine guessed it, the same letters could be decoded differently on the next card.
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
 * The minimum share of the error correction that must remain unused. When all of it is used, any pattern of bars yields
 * a valid text. That was observed on slanted and blurred pictures, where the engine treats unclear codewords as
 * erasures.
 */
const minUnusedCorrection = 0.1;

/** The unused error correction, which the library reports as JSON. */
const unusedCorrection = (extra: string): number => Number(/"UEC":([\d.]+)/.exec(extra)?.[1] ?? 0);

/**
 * The PDF417 barcodes that the engine finds: those that are straight to a degree or two, or turned by quarter turns.
 * The engine recognizes ink by the surroundings of a pixel, or in a sharpened picture by the middle level.
 */
export const findPdf417 = async (
  image: GreyImage,
  ink: 'by surroundings' | 'by the middle' = 'by surroundings',
): Promise<readonly Pdf417[]> => {
  prepared ??= prepareZXingModule({ overrides: { wasmBinary: loadWasm() }, fireImmediately: true });
  await prepared;
  const found = await readBarcodes(pgmOf(image), {
    ...options,
    binarizer: ink === 'by surroundings' ? 'LocalAverage' : 'FixedThreshold',
  });
  // The library includes its small relative, MicroPDF417.
  const ours = found.filter(({ format }) => format === 'PDF417');
  return ours.map(({ extra, isValid, position: { bottomLeft, bottomRight, topLeft, topRight }, text }) =>
    isValid && unusedCorrection(extra) >= minUnusedCorrection
      ? { _tag: 'Text', text }
      : { _tag: 'Broken', corners: [topLeft, topRight, bottomRight, bottomLeft] },
  );
};
