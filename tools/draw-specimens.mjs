// Draws the specimen photos of `test/fixtures/specimens`, and `specimens.json` with what is printed on each.
// The drawings are committed: run this only to change them. It needs the fonts "OCR B" (Debian: fonts-ocr-b) and
// "DejaVu Sans" (Debian: fonts-dejavu-core). Same fonts and same sharp, same bytes: all noise is seeded.
// The state is Utopia (UTO) of ICAO Doc 9303, and every person is fictional.
import { mkdir, writeFile } from 'node:fs/promises';
import { photograph } from './specimens/photograph.mjs';
import { specimens } from './specimens/specimens.mjs';

const outDir = new URL('../test/fixtures/specimens/', import.meta.url);

await mkdir(outDir, { recursive: true });
for (const specimen of specimens) {
  const jpeg = await photograph(specimen);
  await writeFile(new URL(`${specimen.name}.jpg`, outDir), jpeg);
  console.log(`${specimen.name}.jpg ${Math.round(jpeg.length / 1024)} KB`);
}
const list = specimens.map(({ name, format, lines, person: p, note }) => {
  const { personal_number: _, ...fields } = p ?? {};
  return { name, file: `${name}.jpg`, format, lines, fields: p ? fields : null, note };
});
await writeFile(new URL('specimens.json', outDir), `${JSON.stringify(list, null, 2)}\n`);
