import { Table } from '@mantine/core';
import { changesBetween, type PolicyJson } from '../model/index.ts';
import { ColumnHeads, ErrorAlert, Loading, Panel } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';
import { useVersionBefore } from './use-policies.ts';

type Props = {
  readonly id: string;
  readonly policy: PolicyJson;
};

const Changes = ({ before, policy }: { readonly before: PolicyJson; readonly policy: PolicyJson }) => {
  const { say } = useConsole();
  const changes = changesBetween(before, policy);
  if (changes.length === 0) return <p className="quiet">{say('changes_none')}</p>;
  return (
    <Table>
      <ColumnHeads columns={(['field', 'before', 'after'] as const).map((column) => say(`changes_${column}`))} />
      <Table.Tbody>
        {changes.map((change) => (
          <Table.Tr key={change.pointer} data-change={change.pointer}>
            <Table.Th scope="row" className="codes">
              {change.pointer}
            </Table.Th>
            <Table.Td className="codes">{change.before ?? say('changes_absent')}</Table.Td>
            <Table.Td className="codes">
              <mark>{change.after ?? say('changes_absent')}</mark>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
};

/** The changes of a document in the version that is in use: of its id, or of the policy in the code. */
export const ChangesPanel = ({ id, policy }: Props) => {
  const { say } = useConsole();
  const before = useVersionBefore(id);
  if (before.error !== null) return <ErrorAlert error={before.error} retry={() => void before.refetch()} />;
  if (before.data === undefined) return <Loading />;
  return (
    <Panel title={say('changes_title', { id: before.data.id, version: before.data.version })}>
      <Changes before={before.data.policy} policy={policy} />
    </Panel>
  );
};
