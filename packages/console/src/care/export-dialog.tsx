import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { may } from '../model/index.ts';
import { Dialog } from '../parts/index.ts';
import { packAddress } from '../service/index.ts';
import { useMember, useSurroundings } from '../state/index.ts';

type Props = {
  readonly id: string;
  readonly isOpen: boolean;
  readonly close: () => void;
};

/** Chooses what a pack has. The browser downloads it by itself, so that none of it is held by the page. */
export const ExportDialog = ({ close, id, isOpen }: Props) => {
  const { say } = useSurroundings();
  const member = useMember();
  const [personal, setPersonal] = useState(false);
  const [files, setFiles] = useState(false);
  return (
    <Dialog isOpen={isOpen} close={close} title={say('care_export_title')}>
      <div className="form">
        <p>{say('care_export_text')}</p>
        {may(member, 'persons:read') && (
          <Checkbox
            label={say('care_export_personal')}
            checked={personal}
            onChange={({ currentTarget }) => setPersonal(currentTarget.checked)}
          />
        )}
        {may(member, 'pictures:read') && (
          <Checkbox
            label={say('care_export_files')}
            checked={files}
            onChange={({ currentTarget }) => setFiles(currentTarget.checked)}
          />
        )}
        <div className="buttons">
          <Button component="a" href={packAddress(id, { personal, files })} download onClick={close}>
            {say('care_export_get')}
          </Button>
          <Button variant="default" onClick={close}>
            {say('cancel')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};
