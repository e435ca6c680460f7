import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { StaffMember } from '../model/index.ts';
import { type ConsoleClient, failureOf } from '../service/index.ts';

/**
 * The end of a session: it is over, and what was typed is kept for the next sign-in, or somebody has signed out in
 * another tab, and it is forgotten.
 */
export type SessionEnd = 'over' | 'signed_out_elsewhere';

/** Whether somebody is signed in. A session that has ended is told apart from one that was never there. */
export type Session =
  | { readonly state: 'unknown' }
  | { readonly state: 'unreachable' }
  | { readonly state: 'signed_out'; readonly last: StaffMember | null; readonly ended: SessionEnd | null }
  | { readonly state: 'signed_in'; readonly member: StaffMember };

export type SessionControl = {
  readonly session: Session;
  /** Asks the service who is signed in. */
  readonly check: () => Promise<void>;
  readonly signedIn: (member: StaffMember) => void;
  /** The service has refused the session, or it is over by time. */
  readonly ended: () => void;
  readonly signOut: () => Promise<void>;
};

const memberOf = (session: Session): StaffMember | null => {
  if (session.state === 'signed_in') return session.member;
  return session.state === 'signed_out' ? session.last : null;
};

const hadSession = (session: Session): boolean =>
  session.state === 'signed_in' || (session.state === 'signed_out' && session.ended !== null);

/**
 * Tells the other tabs of this browser that somebody has signed out, so that none of them shows a case or keeps what
 * was typed any longer. Nothing is told but that.
 */
const useTabs = (told: () => void): (() => void) => {
  const channel = useMemo(() => new BroadcastChannel('portcullis-session'), []);
  useEffect(() => {
    channel.addEventListener('message', told);
    return () => channel.removeEventListener('message', told);
  }, [channel, told]);
  return useCallback(() => channel.postMessage('ended'), [channel]);
};

/**
 * Follows the session. `forget` is called where nothing of a person may be left in memory, and `forgetTyped` where
 * somebody has signed out, in this tab or another: what they typed and did not send, or sent and have no answer to.
 */
export const useSession = (client: ConsoleClient, forget: () => void, forgetTyped: () => void): SessionControl => {
  const [session, setSession] = useState<Session>({ state: 'unknown' });

  const isSignedOutElsewhere = useRef(false);

  const ended = useCallback(() => {
    forget();
    const how = isSignedOutElsewhere.current ? 'signed_out_elsewhere' : 'over';
    setSession((before) => ({
      state: 'signed_out',
      last: memberOf(before),
      ended: hadSession(before) ? how : null,
    }));
  }, [forget]);

  const signedIn = useCallback((member: StaffMember) => {
    isSignedOutElsewhere.current = false;
    setSession({ state: 'signed_in', member });
  }, []);

  const check = useCallback(async () => {
    try {
      signedIn(await client.me());
    } catch (error) {
      if (failureOf(error).kind === 'signed_out') ended();
      else setSession((before) => (before.state === 'unknown' ? { state: 'unreachable' } : before));
    }
  }, [client, ended, signedIn]);

  const signedOutElsewhere = useCallback(() => {
    forgetTyped();
    isSignedOutElsewhere.current = true;
    void check();
  }, [check, forgetTyped]);
  const notifyTabs = useTabs(signedOutElsewhere);
  const signOut = useCallback(async () => {
    await client.signOut();
    notifyTabs();
    forget();
    forgetTyped();
    setSession({ state: 'signed_out', last: null, ended: null });
  }, [client, forget, forgetTyped, notifyTabs]);

  useEffect(() => void check(), [check]);
  return { session, check, signedIn, ended, signOut };
};
