import type { LocalBarcodeReader } from '@portcullis/adapter-local-reader';
import { E, unavailable } from '@portcullis/domain';
import type { WatchQueue } from '@portcullis/domain/kernel';

export type LazyBarcodeReader = LocalBarcodeReader;

/**
 * The barcode reader, loaded by the first document: before that, neither its code nor its engine is in memory. If it
 * cannot be loaded, reading fails with `Unavailable`.
 */
export const lazyBarcodeReader = (watchQueue?: WatchQueue): LazyBarcodeReader => {
  let loaded: Promise<LocalBarcodeReader> | null = null;
  const load = async (): Promise<LocalBarcodeReader> => {
    const { createBarcodeReader } = await import('@portcullis/adapter-local-reader');
    return createBarcodeReader(watchQueue && { watchQueue });
  };
  return {
    reader: {
      read: (sides) => () => {
        loaded ??= load();
        return loaded.then(
          ({ reader }) => reader.read(sides)(),
          (cause: unknown) => E.left(unavailable('document_reader', cause)),
        );
      },
    },
    close: async () => {
      const opened = await loaded?.catch(() => null);
      await opened?.close();
    },
  };
};
