import { useMutation } from '@tanstack/react-query';
import { emptyEndpointForm, endpointSettingsOf, hostOf } from '../model/index.ts';
import { Dialog, OneTimeSecret } from '../parts/index.ts';
import { newForm, useConsole, useTypedForm } from '../state/index.ts';
import { EndpointFields } from './endpoint-form.tsx';
import { usePingSentence } from './ping-sentence.ts';
import { useRefresh } from './use-endpoints.ts';

/** Creates an endpoint, and shows its secret. The answer of the service is forgotten with the dialog. */
export const NewEndpoint = ({ close }: { readonly close: () => void }) => {
  const { client, drafts, say } = useConsole();
  const { change, forget, form } = useTypedForm(drafts.endpoints, newForm, emptyEndpointForm);
  const refresh = useRefresh();
  const pingSentence = usePingSentence();
  const create = useMutation({
    mutationFn: client.createEndpoint,
    onSuccess: () => {
      forget();
      refresh();
    },
    gcTime: 0,
  });
  const { data: created } = create;
  const title =
    created === undefined
      ? say('webhooks_new_title')
      : say('webhooks_secret_title', { host: hostOf(created.endpoint.url) });
  return (
    <Dialog isOpen close={close} title={title} staysOpen isWaiting={create.isPending}>
      {created === undefined ? (
        <EndpointFields
          form={form}
          change={change}
          verb={say('webhooks_create')}
          isBusy={create.isPending}
          error={create.error}
          send={() => create.mutate(endpointSettingsOf(form))}
          cancel={() => {
            forget();
            close();
          }}
        />
      ) : (
        <OneTimeSecret secret={created.secret} close={close}>
          <p>{pingSentence(created.ping)}</p>
          <p>{say(created.endpoint.status === 'enabled' ? 'webhooks_is_ready' : 'webhooks_verify_hint')}</p>
        </OneTimeSecret>
      )}
    </Dialog>
  );
};
