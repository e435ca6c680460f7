import type { LocalReader } from '@portcullis/adapter-local-reader';
import { E, unavailable } from '@portcullis/domain';
import type { WatchQueue } from '@portcullis/domain/kernel';
import type { DiagnosisFinding } from '@portcullis/domain/ports';

export type LazyLocalReader = LocalReader;

const notLoaded: DiagnosisFinding = {
  subject: 'local document reader',
  verdict: 'wrong',
  found: 'it cannot be loaded.',
  remedy: 'Install the packages again (npm ci).',
};

/**
 * The local document reader, loaded by the first document: before that, neither its code nor its engine is in memory.
 * If it cannot be loaded, reading fails with `Unavailable`.
 */
export const lazyLocalReader = (watchQueue?: WatchQueue): LazyLocalReader => {
  let loaded: Promise<LocalReader> | null = null;
  const load = async (): Promise<LocalReader> => {
    const { createLocalReader } = await import('@portcullis/adapter-local-reader');
    return createLocalReader(watchQueue && { watchQueue });
  };
  const local = (): Promise<LocalReader> => {
    loaded ??= load();
    return loaded;
  };
  return {
    reader: {
      read: (input) => () =>
        local().then(
          ({ reader }) => reader.read(input)(),
          (cause: unknown) => E.left(unavailable('document_reader', cause)),
        ),
    },
    diagnosis: () => () =>
      local().then(
        ({ diagnosis }) => diagnosis()(),
        () => E.right([notLoaded]),
      ),
    close: async () => {
      const opened = await loaded?.catch(() => null);
      await opened?.close();
    },
  };
};
