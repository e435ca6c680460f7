import { Anchor, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { draftOf, may, type PolicyDocument, textOf } from '../model/index.ts';
import { ErrorAlert, Loading, Panel, ScreenHeading } from '../parts/index.ts';
import { goTo, useConsole, useMember } from '../state/index.ts';
import { PathsPanel } from './paths-panel.tsx';
import { usePolicy } from './use-policies.ts';

const BeginDraft = ({ policy }: { readonly policy: PolicyDocument }) => {
  const { client, say } = useConsole();
  const queries = useQueryClient();
  const begin = useMutation({
    mutationFn: () => client.createPolicyDraft(draftOf(policy)),
    onSuccess: (draft) => {
      queries.setQueryData(['policy-draft', draft.id], draft);
      void queries.invalidateQueries({ queryKey: ['policy-drafts'] });
      goTo({ name: 'draft', id: draft.id });
    },
  });
  return (
    <>
      <div className="buttons">
        <Button disabled={begin.isPending} onClick={() => begin.mutate()}>
          {say('policy_begin_draft')}
        </Button>
      </div>
      {begin.error !== null && <ErrorAlert error={begin.error} />}
    </>
  );
};

type Props = {
  readonly id: string;
  readonly version: string;
};

/** One version of a policy, with what a draft can be begun from. */
export const PolicyScreen = ({ id, version }: Props) => {
  const { say } = useConsole();
  const member = useMember();
  const policy = usePolicy({ id, version });
  return (
    <div data-screen="policy" className="column">
      <Anchor href="#/policies">{say('policies_back')}</Anchor>
      <ScreenHeading>{say('policy_title', { id, version })}</ScreenHeading>
      {policy.error !== null && <ErrorAlert error={policy.error} retry={() => void policy.refetch()} />}
      {policy.data === undefined && policy.error === null && <Loading />}
      {policy.data !== undefined && (
        <>
          {may(member, 'policies:write') && <BeginDraft policy={policy.data} />}
          <PathsPanel policy={policy.data.policy} />
          <Panel title={say('policy_document')}>
            <p className="codes">{policy.data.digest}</p>
            <pre className="document">{textOf(policy.data.policy)}</pre>
          </Panel>
        </>
      )}
    </div>
  );
};
