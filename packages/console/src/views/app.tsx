import { QueryClientProvider } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { ErrorAlert, Loading } from '../parts/index.ts';
import { CallError, type ConsoleClient } from '../service/index.ts';
import { ConsoleContext, createDrafts, createQueries, useRoute, useSession } from '../state/index.ts';
import { english, type Language, languageOf, loadTexts, sayIn, type Texts, termsIn } from '../texts/index.ts';
import { OfflineBanner } from './banners.tsx';
import { Header } from './header.tsx';
import { screenTitle } from './screen-title.ts';
import { SignInScreen } from './sign-in-screen.tsx';
import { SignedIn } from './signed-in.tsx';

type LoadedTexts = { readonly language: Language; readonly texts: Texts };

/** The texts of the chosen language, which are loaded when they are shown first. */
const useTexts = (): { readonly loadedTexts: LoadedTexts; readonly choose: (language: Language) => void } => {
  const [chosen, choose] = useState<Language>(() => languageOf(navigator.languages));
  const [loadedTexts, setLoadedTexts] = useState<LoadedTexts>({ language: 'en', texts: english });
  useEffect(() => {
    let isCurrent = true;
    void loadTexts(chosen).then((loaded) => isCurrent && setLoadedTexts(loaded));
    return () => {
      isCurrent = false;
    };
  }, [chosen]);
  useEffect(() => {
    document.documentElement.lang = loadedTexts.language;
  }, [loadedTexts]);
  return { loadedTexts, choose };
};

const retryMs = 4000;

/** The last events of the connection and of the session; a lost connection is tried again. */
const useConnection = (clock: () => number) => {
  const [isOffline, setOffline] = useState(false);
  const [lastAnswer, setLastAnswer] = useState(0);
  const [refusals, setRefusals] = useState(0);
  const queries = useMemo(
    () =>
      createQueries({
        signedOut: () => setRefusals((count) => count + 1),
        unreachable: () => setOffline(true),
        answered: () => {
          setOffline(false);
          setLastAnswer(clock());
        },
      }),
    [clock],
  );
  useEffect(() => {
    if (!isOffline) return;
    const again = (): void => void queries.refetchQueries({ type: 'active' });
    const timer = setInterval(again, retryMs);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, [isOffline, queries]);
  return { isOffline, lastAnswer, refusals, queries };
};

/** Warns before a note that was not sent is lost with the page. */
const useLeaveWarning = (hasNotes: () => boolean): void => {
  useEffect(() => {
    const leaving = (event: BeforeUnloadEvent): void => {
      if (hasNotes()) event.preventDefault();
    };
    addEventListener('beforeunload', leaving);
    return () => removeEventListener('beforeunload', leaving);
  }, [hasNotes]);
};

type Props = {
  readonly client: ConsoleClient;
  readonly clock: () => number;
};

/** The console. */
export const App = ({ client, clock }: Props) => {
  const { choose, loadedTexts } = useTexts();
  const route = useRoute();
  const { isOffline, lastAnswer, queries, refusals } = useConnection(clock);
  const drafts = useMemo(createDrafts, []);
  const forget = useCallback(() => queries.clear(), [queries]);
  const forgetTyped = useCallback(() => {
    client.forget();
    drafts.clear();
  }, [client, drafts]);
  const control = useSession(client, forget, forgetTyped);
  const { ended, session } = control;
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEffect(() => {
    if (refusals > 0) ended();
  }, [refusals, ended]);
  useLeaveWarning(drafts.hasNotes);
  const context = useMemo(() => {
    const { language, texts } = loadedTexts;
    return {
      client,
      clock,
      drafts,
      language,
      say: sayIn(texts),
      term: termsIn(texts),
    };
  }, [client, clock, drafts, loadedTexts]);
  const member = session.state === 'signed_in' ? session.member : null;
  const { say } = context;
  const screen = member === null ? '' : `${screenTitle(route, say)} – `;
  useEffect(() => {
    document.title = `${screen}${say('page_title')}`;
  }, [screen, say]);
  return (
    <QueryClientProvider client={queries}>
      <ConsoleContext value={context}>
        <Header
          member={member}
          route={route}
          chooseLanguage={choose}
          openHelp={() => setHelpOpen(true)}
          signOut={() => void control.signOut().catch(() => undefined)}
        />
        <main id="main" tabIndex={-1}>
          <OfflineBanner isOffline={isOffline} />
          {session.state === 'unknown' && <Loading />}
          {session.state === 'unreachable' && (
            <ErrorAlert error={new CallError({ kind: 'unreachable' })} retry={() => void control.check()} />
          )}
          {session.state === 'signed_out' && <SignInScreen control={control} ended={session.ended} />}
          {member !== null && (
            <SignedIn
              member={member}
              control={control}
              lastAnswer={lastAnswer}
              chooseLanguage={choose}
              help={{ isOpen: isHelpOpen, set: setHelpOpen }}
            />
          )}
        </main>
      </ConsoleContext>
    </QueryClientProvider>
  );
};
