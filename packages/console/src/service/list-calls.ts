import type { Duplicates, ListAddition, ListPage } from '../model/index.ts';
import type { Call } from './call.ts';

/** The filters of the lists, as the service takes them. */
export type ListFilters = { readonly list?: string; readonly kind?: string };

const pageSize = 50;

/** The calls about lists, and about who else has shown the same. */
export const listCalls = (call: Call) => ({
  lists: (filters: ListFilters, cursor: string | null, signal?: AbortSignal): Promise<ListPage> => {
    const query = new URLSearchParams({ ...filters, limit: String(pageSize), ...(cursor !== null && { cursor }) });
    return call.json('GET', `/api/lists?${query}`, undefined, signal);
  },
  addToList: (addition: ListAddition): Promise<ListPage> => call.json('POST', '/api/lists', addition),
  removeFromList: (id: string): Promise<unknown> => call.json('DELETE', `/api/lists/${id}`),
  duplicates: (id: string, signal?: AbortSignal): Promise<Duplicates> =>
    call.json('GET', `/api/reviews/${id}/duplicates`, undefined, signal),
});
