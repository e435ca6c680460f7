import type { Duplicates, ListAddition, ListFilters, ListPage, ListQuery } from '../model/index.ts';
import { addressOf, type Call } from './call.ts';

const pageSize = 50;

/** The calls about lists, and about who else has shown the same. */
export const listCalls = (call: Call) => ({
  lists: (filters: ListFilters, cursor: string | null, signal?: AbortSignal): Promise<ListPage> => {
    const query: ListQuery = { ...filters, limit: pageSize, ...(cursor !== null && { cursor }) };
    return call.json('GET', addressOf('/api/lists', query), undefined, signal);
  },
  addToList: (addition: ListAddition): Promise<ListPage> => call.json('POST', '/api/lists', addition),
  removeFromList: (id: string): Promise<unknown> => call.json('DELETE', `/api/lists/${id}`),
  duplicates: (id: string, signal?: AbortSignal): Promise<Duplicates> =>
    call.json('GET', `/api/reviews/${id}/duplicates`, undefined, signal),
});
