import { Alert, Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { fragmentOf, may, neighbourOf, permissionFor, type Route } from '../model/index.ts';
import { Loading } from '../parts/index.ts';
import { goTo, useConsole, useKeyActions, useMember, useQueue } from '../state/index.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotPermittedScreen, UnknownScreen } from './missing-screens.tsx';
import { QueueScreen } from './queue-screen.tsx';
import { SearchScreen } from './search-screen.tsx';

/** The case is the larger half of the console, and loaded when the first one is opened. */
const LazyCase = lazy(async () => ({ default: (await import('../case/index.ts')).CaseScreen }));

const LazyLists = lazy(async () => ({ default: (await import('../lists/index.ts')).ListsScreen }));
/** The screens of policies are for few, and loaded when they are opened. */
const LazyPolicies = lazy(async () => ({ default: (await import('../policies/index.ts')).PolicyScreens }));
/** So are those of administration. */
const LazyWebhooks = lazy(async () => ({ default: (await import('../webhooks/index.ts')).WebhookScreens }));
const LazyClients = lazy(async () => ({ default: (await import('../clients/index.ts')).ClientsScreen }));
const LazySessions = lazy(async () => ({ default: (await import('../sessions/index.ts')).SessionsScreen }));
const LazyAccessLog = lazy(async () => ({ default: (await import('../access-log/index.ts')).AccessLogScreen }));
const LazyOperations = lazy(async () => ({ default: (await import('../operations/index.ts')).OperationsScreen }));

const LoadFailed = () => {
  const { say } = useConsole();
  return (
    <Alert color="red" variant="default" role="alert" title={say('problem_title')}>
      <Button size="xs" variant="default" onClick={() => location.reload()}>
        {say('try_again')}
      </Button>
    </Alert>
  );
};

type CaseProps = {
  readonly id: string;
  readonly onSignedOut: () => void;
};

/** A case between its neighbours of the queue. */
const CaseOfQueue = ({ id, onSignedOut }: CaseProps) => {
  const { reviews } = useQueue();
  useKeyActions((action) => {
    if (action !== 'next' && action !== 'previous') return;
    const ids = reviews.map(({ profile_id: one }) => one);
    const neighbour = neighbourOf(ids, id, action === 'next' ? 1 : -1);
    if (neighbour !== null) goTo({ name: 'case', id: neighbour });
  });
  return <LazyCase key={id} id={id} onSignedOut={onSignedOut} />;
};

type Props = {
  readonly route: Route;
  readonly onSignedOut: () => void;
};

/** A screen whose files are loaded when it is opened first. */
const LoadedScreen = ({ onSignedOut, route }: Props) => {
  switch (route.name) {
    case 'case':
      return <CaseOfQueue id={route.id} onSignedOut={onSignedOut} />;
    case 'lists':
      return <LazyLists />;
    case 'operations':
      return <LazyOperations />;
    case 'webhooks':
    case 'webhook':
      return <LazyWebhooks route={route} />;
    case 'clients':
      return <LazyClients />;
    case 'sessions':
      return <LazySessions />;
    case 'access-log':
      return <LazyAccessLog />;
    default:
      return <LazyPolicies route={route} />;
  }
};

/** The screen of an address, for those who are signed in. */
export const Screens = ({ onSignedOut, route }: Props) => {
  const member = useMember();
  const permission = permissionFor(route);
  if (permission !== null && !may(member, permission)) return <NotPermittedScreen key={fragmentOf(route)} />;
  if (route.name === 'unknown') return <UnknownScreen />;
  if (route.name === 'queue') return <QueueScreen />;
  if (route.name === 'search') return <SearchScreen />;
  const key = fragmentOf(route);
  return (
    <ErrorBoundary key={key} fallback={<LoadFailed />}>
      <Suspense fallback={<Loading />}>
        <LoadedScreen key={key} route={route} onSignedOut={onSignedOut} />
      </Suspense>
    </ErrorBoundary>
  );
};
