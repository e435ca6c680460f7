import { useMutation } from '@tanstack/react-query';
import { endpointChangesOf, endpointFormOf, type WebhookEndpoint } from '../model/index.ts';
import { Dialog } from '../parts/index.ts';
import { useConsole, useTypedForm } from '../state/index.ts';
import { EndpointFields } from './endpoint-form.tsx';
import { useNotFoundHandler, useRefresh } from './use-endpoints.ts';

type Props = {
  readonly endpoint: WebhookEndpoint;
  readonly close: () => void;
  readonly done: (said: string) => void;
};

/** Changes what an endpoint gets and where. Untouched fields are not sent. */
export const ChangeEndpoint = ({ close, done, endpoint }: Props) => {
  const { client, drafts, say } = useConsole();
  const { change, forget, form } = useTypedForm(drafts.endpoints, endpoint.id, endpointFormOf(endpoint));
  const refresh = useRefresh();
  const onNotFound = useNotFoundHandler(endpoint.id);
  const finish = (): void => {
    forget();
    close();
  };
  const save = useMutation({
    mutationFn: () => client.changeEndpoint(endpoint.id, endpointChangesOf(form)),
    onSuccess: ({ url }) => {
      refresh();
      done(say(url === endpoint.url ? 'webhooks_is_changed' : 'webhooks_is_moved'));
      finish();
    },
    onError: onNotFound,
  });
  const hasChanges = Object.keys(endpointChangesOf(form)).length > 0;
  return (
    <Dialog isOpen close={close} title={say('webhooks_change_title')} staysOpen>
      <EndpointFields
        form={form}
        change={change}
        verb={say('webhooks_save')}
        isBusy={save.isPending}
        error={save.error}
        send={() => (hasChanges ? save.mutate() : finish())}
        cancel={finish}
      />
    </Dialog>
  );
};
