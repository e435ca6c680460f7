import { Kbd, Switch, Table } from '@mantine/core';
import { type KeyAction, keyActions } from '../model/index.ts';
import { ColumnHeads, Dialog } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';
import type { Language, TextKey } from '../texts/index.ts';
import { Choices } from './choices.tsx';

const effects: { readonly [Action in KeyAction]: TextKey } = {
  next: 'keys_next',
  previous: 'keys_previous',
  claim: 'keys_claim',
  approve: 'keys_approve',
  decline: 'keys_decline',
  request_input: 'keys_request',
  zoom: 'keys_zoom',
  help: 'keys_help',
};

type Props = {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly areShortcutsOn: boolean;
  readonly switchShortcuts: (areOn: boolean) => void;
  readonly chooseLanguage: (language: Language) => void;
};

/** The language and the colours, the keys, and the switch that turns them off. */
export const HelpDialog = ({ areShortcutsOn, chooseLanguage, close, isOpen, switchShortcuts }: Props) => {
  const { say } = useConsole();
  return (
    <Dialog isOpen={isOpen} close={close} title={say('settings_title')}>
      <div className="line">
        <Choices size="sm" chooseLanguage={chooseLanguage} />
      </div>
      <h3>{say('keys_title')}</h3>
      <Switch
        label={say('keys_enabled')}
        checked={areShortcutsOn}
        onChange={({ currentTarget }) => switchShortcuts(currentTarget.checked)}
      />
      <Table captionSide="top">
        <Table.Caption className="visually-hidden">{say('keys_caption')}</Table.Caption>
        <ColumnHeads columns={[say('keys_key'), say('keys_effect')]} />
        <Table.Tbody>
          {keyActions.map(({ action, key }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row">
                <Kbd>{key}</Kbd>
              </Table.Th>
              <Table.Td>{say(effects[action])}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
};
