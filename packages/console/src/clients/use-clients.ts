import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useConsole } from '../state/index.ts';

/** The clients of the tenant: those of the configuration, then those of the console. */
export const useClients = () => {
  const { client } = useConsole();
  return useQuery({ queryKey: ['clients'], queryFn: ({ signal }) => client.clients(signal) });
};

/** Reads the clients again. */
export const useRefresh = (): (() => void) => {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ['clients'] });
};
