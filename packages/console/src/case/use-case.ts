import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useConsole } from '../state/index.ts';

/** Everything of a case. Each part is read by itself, so that one that fails does not hide the others. */
export const useCase = (id: string) => {
  const { client } = useConsole();
  const queries = useQueryClient();
  const review = useQuery({ queryKey: ['case', id, 'review'], queryFn: ({ signal }) => client.review(id, signal) });
  const profile = useQuery({ queryKey: ['case', id, 'profile'], queryFn: ({ signal }) => client.profile(id, signal) });
  const explanation = useQuery({
    queryKey: ['case', id, 'explanation'],
    queryFn: ({ signal }) => client.explanation(id, signal),
  });
  const histories = useQuery({
    queryKey: ['case', id, 'histories'],
    queryFn: ({ signal }) => client.histories(id, signal),
  });
  /** Reads the case, the queue and its counts again, after something has changed. */
  const refresh = async (): Promise<void> => {
    await Promise.all(
      [['case', id], ['queue'], ['summary']].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  };
  return { review, profile, explanation, histories, refresh };
};
