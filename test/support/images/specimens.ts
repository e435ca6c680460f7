import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FieldName, parseMrz } from '@portcullis/documents';
import type { DocumentImage } from '@portcullis/domain/ports';

/** The content that `tools/draw-specimens.mjs` printed on a specimen. */
export type Specimen = {
  readonly name: string;
  readonly file: string;
  readonly format: 'TD1' | 'TD3' | null;
  readonly lines: readonly string[];
  readonly fields: { readonly [Name in FieldName]?: string } | null;
};

const folder = join(process.cwd(), 'test/fixtures/specimens');

// This is our own file, which is drawn and committed together with the images.
const all: readonly Specimen[] = JSON.parse(readFileSync(join(folder, 'specimens.json'), 'utf8'));

export const specimen = (name: string): Specimen => {
  const found = all.find((one) => one.name === name);
  if (!found) throw new Error(`no specimen is called ${name}`);
  return found;
};

export const photoOf = (name: string): DocumentImage => ({
  bytes: readFileSync(join(folder, specimen(name).file)),
  contentType: 'image/jpeg',
});

/** Answers the fields of these lines as the domain parses them, in the form of `specimens.json`. */
export const fieldsIn = (lines: readonly string[]): { readonly [field: string]: string } => {
  const fields = parseMrz(lines, '2026-11-21')?.fields ?? {};
  return { ...fields, ...(fields.sex ? { sex: fields.sex.slice(0, 1).toUpperCase() } : {}) };
};
