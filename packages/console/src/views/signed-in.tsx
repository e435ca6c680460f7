import { useMemo, useState } from 'react';
import type { QueueFilters, StaffMember } from '../model/index.ts';
import {
  createKeyBus,
  KeyBusContext,
  MemberContext,
  QueueContext,
  type SessionControl,
  useKeys,
  useRoute,
} from '../state/index.ts';
import type { Language } from '../texts/index.ts';
import { SessionBanner } from './banners.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { Screens } from './screens.tsx';

type Props = {
  readonly member: StaffMember;
  readonly control: SessionControl;
  readonly lastAnswer: number;
  readonly chooseLanguage: (language: Language) => void;
  readonly help: { readonly isOpen: boolean; readonly set: (isOpen: boolean) => void };
};

/** The console of somebody who is signed in, with its keys. */
export const SignedIn = ({ chooseLanguage, control, help, lastAnswer, member }: Props) => {
  const route = useRoute();
  const bus = useMemo(createKeyBus, []);
  const [filters, choose] = useState<QueueFilters>({});
  const [areShortcutsOn, switchShortcuts] = useState(true);
  useKeys(areShortcutsOn, (action) => (action === 'help' ? help.set(true) : bus.send(action)));
  const queue = useMemo(() => ({ filters, choose }), [filters]);
  return (
    <MemberContext value={member}>
      <QueueContext value={queue}>
        <KeyBusContext value={bus}>
          <SessionBanner member={member} lastAnswer={lastAnswer} check={control.check} ended={control.ended} />
          <Screens route={route} onSignedOut={control.ended} />
          <HelpDialog
            isOpen={help.isOpen}
            close={() => help.set(false)}
            areShortcutsOn={areShortcutsOn}
            switchShortcuts={switchShortcuts}
            chooseLanguage={chooseLanguage}
          />
        </KeyBusContext>
      </QueueContext>
    </MemberContext>
  );
};
