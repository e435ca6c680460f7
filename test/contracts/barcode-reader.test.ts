import { createBarcodeReader } from '@portcullis/adapter-local-reader';
import { memoryBarcodeReader } from '@portcullis/adapter-memory';
import { barcodeReaderContract } from '@portcullis/contracts';
import { sha256Hex } from '@portcullis/domain/kernel';
import type { DocumentImage } from '@portcullis/domain/ports';
import { aamvaText, aCard } from '../support/builders/aamva-text.ts';
import { type PhotoConditions, photoOfBack } from '../support/images/card-backs.ts';

const text = aamvaText(aCard());

const photo = async (scene: Partial<PhotoConditions> = {}): Promise<DocumentImage> => ({
  bytes: await photoOfBack({ text, ...scene }),
  contentType: 'image/jpeg',
});

const drawn = async () => ({
  readable: await photo(),
  unreadable: await photo({ blur: 0.25 }),
  without: await photo({ text: null }),
});
let known: ReturnType<typeof drawn> | undefined;

/** The back of a card, the same back badly out of focus, and the back of a card without a barcode, drawn once. */
const photos = (): ReturnType<typeof drawn> => {
  known ??= drawn();
  return known;
};

barcodeReaderContract({ describe, it }, 'memory', async () => {
  const { readable, unreadable, without } = await photos();
  const script = {
    [sha256Hex(readable.bytes)]: { state: 'read', text },
    [sha256Hex(unreadable.bytes)]: { state: 'unreadable' },
  } as const;
  return { reader: memoryBarcodeReader(script), text, readable, unreadable, without };
});

describe('with the local engine', () => {
  const { close, reader } = createBarcodeReader();
  after(close);
  barcodeReaderContract({ describe, it }, 'local', async () => ({ reader, text, ...(await photos()) }));
});
