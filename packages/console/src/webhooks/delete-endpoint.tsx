import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WebhookEndpoint } from '../model/index.ts';
import { ConfirmDialog } from '../parts/index.ts';
import { codeOf } from '../service/index.ts';
import { useConsole } from '../state/index.ts';

type Props = {
  readonly endpoint: WebhookEndpoint;
  readonly close: () => void;
  readonly gone: () => void;
};

/** Asks before an endpoint is deleted, with what waits for it. */
export const DeleteEndpoint = ({ close, endpoint, gone }: Props) => {
  const { client, drafts, say } = useConsole();
  const queries = useQueryClient();
  const finish = (): void => {
    drafts.endpoints.write(endpoint.id, null);
    void queries.invalidateQueries({ queryKey: ['webhooks'], exact: true });
    void queries.invalidateQueries({ queryKey: ['operations'] });
    gone();
  };
  const remove = useMutation({
    mutationFn: () => client.deleteEndpoint(endpoint.id),
    onSuccess: finish,
    // Somebody else was faster, which is what was wanted.
    onError: (error) => codeOf(error) === 'not_found' && finish(),
  });
  return (
    <ConfirmDialog
      title={say('webhooks_delete_title')}
      verb={say('webhooks_delete')}
      isHarmful
      call={remove}
      missing="webhooks_missing"
      close={close}
    >
      <p>{say('webhooks_delete_text')}</p>
      <p className="codes">{endpoint.url}</p>
    </ConfirmDialog>
  );
};
