import { NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type MachineClient, type Overlap, overlaps } from '../model/index.ts';
import { Confirmation, Dialog } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';
import { spanIn, timeIn } from '../texts/index.ts';
import { OneTimeClientSecret } from './one-time-client-secret.tsx';
import { UncertainOutcome } from './uncertain-outcome.tsx';
import { useRefresh } from './use-clients.ts';

type Props = {
  readonly client: MachineClient;
  readonly close: () => void;
};

const OverlapChoice = ({ choose, overlap }: { overlap: Overlap; choose: (overlap: Overlap) => void }) => {
  const { language, say } = useConsole();
  return (
    <NativeSelect
      label={say('clients_overlap')}
      value={String(overlap)}
      onChange={({ currentTarget }) =>
        choose(overlaps.find((one) => String(one) === currentTarget.value) ?? overlaps[0])
      }
      data={overlaps.map((seconds) => ({
        value: String(seconds),
        label: seconds === 0 ? say('clients_overlap_none') : spanIn(language, seconds * 1000),
      }))}
    />
  );
};

/** Asks before a client gets a new secret, and shows that. The answer is forgotten with the dialog. */
export const RotateClient = ({ client: rotating, close }: Props) => {
  const { client, clock, language, say } = useConsole();
  const [overlap, choose] = useState<Overlap>(overlaps[0]);
  const refresh = useRefresh();
  const rotate = useMutation({
    mutationFn: () => client.rotateClientSecret(rotating.id, overlap),
    onSettled: refresh,
    gcTime: 0,
  });
  const { data: rotated } = rotate;
  // A repetition may come when the earlier secret has ended.
  const ends = rotated?.client.old_secret_ends_at ?? null;
  const isOverlapping = ends !== null && Date.parse(ends) > clock();
  return (
    <Dialog
      isOpen
      close={close}
      staysOpen
      isWaiting={rotate.isPending}
      title={say('clients_secret_title', { name: rotating.name ?? rotating.id })}
    >
      {rotated === undefined ? (
        <Confirmation verb={say('clients_rotate')} call={rotate} missing="clients_missing" close={close}>
          <p>{say('clients_rotate_text')}</p>
          <OverlapChoice overlap={overlap} choose={choose} />
          <UncertainOutcome error={rotate.error} text="clients_maybe_rotated" />
        </Confirmation>
      ) : (
        <OneTimeClientSecret
          answer={rotated}
          lost={isOverlapping ? 'clients_rotated_lost' : 'clients_rotated_lost_alone'}
          close={close}
        >
          <p>
            {rotated.client.awaits_second_person && say('clients_awaits')}
            {!rotated.client.awaits_second_person &&
              (isOverlapping
                ? say('clients_earlier_until', { time: timeIn(language, ends) })
                : say('clients_earlier_ended'))}
          </p>
        </OneTimeClientSecret>
      )}
    </Dialog>
  );
};
