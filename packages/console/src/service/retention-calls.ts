import type { Operations, PackQuery, Review } from '../model/index.ts';
import { addressOf, type Call } from './call.ts';

/** The address of an evidence pack, which the browser downloads by itself. It has the id of a profile, and no more. */
export const packAddress = (id: string, parts: { readonly personal: boolean; readonly files: boolean }): string => {
  const query: PackQuery = { personal: `${parts.personal}`, files: `${parts.files}` };
  return addressOf(`/api/reviews/${id}/evidence-pack`, query);
};

const withNote = (note: string): object => (note.trim() === '' ? {} : { note: note.trim() });

export const retentionCalls = (call: Call) => ({
  hold: (id: string, note: string): Promise<Review> => call.json('POST', `/api/reviews/${id}/hold`, withNote(note)),
  releaseHold: (id: string, note: string): Promise<Review> =>
    call.json('POST', `/api/reviews/${id}/release-hold`, withNote(note)),
  erase: (id: string): Promise<unknown> => call.json('DELETE', `/api/profiles/${id}`),
  takeBackErasure: (id: string): Promise<unknown> => call.json('DELETE', `/api/profiles/${id}/erasure`),
  operations: (signal?: AbortSignal): Promise<Operations> => call.json('GET', '/api/operations', undefined, signal),
});
