import { useEffect, useState } from 'react';
import { failureOf } from '../service/index.ts';
import { useSurroundings } from './console-context.ts';

export type LoadedPicture =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'shown'; readonly url: string };

export type LoadedPictures = { readonly [fileId: string]: LoadedPicture };

/**
 * The bytes of pictures as addresses that only this page knows, each picture fetched once. They are revoked when the
 * pictures are no longer shown, and nothing of them is cached: each look is a line of the access log.
 */
export const usePictures = (profileId: string, fileIds: readonly string[], onSignedOut: () => void): LoadedPictures => {
  const { client } = useSurroundings();
  const [pictures, setPictures] = useState<LoadedPictures>({});
  const wanted = [...new Set(fileIds)].join();
  useEffect(() => {
    const aborter = new AbortController();
    const urls: string[] = [];
    const show = (fileId: string, picture: LoadedPicture): void =>
      setPictures((before) => ({ ...before, [fileId]: picture }));
    const load = async (fileId: string): Promise<void> => {
      try {
        const blob = await client.picture(profileId, fileId, aborter.signal);
        if (aborter.signal.aborted) return;
        const url = URL.createObjectURL(blob);
        urls.push(url);
        show(fileId, { state: 'shown', url });
      } catch (error) {
        if (aborter.signal.aborted) return;
        if (failureOf(error).kind === 'signed_out') onSignedOut();
        show(fileId, { state: 'failed' });
      }
    };
    setPictures({});
    for (const fileId of wanted.split(',').filter((one) => one !== '')) void load(fileId);
    return () => {
      aborter.abort();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [client, profileId, wanted, onSignedOut]);
  return pictures;
};
