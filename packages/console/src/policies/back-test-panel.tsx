import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BackTest, PolicyDraft } from '../model/index.ts';
import { DamagedNote, ErrorAlert, Loading, Panel } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';
import { BackTestResult } from './back-test-result.tsx';

/** How often it is asked how far a back-test is that somebody looks at. */
const askEveryMs = 1500;

const useBackTest = (id: string) => {
  const { client } = useConsole();
  const queries = useQueryClient();
  const queryKey = ['back-test', id];
  const test = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.backTest(id, signal),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? askEveryMs : false),
  });
  const start = useMutation({
    mutationFn: () => client.startBackTest(id),
    onSuccess: (started) => queries.setQueryData(queryKey, started),
  });
  return { start, test };
};

const useSentence = ({ judged, matrix, status, unjudged }: BackTest): string => {
  const { say } = useConsole();
  if (status === 'running') return say('test_running', { judged: String(judged) });
  if (status === 'interrupted') return say('test_interrupted', { judged: String(judged) });
  const changed = matrix.reduce((sum, { count, from, to }) => (from === to ? sum : sum + count), 0);
  return say('test_done', { judged: String(judged), changed: String(changed), unjudged: String(unjudged) });
};

const BackTestView = ({ draft, test }: { readonly draft: PolicyDraft; readonly test: BackTest }) => {
  const { say } = useConsole();
  const sentence = useSentence(test);
  return (
    <div data-back-test={test.status}>
      <p role="status">{sentence}</p>
      {test.digest !== draft.digest && <p>{say('test_outdated', { revision: String(test.revision) })}</p>}
      <DamagedNote count={test.damaged} text="back_test_damaged" />
      {test.matrix.length > 0 && <BackTestResult test={test} />}
    </div>
  );
};

type Props = {
  readonly draft: PolicyDraft;
  readonly mayStart: boolean;
};

/** The results of the draft for decisions that were made. */
export const BackTestPanel = ({ draft, mayStart }: Props) => {
  const { say } = useConsole();
  const { start, test } = useBackTest(draft.id);
  return (
    <Panel title={say('test_title')}>
      <p className="quiet">{say('test_about')}</p>
      {test.error !== null && <ErrorAlert error={test.error} retry={() => void test.refetch()} />}
      {test.data === undefined && test.error === null && <Loading />}
      {test.data && <BackTestView draft={draft} test={test.data} />}
      {start.error !== null && <ErrorAlert error={start.error} />}
      {mayStart && (
        <div className="buttons">
          <Button
            variant="default"
            disabled={start.isPending || test.data?.status === 'running'}
            onClick={() => start.mutate()}
          >
            {say(test.data ? 'test_again' : 'test_start')}
          </Button>
        </div>
      )}
    </Panel>
  );
};
