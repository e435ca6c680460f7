import { Table } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type DamagedDraft, may } from '../model/index.ts';
import { useConsole, useMember } from '../state/index.ts';
import { timeIn } from '../texts/index.ts';
import { Discard } from './discard.tsx';
import { DraftTag } from './draft-tag.tsx';

/** A draft that cannot be read, in the list: its id, and a way to close it. */
export const DamagedRow = ({ draft }: { readonly draft: DamagedDraft }) => {
  const { client, language, say } = useConsole();
  const member = useMember();
  const queries = useQueryClient();
  const again = (): void => void queries.invalidateQueries({ queryKey: ['policy-drafts'] });
  return (
    <Table.Tr data-draft={draft.id} data-damaged="true">
      <Table.Th scope="row">
        <span className="codes">{draft.id}</span>
        <p className="quiet">{say('draft_damaged')}</p>
      </Table.Th>
      <Table.Td>
        <DraftTag draft={draft} />
      </Table.Td>
      <Table.Td>
        {draft.status === 'draft' && may(member, 'policies:write') && (
          <Discard discard={() => client.discardDamagedDraft(draft.id)} accept={again} />
        )}
      </Table.Td>
      <Table.Td>{draft.updated_at === null ? '–' : timeIn(language, draft.updated_at)}</Table.Td>
    </Table.Tr>
  );
};
