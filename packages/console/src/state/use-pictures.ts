import { useEffect, useState } from 'react';
import { failureOf } from '../service/index.ts';
import { useConsole } from './console-context.ts';
import { useLife } from './use-life.ts';

export type LoadedPicture =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'put_away' }
  | { readonly state: 'shown'; readonly url: string };

export type LoadedPictures = { readonly [fileId: string]: LoadedPicture };

const putAway: LoadedPicture = { state: 'put_away' };

/** How long pictures stay on a page that nobody uses, in milliseconds. */
const unusedMs = 5 * 60_000;

/**
 * The bytes of pictures as addresses that only this page knows, each picture fetched once a look. They are revoked when
 * the pictures are no longer shown, and when nobody has used the page for five minutes, after which its next use
 * fetches them again. Nothing of them is cached: each look is a line of the access log.
 */
export const usePictures = (profileId: string, fileIds: readonly string[], onSignedOut: () => void): LoadedPictures => {
  const { client } = useConsole();
  const [pictures, setPictures] = useState<LoadedPictures>({});
  const life = useLife(unusedMs);
  const wanted = [...new Set(fileIds)].join();
  useEffect(() => {
    const ids = wanted.split(',').filter((one) => one !== '');
    if (life.isOver) return setPictures(Object.fromEntries(ids.map((fileId) => [fileId, putAway] as const)));
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
    for (const fileId of ids) void load(fileId);
    return () => {
      aborter.abort();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [client, profileId, wanted, onSignedOut, life]);
  return pictures;
};
