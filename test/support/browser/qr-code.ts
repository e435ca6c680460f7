import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const engine = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');

/** What the QR code in a picture (PNG) says, as the camera of a telephone reads it. */
export const textOfCode = async (picture: Uint8Array): Promise<string> => {
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(engine)).buffer } });
  const codes = await readBarcodes(picture, { formats: ['QRCode'] });
  return codes.map(({ text }) => text).join('\n');
};
