import { useMutation } from '@tanstack/react-query';
import type { MachineClient } from '../model/index.ts';
import { ConfirmDialog } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';
import { useRefresh } from './use-clients.ts';

type Props = {
  readonly client: MachineClient;
  readonly verb: 'disable' | 'enable';
  readonly close: () => void;
  readonly done: (said: string) => void;
};

/** Asks before the access of a client is ended, or given back, and says what that means. */
export const SwitchClient = ({ client: switched, close, done, verb }: Props) => {
  const { client, say } = useConsole();
  const refresh = useRefresh();
  const change = useMutation({
    mutationFn: () => client.switchClient(switched.id, verb),
    onSuccess: ({ status }) => {
      refresh();
      done(say(status === 'enabled' ? 'clients_is_enabled' : 'clients_is_disabled'));
    },
  });
  const isDamaged = switched.status === 'damaged';
  return (
    <ConfirmDialog
      title={say(`clients_${verb}_title`, { name: switched.name ?? switched.id })}
      verb={say(`clients_${verb}`)}
      isHarmful={verb === 'disable'}
      call={change}
      missing="clients_missing"
      close={close}
    >
      <p>{say(verb === 'enable' && switched.awaits_second_person ? 'clients_confirm_text' : `clients_${verb}_text`)}</p>
      {verb === 'disable' && <p>{say(isDamaged ? 'clients_disable_for_good' : 'clients_disable_not_for_good')}</p>}
      <p className="codes">{switched.id}</p>
    </ConfirmDialog>
  );
};
