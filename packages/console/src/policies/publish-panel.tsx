import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { PolicyDraft } from '../model/index.ts';
import { Confirmation, Dialog, Panel } from '../parts/index.ts';
import { codeOf } from '../service/index.ts';
import { useConsole, useMember } from '../state/index.ts';
import type { TextKey } from '../texts/index.ts';

type Props = {
  readonly draft: PolicyDraft;
  readonly hasWritten: boolean;
  readonly isUnsaved: boolean;
  readonly accept: (changed: PolicyDraft) => void;
  readonly refresh: () => Promise<void>;
};

/** The obstacle to publishing, if there is one. */
const obstacleOf = ({ draft, hasWritten, isUnsaved }: Props): TextKey | null => {
  if (hasWritten) return 'publish_writers';
  if (isUnsaved) return 'publish_unsaved';
  // An approved draft is completed, or opened again, whatever has been added since.
  return draft.is_publishable || draft.approved_by !== null ? null : 'publish_errors';
};

type PublishConfirmationProps = Pick<Props, 'accept' | 'draft' | 'refresh'> & {
  readonly close: () => void;
  /** The action once the draft is no longer the one that was opened. */
  readonly onConflict: () => void;
};

/** Asks about the document that was on the screen when it was opened, and sends its revision and digest alone. */
const PublishConfirmation = ({ accept, close, draft, onConflict, refresh }: PublishConfirmationProps) => {
  const { client, say } = useConsole();
  const member = useMember();
  const publish = useMutation({
    mutationFn: () => client.publishPolicyDraft(draft),
    onSuccess: (published) => {
      close();
      accept(published);
    },
    onError: (error) => {
      if (codeOf(error) === 'version_conflict') onConflict();
      void refresh();
    },
  });
  const author = draft.writers.map(({ name }) => name).join(', ');
  return (
    <Confirmation verb={say('publish_send', { author })} call={publish} close={close}>
      <p>{say('publish_confirm_text', { author, name: member.name })}</p>
      <p className="codes">{draft.digest}</p>
    </Confirmation>
  );
};

/**
 * Publishing, by somebody who has written no part of the draft. Nothing is sent before it is confirmed. The
 * confirmation is for the draft as it was opened: one that is read meanwhile takes its place only in a reopened dialog.
 */
export const PublishPanel = (props: Props) => {
  const { accept, draft, refresh } = props;
  const { say } = useConsole();
  const [opened, setOpened] = useState<PolicyDraft | null>(null);
  const [hasConflict, setConflict] = useState(false);
  const obstacle = obstacleOf(props);
  const close = (): void => setOpened(null);
  const onConflict = (): void => {
    close();
    setConflict(true);
  };
  const open = (): void => {
    setConflict(false);
    setOpened(draft);
  };
  const named = opened ?? draft;
  return (
    <Panel title={say('publish_title')}>
      {hasConflict && (
        <Alert variant="default" color="orange" role="alert">
          {say('publish_conflict')}
        </Alert>
      )}
      <p>{say(obstacle ?? 'publish_ready')}</p>
      {obstacle === null && (
        <div className="buttons">
          <Button onClick={open}>{say('publish_open')}</Button>
        </div>
      )}
      <Dialog
        isOpen={opened !== null}
        close={close}
        title={say('publish_confirm_title', { id: named.policy_id, version: named.policy_version })}
      >
        {opened !== null && (
          <PublishConfirmation draft={opened} accept={accept} refresh={refresh} close={close} onConflict={onConflict} />
        )}
      </Dialog>
    </Panel>
  );
};
