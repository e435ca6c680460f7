import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SignedInMember } from '../model/index.ts';
import { ConfirmDialog } from '../parts/index.ts';
import { useConsole, useMember } from '../state/index.ts';

type Props = {
  readonly member: SignedInMember;
  readonly close: () => void;
  readonly done: () => void;
};

/** Asks before somebody is signed out everywhere, and says that it is oneself. */
export const EndSessions = ({ close, done, member }: Props) => {
  const { client, say } = useConsole();
  const own = useMember();
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: () => client.endSessions(member.id),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['sessions'] });
      done();
    },
  });
  return (
    <ConfirmDialog
      title={say('sessions_end_title', { name: member.name })}
      verb={say('sessions_end')}
      isHarmful
      call={end}
      missing="sessions_missing"
      close={close}
    >
      <p>{say('sessions_end_text')}</p>
      {member.id === own?.id && <p>{say('sessions_end_own')}</p>}
      <p className="codes">{member.id}</p>
    </ConfirmDialog>
  );
};
