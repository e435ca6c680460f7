import type { LocalBarcodeReader, LocalReader } from '@portcullis/adapter-local-reader';
import { E, unavailable } from '@portcullis/domain';
import type { WatchQueue } from '@portcullis/domain/kernel';
import type { DiagnosisFinding } from '@portcullis/domain/ports';
import { lazyPort } from './lazy-port.ts';

const notLoaded: DiagnosisFinding = {
  subject: 'local document reader',
  verdict: 'wrong',
  found: 'it cannot be loaded.',
  remedy: 'Install the packages again (npm ci).',
};

const isNotLoaded = (cause: unknown) => E.left(unavailable('document_reader', cause));

/** The local document reader. If it cannot be loaded, reading fails with `Unavailable`. */
export const lazyLocalReader = (watchQueue?: WatchQueue): LocalReader => {
  const local = lazyPort(async () => {
    const { createLocalReader } = await import('@portcullis/adapter-local-reader');
    return createLocalReader(watchQueue && { watchQueue });
  });
  return {
    reader: { read: (input) => () => local.use(({ reader }) => reader.read(input)()).catch(isNotLoaded) },
    diagnosis: () => () => local.use(({ diagnosis }) => diagnosis()()).catch(() => E.right([notLoaded])),
    close: () => local.ifLoaded(({ close }) => close()),
  };
};

/** The barcode reader. If it cannot be loaded, reading fails with `Unavailable`. */
export const lazyBarcodeReader = (watchQueue?: WatchQueue): LocalBarcodeReader => {
  const barcodes = lazyPort(async () => {
    const { createBarcodeReader } = await import('@portcullis/adapter-local-reader');
    return createBarcodeReader(watchQueue && { watchQueue });
  });
  return {
    reader: { read: (sides) => () => barcodes.use(({ reader }) => reader.read(sides)()).catch(isNotLoaded) },
    close: () => barcodes.ifLoaded(({ close }) => close()),
  };
};
