import { useMutation } from '@tanstack/react-query';
import { emptyClientForm, newClientOf } from '../model/index.ts';
import { Dialog, ErrorAlert } from '../parts/index.ts';
import { newForm, useConsole, useTypedForm } from '../state/index.ts';
import { ClientFields } from './client-form.tsx';
import { OneTimeClientSecret } from './one-time-client-secret.tsx';
import { UncertainOutcome } from './uncertain-outcome.tsx';
import { useRefresh } from './use-clients.ts';

/** Creates a client, and shows its secret. The answer of the service is forgotten with the dialog. */
export const NewClient = ({ close }: { readonly close: () => void }) => {
  const { client, drafts, say } = useConsole();
  const { change, forget, form } = useTypedForm(drafts.clients, newForm, emptyClientForm);
  const refresh = useRefresh();
  const create = useMutation({
    mutationFn: client.createClient,
    onSuccess: forget,
    onSettled: refresh,
    gcTime: 0,
  });
  const { data: created } = create;
  return (
    <Dialog
      isOpen
      close={close}
      staysOpen
      isWaiting={create.isPending}
      title={
        created === undefined
          ? say('clients_new_title')
          : say('clients_secret_title', { name: created.client.name ?? created.client.id })
      }
    >
      {created === undefined ? (
        <ClientFields
          form={form}
          change={change}
          isBusy={create.isPending}
          send={() => create.mutate(newClientOf(form))}
          cancel={() => {
            forget();
            close();
          }}
        >
          {create.error !== null && <ErrorAlert error={create.error} />}
          <UncertainOutcome error={create.error} text="clients_maybe_made" />
        </ClientFields>
      ) : (
        <OneTimeClientSecret answer={created} lost="clients_made_lost" close={close}>
          {created.client.awaits_second_person && <p>{say('clients_awaits')}</p>}
        </OneTimeClientSecret>
      )}
    </Dialog>
  );
};
