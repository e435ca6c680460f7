import type { MediaNormalizer } from '@portcullis/domain';

/** The image library is loaded by the first upload: it is 30 MB of memory that a service without uploads does not need. */
export const lazyMediaNormalizer = (decodes: number): MediaNormalizer => {
  let loaded: Promise<MediaNormalizer> | null = null;
  const load = async (): Promise<MediaNormalizer> => {
    const { sharpMediaNormalizer } = await import('@portcullis/adapter-sharp');
    return sharpMediaNormalizer({ decodes });
  };
  return {
    normalize: (part, bytes) => async () => {
      loaded ??= load();
      const media = await loaded;
      return media.normalize(part, bytes)();
    },
  };
};
