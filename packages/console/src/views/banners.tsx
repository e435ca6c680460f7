import { Alert, Button } from '@mantine/core';
import { useEffect } from 'react';
import type { StaffMember } from '../model/index.ts';
import { useConsole, useNow } from '../state/index.ts';
import { spanIn } from '../texts/index.ts';

/** Says that there is no connection. It is there before anything is announced, so that screen readers say it. */
export const OfflineBanner = ({ isOffline }: { readonly isOffline: boolean }) => {
  const { say } = useConsole();
  return (
    <div role="status" data-offline={isOffline}>
      {isOffline && (
        <Alert variant="default" title={say('offline_title')}>
          {say('offline_text')}
        </Alert>
      )}
    </div>
  );
};

type Props = {
  readonly member: StaffMember;
  /** When the service has last answered, in milliseconds: each answer keeps the session for its idle time. */
  readonly lastAnswer: number;
  readonly check: () => Promise<void>;
  readonly ended: () => void;
};

const warnMs = 2 * 60_000;

/** Warns before the session ends, and ends it on time, so that nothing of a person stays on an unattended screen. */
export const SessionBanner = ({ check, ended, lastAnswer, member }: Props) => {
  const { language, say } = useConsole();
  const { expires_at: expiresAt, idle_expires_at: idleExpiresAt } = member.session;
  const now = useNow(1000);
  const signedInAt = useSignedInAt(member, now);
  const idle = Date.parse(idleExpiresAt) - signedInAt;
  const left = Math.min(Date.parse(expiresAt), Math.max(lastAnswer, signedInAt) + idle) - now;
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) ended();
  }, [isOver, ended]);
  if (left > warnMs) return null;
  return (
    <Alert variant="default" role="alert" title={say('session_ends', { time: spanIn(language, left) })}>
      <Button size="xs" variant="default" onClick={() => void check()}>
        {say('stay')}
      </Button>
    </Alert>
  );
};

const times = new WeakMap<StaffMember, number>();

/** When the answer that names the member has come in. */
const useSignedInAt = (member: StaffMember, now: number): number => {
  const known = times.get(member) ?? now;
  times.set(member, known);
  return known;
};
