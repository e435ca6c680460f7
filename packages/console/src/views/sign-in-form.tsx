import { Alert, Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { StaffMember } from '../model/index.ts';
import { ErrorAlert } from '../parts/index.ts';
import { codeOf, failureOf } from '../service/index.ts';
import { useConsole } from '../state/index.ts';
import { spanIn } from '../texts/index.ts';

type Second = 'code' | 'recovery_code';

/** The error of a sign-in, without a word about which part of it. */
const SignInError = ({ error }: { readonly error: unknown }) => {
  const { language, say } = useConsole();
  const failure = failureOf(error);
  const code = codeOf(error);
  if (code === 'invalid_credentials')
    return <Alert color="red" variant="default" role="alert" title={say('sign_in_wrong')} />;
  if (failure.kind === 'problem' && failure.problem.status === 429) {
    const time = spanIn(language, (failure.retryAfterSeconds ?? 60) * 1000);
    return <Alert color="red" variant="default" role="alert" title={say('sign_in_too_often', { time })} />;
  }
  return <ErrorAlert error={error} />;
};

const SecondFactor = ({ second }: { readonly second: Second }) => {
  const { say } = useConsole();
  if (second === 'recovery_code')
    return <TextInput label={say('sign_in_recovery')} name="recovery_code" autoComplete="off" required />;
  return (
    <TextInput
      label={say('sign_in_code')}
      description={say('sign_in_code_hint')}
      name="code"
      autoComplete="one-time-code"
      inputMode="numeric"
    />
  );
};

/** The name and the password with a second factor. The typed texts are read when they are sent, and kept nowhere. */
export const SignInForm = ({ signedIn }: { readonly signedIn: (member: StaffMember) => void }) => {
  const { client, say } = useConsole();
  const [second, setSecond] = useState<Second>('code');
  const signIn = useMutation({ mutationFn: client.signIn, onSuccess: signedIn, gcTime: 0 });
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string): string => String(form.get(name) ?? '').trim();
    const factor = text(second);
    signIn.mutate({
      username: text('username'),
      password: String(form.get('password') ?? ''),
      ...(factor !== '' && { [second]: factor }),
    });
  };
  return (
    <form onSubmit={submitted} className="form">
      <TextInput label={say('sign_in_username')} name="username" autoComplete="username" required />
      <TextInput
        label={say('sign_in_password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <SecondFactor second={second} />
      {signIn.error !== null && <SignInError error={signIn.error} />}
      <Button type="submit" disabled={signIn.isPending}>
        {say('sign_in_submit')}
      </Button>
      <Button variant="subtle" onClick={() => setSecond(second === 'code' ? 'recovery_code' : 'code')}>
        {say(second === 'code' ? 'sign_in_use_recovery' : 'sign_in_use_code')}
      </Button>
    </form>
  );
};
