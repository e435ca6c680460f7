import { useMutation } from '@tanstack/react-query';
import { hostOf, type WebhookEndpoint } from '../model/index.ts';
import { Confirmation, Dialog, OneTimeSecret } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';
import { timeIn } from '../texts/index.ts';
import { useNotFoundHandler, useRefresh } from './use-endpoints.ts';

type Props = {
  readonly endpoint: WebhookEndpoint;
  readonly close: () => void;
};

/** Asks before an endpoint gets a new secret, and shows that. The answer is forgotten with the dialog. */
export const NewEndpointSecret = ({ close, endpoint }: Props) => {
  const { client, language, say } = useConsole();
  const refresh = useRefresh();
  const onNotFound = useNotFoundHandler(endpoint.id);
  const rotate = useMutation({
    mutationFn: () => client.rotateEndpointSecret(endpoint.id),
    onSuccess: refresh,
    onError: onNotFound,
    gcTime: 0,
  });
  const { data: rotated } = rotate;
  const host = hostOf(endpoint.url);
  const ends = rotated?.endpoint.old_secret_ends_at ?? null;
  return (
    <Dialog isOpen close={close} title={say('webhooks_secret_title', { host })} staysOpen isWaiting={rotate.isPending}>
      {rotated === undefined ? (
        <Confirmation verb={say('webhooks_secret')} call={rotate} missing="webhooks_missing" close={close}>
          <p>{say('webhooks_secret_text')}</p>
        </Confirmation>
      ) : (
        <OneTimeSecret secret={rotated.secret} close={close}>
          {ends !== null && <p>{say('webhooks_secret_until', { time: timeIn(language, ends) })}</p>}
        </OneTimeSecret>
      )}
    </Dialog>
  );
};
