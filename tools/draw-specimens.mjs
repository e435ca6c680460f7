// Draws the specimen photos of `test/fixtures/specimens`, and writes `specimens.json` with what is printed on each.
// It also draws a single machine-readable zone, which the local reader contains for its self-test.
// The images are committed: run this only to change them. It needs the fonts "OCR B" (Debian: fonts-ocr-b) and
// "DejaVu Sans" (Debian: fonts-dejavu-core). The same fonts and the same sharp give the same bytes: all noise is
// seeded. The state is Utopia (UTO) of ICAO Doc 9303, and every person is fictional.
import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { td3Lines } from './specimens/mrz.mjs';
import { mrzText } from './specimens/pages.mjs';
import { annaOfIcao } from './specimens/persons.mjs';
import { photograph } from './specimens/photograph.mjs';
import { specimens } from './specimens/specimens.mjs';

const outDir = new URL('../test/fixtures/specimens/', import.meta.url);
const builtIn = new URL('../packages/adapters/local-reader/src/specimen-mrz.ts', import.meta.url);

await mkdir(outDir, { recursive: true });
for (const specimen of specimens) {
  const jpeg = await photograph(specimen);
  await writeFile(new URL(`${specimen.name}.jpg`, outDir), jpeg);
  console.log(`${specimen.name}.jpg ${Math.round(jpeg.length / 1024)} KB`);
}
const list = specimens.map(({ name, format, lines, person: p, note }) => {
  const { personal_number: _, ...fields } = p ?? {};
  return {
    name,
    file: `${name}.jpg`,
    format,
    lines,
    fields: p ? fields : null,
    note,
  };
});
await writeFile(new URL('specimens.json', outDir), `${JSON.stringify(list, null, 2)}\n`);

const lines = td3Lines(annaOfIcao);
const strip = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="150" viewBox="0 0 120 18"><rect width="120" height="18" fill="#fff"/>${mrzText(lines, 4, 7)}</svg>`;
const png = await sharp(Buffer.from(strip))
  .greyscale()
  .png({ palette: true, colours: 2, dither: 0, effort: 10 })
  .toBuffer();
const quoted = lines.map((line) => `  '${line}',`).join('\n');
await writeFile(
  builtIn,
  `/** The MRZ of the specimen of ICAO Doc 9303 part 4, drawn by tools/draw-specimens.mjs: a PNG in base64. */
export const specimenMrz =
  '${png.toString('base64')}';

/** The text that is printed in it. */
export const specimenLines: readonly string[] = [
${quoted}
];
`,
);
console.log(`specimen-mrz.ts ${Math.round(png.length / 1024)} KB`);
