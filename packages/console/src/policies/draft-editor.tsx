import { Alert, Button, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type PolicyDraft, readDocument, type TypedPolicy, textOf } from '../model/index.ts';
import { ErrorAlert, Panel } from '../parts/index.ts';
import { codeOf } from '../service/index.ts';
import { useConsole } from '../state/index.ts';
import { Discard } from './discard.tsx';

type Props = {
  readonly draft: PolicyDraft;
  /** The typed text that was not saved; `null` where there is none. */
  readonly typed: TypedPolicy | null;
  readonly change: (typed: TypedPolicy | null) => void;
  readonly accept: (changed: PolicyDraft) => void;
  readonly refresh: () => Promise<void>;
};

/** Saves what was typed, under the revision from which it was begun: later saves of others are not lost. */
const useSave = ({ accept, draft, refresh }: Props) => {
  const { client } = useConsole();
  return useMutation({
    mutationFn: ({ note, revision, text }: TypedPolicy) =>
      client.replacePolicyDraft(draft.id, readDocument(text) ?? {}, note, revision),
    onSuccess: accept,
    onError: (error) => {
      if (codeOf(error) === 'version_conflict') void refresh();
    },
  });
};

/** Somebody else has saved another document since: whose text goes on is for the reader to say. */
const ConflictNotice = ({ change, draft, typed }: Pick<Props, 'change' | 'draft' | 'typed'>) => {
  const { say } = useConsole();
  if (typed === null || typed.revision === draft.revision) return null;
  return (
    <Alert
      variant="default"
      color="orange"
      role="alert"
      title={say('draft_moved', { revision: String(draft.revision) })}
    >
      <div className="buttons">
        <Button size="xs" variant="default" onClick={() => change(null)}>
          {say('draft_reload')}
        </Button>
        <Button size="xs" variant="default" onClick={() => change({ ...typed, revision: draft.revision })}>
          {say('draft_keep')}
        </Button>
      </div>
    </Alert>
  );
};

/** The document of a draft as text. Nothing is saved before the button is pressed. */
export const DraftEditor = (props: Props) => {
  const { accept, change, draft, typed } = props;
  const { client, say } = useConsole();
  const save = useSave(props);
  const stored = { text: textOf(draft.policy), note: draft.note ?? '', revision: draft.revision };
  const shown = typed ?? stored;
  const isJson = readDocument(shown.text) !== null;
  return (
    <Panel title={say('policy_document')}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isJson && typed !== null) save.mutate(typed);
        }}
      >
        <ConflictNotice draft={draft} typed={typed} change={change} />
        <Textarea
          label={say('draft_editor')}
          classNames={{ input: 'editor' }}
          error={isJson ? null : say('draft_not_json')}
          rows={28}
          readOnly={save.isPending}
          value={shown.text}
          onChange={({ currentTarget }) => change({ ...shown, text: currentTarget.value })}
          autoComplete="off"
          spellCheck={false}
        />
        <Textarea
          label={say('draft_note')}
          description={say('draft_note_hint')}
          rows={2}
          readOnly={save.isPending}
          maxLength={2000}
          value={shown.note}
          onChange={({ currentTarget }) => change({ ...shown, note: currentTarget.value })}
          autoComplete="off"
        />
        <p role="status" className="quiet" data-saved={typed === null}>
          {typed === null ? say('draft_saved', { revision: String(draft.revision) }) : say('draft_unsaved')}
        </p>
        {save.error !== null && <ErrorAlert error={save.error} />}
        <div className="buttons">
          <Button type="submit" disabled={typed === null || !isJson || save.isPending}>
            {say('draft_save')}
          </Button>
          {typed !== null && (
            <Button variant="default" onClick={() => change(null)}>
              {say('draft_reload')}
            </Button>
          )}
          <Discard discard={() => client.discardPolicyDraft(draft.id)} accept={accept} />
        </div>
      </form>
    </Panel>
  );
};
