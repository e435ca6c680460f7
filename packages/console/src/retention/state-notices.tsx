import { Alert } from '@mantine/core';
import { noticesOf, type Profile } from '../model/index.ts';
import { useConsole } from '../state/index.ts';
import { timeIn } from '../texts/index.ts';

/** Says how a profile ended that nobody decides any more, and when its policy erases it. */
export const StateNotices = ({ profile }: { readonly profile: Profile }) => {
  const { language, say } = useConsole();
  const notices = noticesOf(profile);
  if (notices.length === 0) return null;
  return (
    <Alert variant="default" data-notices={notices.map(({ key }) => key).join(' ')}>
      {notices.map(({ at, key }) => (
        <p key={key}>{say(key, at === undefined ? {} : { time: timeIn(language, at) })}</p>
      ))}
    </Alert>
  );
};
