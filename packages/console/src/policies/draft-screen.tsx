import { Alert, Anchor } from '@mantine/core';
import { useState } from 'react';
import { hasWritten, may, type PolicyDraft, readDocument, type TypedPolicy, textOf } from '../model/index.ts';
import { ErrorAlert, Facts, Loading, Panel, ScreenHeading } from '../parts/index.ts';
import { useConsole, useMember } from '../state/index.ts';
import { BackTestPanel } from './back-test-panel.tsx';
import { ChangesPanel } from './changes-panel.tsx';
import { DraftEditor } from './draft-editor.tsx';
import { DraftTag } from './draft-tag.tsx';
import { FindingsPanel } from './findings-panel.tsx';
import { PathsPanel } from './paths-panel.tsx';
import { PublishPanel } from './publish-panel.tsx';
import { useDraft } from './use-policies.ts';

const DraftFacts = ({ draft }: { readonly draft: PolicyDraft }) => {
  const { say } = useConsole();
  const facts: readonly (readonly [string, string])[] = [
    [say('draft_revision'), String(draft.revision)],
    [say('draft_writers'), draft.writers.map(({ name }) => name).join(', ')],
    ...(draft.approved_by === null ? [] : ([[say('draft_approved_by'), draft.approved_by.name]] as const)),
    [say('policies_digest'), draft.digest.slice(0, 12)],
  ];
  return <Facts facts={facts} />;
};

type DraftViewProps = {
  readonly draft: PolicyDraft;
  readonly keep: (changed: PolicyDraft) => void;
  readonly refresh: () => Promise<void>;
};

/** A draft whose text lies in memory until it is saved, so that an ended session loses nothing of it. */
const DraftView = ({ draft, keep, refresh }: DraftViewProps) => {
  const { drafts, say } = useConsole();
  const member = useMember();
  const saved = textOf(draft.policy);
  const [typed, setTyped] = useState(() => drafts.readPolicy(draft.id));
  const isOpen = draft.status === 'draft' && draft.approved_by === null;
  const mayWrite = may(member, 'policies:write');
  const policy = (isOpen && typed !== null && readDocument(typed.text)) || draft.policy;
  const change = (next: TypedPolicy | null): void => {
    const isSaved = next?.text === saved && next.note === (draft.note ?? '');
    setTyped(isSaved ? null : next);
    drafts.writePolicy(draft.id, isSaved ? null : next);
  };
  const accept = (changed: PolicyDraft): void => {
    change(null);
    keep(changed);
  };
  return (
    <>
      <div className="line">
        <ScreenHeading>{say('draft_title', { id: draft.policy_id, version: draft.policy_version })}</ScreenHeading>
        <DraftTag draft={draft} />
      </div>
      <DraftFacts draft={draft} />
      {draft.approved_by !== null && draft.status === 'draft' && (
        <Alert variant="default" color="orange">
          {say('draft_interrupted', { name: draft.approved_by.name })}
        </Alert>
      )}
      <div className="case-columns">
        <div className="column">
          {isOpen && mayWrite ? (
            <DraftEditor draft={draft} typed={typed} change={change} accept={accept} refresh={refresh} />
          ) : (
            <Panel title={say('policy_document')}>
              <p className="quiet">{say('draft_read_only')}</p>
              <pre className="document">{saved}</pre>
            </Panel>
          )}
        </div>
        <div className="column">
          {draft.status === 'draft' && <FindingsPanel findings={draft.findings} />}
          {mayWrite && draft.status === 'draft' && (
            <PublishPanel
              draft={draft}
              hasWritten={hasWritten(draft, member)}
              isUnsaved={isOpen && typed !== null}
              accept={accept}
              refresh={refresh}
            />
          )}
          <PathsPanel policy={policy} />
          <ChangesPanel id={draft.policy_id} policy={policy} />
        </div>
      </div>
      <div className="below">
        <BackTestPanel draft={draft} mayStart={isOpen && mayWrite} />
      </div>
    </>
  );
};

/** A draft of a policy: its document, what is said about it, what it changes, and its publication. */
export const DraftScreen = ({ id }: { readonly id: string }) => {
  const { say } = useConsole();
  const { draft, keep, refresh } = useDraft(id);
  return (
    <div data-screen="draft">
      <Anchor href="#/policies">{say('policies_back')}</Anchor>
      {draft.error !== null && <ErrorAlert error={draft.error} retry={() => void refresh()} />}
      {draft.data === undefined && draft.error === null && <Loading />}
      {draft.data !== undefined && <DraftView draft={draft.data} keep={keep} refresh={refresh} />}
    </div>
  );
};
