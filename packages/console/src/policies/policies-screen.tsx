import { Anchor, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { fragmentOf, isDamagedDraft, type ListedDraft, type PolicySummary, versionsInUse } from '../model/index.ts';
import { ColumnHeads, ErrorAlert, Loading, Panel, ScreenHeading, Tag } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';
import { timeIn } from '../texts/index.ts';
import { DamagedRow } from './damaged-row.tsx';
import { DraftTag } from './draft-tag.tsx';
import { usePolicies } from './use-policies.ts';

const PolicyTable = ({ policies }: { readonly policies: readonly PolicySummary[] }) => {
  const { say } = useConsole();
  const used = versionsInUse(policies);
  return (
    <Table>
      <ColumnHeads
        columns={(['policy', 'for', 'state', 'digest'] as const).map((column) => say(`policies_${column}`))}
      />
      <Table.Tbody>
        {policies.toReversed().map((policy) => (
          <Table.Tr key={`${policy.id} ${policy.version}`}>
            <Table.Th scope="row">
              <Anchor href={fragmentOf({ name: 'policy', id: policy.id, version: policy.version })}>
                {policy.id} {policy.version}
              </Anchor>
            </Table.Th>
            <Table.Td>{say(policy.is_own ? 'policies_for_own' : 'policies_for_all')}</Table.Td>
            <Table.Td>
              {used.includes(policy) && !policy.is_damaged ? (
                <Tag tone="good">{say('policies_in_use')}</Tag>
              ) : (
                <Tag>{say(policy.is_damaged ? 'policies_damaged' : 'policies_earlier')}</Tag>
              )}
            </Table.Td>
            <Table.Td className="codes">{policy.digest.slice(0, 12)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
};

const DraftTable = ({ drafts }: { readonly drafts: readonly ListedDraft[] }) => {
  const { language, say } = useConsole();
  return (
    <Table>
      <ColumnHeads
        columns={(['policy', 'state', 'author', 'changed_at'] as const).map((column) => say(`policies_${column}`))}
      />
      <Table.Tbody>
        {drafts.map((draft) =>
          isDamagedDraft(draft) ? (
            <DamagedRow key={draft.id} draft={draft} />
          ) : (
            <Table.Tr key={draft.id} data-draft={draft.id}>
              <Table.Th scope="row">
                <Anchor href={fragmentOf({ name: 'draft', id: draft.id })}>
                  {draft.policy_id} {draft.policy_version}
                </Anchor>
              </Table.Th>
              <Table.Td>
                <DraftTag draft={draft} />
              </Table.Td>
              <Table.Td>{draft.author.name}</Table.Td>
              <Table.Td>{timeIn(language, draft.updated_at)}</Table.Td>
            </Table.Tr>
          ),
        )}
      </Table.Tbody>
    </Table>
  );
};

const Drafts = () => {
  const { client, say } = useConsole();
  const drafts = useQuery({ queryKey: ['policy-drafts'], queryFn: ({ signal }) => client.policyDrafts(signal) });
  if (drafts.error !== null) return <ErrorAlert error={drafts.error} retry={() => void drafts.refetch()} />;
  if (drafts.data === undefined) return <Loading />;
  return drafts.data.length === 0 ? (
    <p className="quiet">{say('policies_no_drafts')}</p>
  ) : (
    <DraftTable drafts={drafts.data} />
  );
};

/** The policies that the partner may choose, and its drafts. */
export const PoliciesScreen = () => {
  const { say } = useConsole();
  const policies = usePolicies();
  return (
    <div data-screen="policies" className="column">
      <ScreenHeading>{say('policies_title')}</ScreenHeading>
      <Panel title={say('policies_used')}>
        {policies.error !== null && <ErrorAlert error={policies.error} retry={() => void policies.refetch()} />}
        {policies.data === undefined ? (
          policies.error === null && <Loading />
        ) : (
          <PolicyTable policies={policies.data} />
        )}
      </Panel>
      <Panel title={say('policies_drafts')}>
        <Drafts />
      </Panel>
    </div>
  );
};
