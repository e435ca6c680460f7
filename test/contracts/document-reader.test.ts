import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalReader } from '@portcullis/adapter-local-reader';
import { emptyReading, memoryDocumentReader } from '@portcullis/adapter-memory';
import { type DocumentImage, sha256Hex } from '@portcullis/domain';
import { documentReaderContract } from './document-reader.contract.ts';

const specimen = (file: string): DocumentImage => ({
  bytes: readFileSync(join(process.cwd(), 'test/fixtures/specimens', file)),
  contentType: 'image/jpeg',
});
const passport = specimen('td3-valid.jpg');
const blank = specimen('not-a-document.jpg');
const lines = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L8988901C4UTO7408122F3404159ZE184226B<<<<<10'];

documentReaderContract('memory', () => {
  const reading = { ...emptyReading, documentType: 'passport', mrzLines: lines, signals: [] } as const;
  const script = { readings: { [sha256Hex(passport.bytes)]: reading }, otherwise: emptyReading };
  return { reader: memoryDocumentReader(script), passport, lines, blank };
});

describe('reading on this machine', () => {
  const { reader, close } = createLocalReader();
  after(close);
  documentReaderContract('local', () => ({ reader, passport, lines, blank }));
});
