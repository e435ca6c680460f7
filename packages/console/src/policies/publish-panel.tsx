import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { PolicyDraft } from '../model/index.ts';
import { Dialog, Panel, Trouble } from '../parts/index.ts';
import { useMember, useSurroundings } from '../state/index.ts';
import type { TextKey } from '../texts/index.ts';

type Props = {
  readonly draft: PolicyDraft;
  readonly hasWritten: boolean;
  readonly isUnsaved: boolean;
  readonly accept: (changed: PolicyDraft) => void;
  readonly refresh: () => Promise<void>;
};

/** What keeps somebody from publishing, if anything does. */
const obstacleOf = ({ draft, hasWritten, isUnsaved }: Props): TextKey | null => {
  if (hasWritten) return 'publish_writers';
  if (isUnsaved) return 'publish_unsaved';
  // What was approved is completed, or opened again, whatever has been added since.
  return draft.is_publishable || draft.approved_by !== null ? null : 'publish_errors';
};

const Confirmation = ({ accept, close, draft, refresh }: Props & { readonly close: () => void }) => {
  const { client, say } = useSurroundings();
  const member = useMember();
  const publish = useMutation({
    mutationFn: () => client.publishPolicyDraft(draft),
    onSuccess: (published) => {
      close();
      accept(published);
    },
    onError: () => void refresh(),
  });
  const author = draft.writers.map(({ name }) => name).join(', ');
  return (
    <>
      <p>{say('publish_confirm_text', { author, name: member.name })}</p>
      <p className="codes">{draft.digest}</p>
      {publish.error !== null && <Trouble error={publish.error} />}
      <div className="buttons">
        <Button disabled={publish.isPending} onClick={() => publish.mutate()}>
          {say('publish_send', { author })}
        </Button>
        <Button variant="default" onClick={close}>
          {say('cancel')}
        </Button>
      </div>
    </>
  );
};

/** Publishing, by somebody who has written no part of the draft. Nothing is sent before it is confirmed. */
export const PublishPanel = (props: Props) => {
  const { draft } = props;
  const { say } = useSurroundings();
  const [isOpen, setOpen] = useState(false);
  const obstacle = obstacleOf(props);
  const close = (): void => setOpen(false);
  return (
    <Panel title={say('publish_title')}>
      <p>{say(obstacle ?? 'publish_ready')}</p>
      {obstacle === null && (
        <div className="buttons">
          <Button onClick={() => setOpen(true)}>{say('publish_open')}</Button>
        </div>
      )}
      <Dialog
        isOpen={isOpen}
        close={close}
        title={say('publish_confirm_title', { id: draft.policy_id, version: draft.policy_version })}
      >
        <Confirmation {...props} close={close} />
      </Dialog>
    </Panel>
  );
};
