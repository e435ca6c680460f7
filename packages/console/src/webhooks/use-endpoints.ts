import { useQuery, useQueryClient } from '@tanstack/react-query';
import { may } from '../model/index.ts';
import { codeOf } from '../service/index.ts';
import { useConsole, useCursorPages, useMember } from '../state/index.ts';

export const useEndpoints = () => {
  const { client } = useConsole();
  return useQuery({ queryKey: ['webhooks'], queryFn: ({ signal }) => client.endpoints(signal) });
};

export const useEndpoint = (id: string) => {
  const { client } = useConsole();
  return useQuery({ queryKey: ['webhooks', id], queryFn: ({ signal }) => client.endpoint(id, signal) });
};

/** The waiting events of the endpoints and the given up ones, for those who may see how the service does. */
export const useEndpointHealth = () => {
  const { client } = useConsole();
  const member = useMember();
  const operations = useQuery({
    queryKey: ['operations'],
    queryFn: ({ signal }) => client.operations(signal),
    enabled: may(member, 'operations:read'),
  });
  return operations.data?.webhooks ?? null;
};

/** The tries of an endpoint, the newest first, a page at a time. */
export const useDeliveries = (id: string) => {
  const { client } = useConsole();
  return useCursorPages({
    queryKey: ['webhooks', id, 'deliveries'],
    read: (cursor, signal) => client.deliveries(id, cursor, signal),
    next: (page) => page.next_cursor,
  });
};

/** The deliveries that an endpoint lost after the last try, a page at a time. */
export const useDeadLetters = (id: string) => {
  const { client } = useConsole();
  return useCursorPages({
    queryKey: ['webhooks', id, 'dead-letters'],
    read: (cursor, signal) => client.deadLetters(id, cursor, signal),
    next: (page) => page.next_cursor,
  });
};

/** Reads the endpoints and what belongs to them again, and how the service does. */
export const useRefresh = (): (() => void) => {
  const queries = useQueryClient();
  return () => {
    for (const key of ['webhooks', 'operations']) void queries.invalidateQueries({ queryKey: [key] });
  };
};

/**
 * Where somebody else has deleted an endpoint meanwhile, forgets what was typed of it and reads it again: its screen
 * then says that there is none, and leads back, in place of a dialog that offers the same once more.
 */
export const useNotFoundHandler = (id: string): ((error: unknown) => void) => {
  const { drafts } = useConsole();
  const refresh = useRefresh();
  return (error) => {
    if (codeOf(error) !== 'not_found') return;
    drafts.endpoints.write(id, null);
    refresh();
  };
};
