import type { LocalReader } from '@portcullis/adapter-local-reader';
import type { DocumentReader } from '@portcullis/domain';

export type LazyReader = { readonly reader: DocumentReader; readonly close: () => Promise<void> };

/** The local document reader, loaded by the first document: before that, neither its code nor its engine is in memory. */
export const lazyLocalReader = (): LazyReader => {
  let loaded: Promise<LocalReader> | null = null;
  const load = async (): Promise<LocalReader> => {
    const { createLocalReader } = await import('@portcullis/adapter-local-reader');
    return createLocalReader();
  };
  return {
    reader: {
      read: (input) => async () => {
        loaded ??= load();
        const { reader } = await loaded;
        return reader.read(input)();
      },
    },
    close: async () => {
      const local = await loaded;
      await local?.close();
    },
  };
};
