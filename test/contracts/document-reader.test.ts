import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyReading, memoryDocumentReader } from '@portcullis/adapter-memory';
import { createMetrics, documentReader, lazyLocalReader } from '@portcullis/app';
import { documentReaderContract } from '@portcullis/contracts';
import { unreadSide } from '@portcullis/documents';
import type { DocumentReader } from '@portcullis/domain';
import { sha256Hex } from '@portcullis/domain/kernel';
import type { DocumentImage } from '@portcullis/domain/ports';
import { unreadablePhoto } from '@portcullis/vendor-simulator';
import { anthropicAt, unchangedImages } from '../support/clients/anthropic.ts';
import { simulatorForTests } from '../support/clients/vendor-calls.ts';
import { someOf } from '../support/effort.ts';

const specimen = (file: string): DocumentImage => ({
  bytes: readFileSync(join(process.cwd(), 'test/fixtures/specimens', file)),
  contentType: 'image/jpeg',
});
const passport = specimen('td3-valid.jpg');
const blank = specimen('not-a-document.jpg');
const lines = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L8988901C4UTO7408122F3404159ZE184226B<<<<<10'];

documentReaderContract({ describe, it }, 'memory', () => {
  const sides = { front: { ...unreadSide, mrzLines: lines }, back: unreadSide };
  const reading = { ...emptyReading, documentType: 'passport', mrzLines: lines, signals: [], sides } as const;
  const script = { readings: { [sha256Hex(passport.bytes)]: reading }, otherwise: emptyReading };
  return { reader: memoryDocumentReader(script), passport, lines, blank };
});

describe('reading with a model', () => {
  const { running } = simulatorForTests();
  // A reset also removes the script, and with it the reading of the blank image.
  beforeEach(() => running().script({ readings: { [sha256Hex(blank.bytes)]: unreadablePhoto } }));
  const reader: DocumentReader = {
    read: (input) => anthropicAt(running().url, { fitter: unchangedImages }).reader.read(input),
  };
  documentReaderContract({ describe, it }, 'anthropic', () => ({ reader, passport, lines, blank }));

  describe('with the model, the local reader, or both, as in production', () => {
    const local = lazyLocalReader();
    after(() => local.close());
    for (const choice of someOf(['local', 'both'] as const, 1))
      documentReaderContract({ describe, it }, choice, () => {
        const chosen = documentReader({ documentReader: choice }, { reader }, local, createMetrics());
        return { reader: chosen, passport, lines, blank };
      });
  });
});
