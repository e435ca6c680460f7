import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ErrorAlert, Loading, ScreenHeading } from '../parts/index.ts';
import { type SessionControl, type SessionEnd, useConsole, useSignInFailed } from '../state/index.ts';
import { SignInForm } from './sign-in-form.tsx';

/**
 * A session that has ended is renewed in another tab: leaving this one would lose what was typed. Where somebody comes
 * for the first time there is nothing to lose.
 */
const OpenidSignIn = ({ check, hasEnded }: { readonly hasEnded: boolean; readonly check: () => Promise<void> }) => {
  const { say } = useConsole();
  useEffect(() => {
    const returned = (): void => void check();
    addEventListener('focus', returned);
    return () => removeEventListener('focus', returned);
  }, [check]);
  return (
    <>
      <Button component="a" href="/console/sign-in" {...(hasEnded && { target: '_blank', rel: 'noopener' })}>
        {say(hasEnded ? 'sign_in_openid_again' : 'sign_in_openid')}
      </Button>
      {hasEnded && <p className="quiet">{say('sign_in_openid_note')}</p>}
    </>
  );
};

type Props = {
  readonly control: SessionControl;
  /** How the session has ended that was there before; `null` where there was none. */
  readonly ended: SessionEnd | null;
};

/** Signing in, by what the service offers. */
export const SignInScreen = ({ control, ended }: Props) => {
  const { client, say } = useConsole();
  const methods = useQuery({ queryKey: ['sign-in'], queryFn: client.signInMethods });
  const offered = methods.data?.methods;
  const hasFailed = useSignInFailed();
  return (
    <div className="sign-in" data-screen="sign-in">
      <ScreenHeading>{say('sign_in_title')}</ScreenHeading>
      {ended !== null && (
        <Alert variant="default" role="alert" title={say('ended_title')}>
          {say(ended === 'over' ? 'ended_text' : 'ended_elsewhere')}
        </Alert>
      )}
      {hasFailed && ended === null && (
        <Alert color="red" variant="default" role="alert" title={say('sign_in_failed')}>
          <p>{say('sign_in_failed_why')}</p>
          <p>{say('sign_in_failed_what')}</p>
        </Alert>
      )}
      {methods.error !== null && <ErrorAlert error={methods.error} retry={() => void methods.refetch()} />}
      {methods.isPending && <Loading />}
      {offered?.includes('password') && <SignInForm signedIn={control.signedIn} />}
      {offered?.includes('openid') && <OpenidSignIn hasEnded={ended === 'over'} check={control.check} />}
      {offered?.length === 0 && <p>{say('sign_in_unavailable')}</p>}
    </div>
  );
};
