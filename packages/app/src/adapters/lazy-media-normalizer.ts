import type { MediaOptions } from '@portcullis/adapter-sharp';
import type { MediaNormalizer } from '@portcullis/domain';

/** The image library is loaded by the first upload: it takes 30 MB of memory that a service without uploads saves. */
export const lazyMediaNormalizer = (options: MediaOptions): MediaNormalizer => {
  let loaded: Promise<MediaNormalizer> | null = null;
  const load = async (): Promise<MediaNormalizer> => {
    const { sharpMediaNormalizer } = await import('@portcullis/adapter-sharp');
    return sharpMediaNormalizer(options);
  };
  return {
    normalize: (part, bytes, owner) => async () => {
      loaded ??= load();
      const media = await loaded;
      return media.normalize(part, bytes, owner)();
    },
  };
};
