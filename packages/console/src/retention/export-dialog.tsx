import { Button, Checkbox } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { may } from '../model/index.ts';
import { Dialog, ErrorAlert } from '../parts/index.ts';
import { packAddress } from '../service/index.ts';
import { useConsole, useMember } from '../state/index.ts';

type Props = {
  readonly id: string;
  readonly isOpen: boolean;
  readonly close: () => void;
};

/** Leaves an address to the browser to be downloaded. */
const download = (address: string): void => {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
};

/** Chooses what a pack has. The browser downloads it by itself, so that none of it is held by the page. */
export const ExportDialog = ({ close, id, isOpen }: Props) => {
  const { client, say } = useConsole();
  const member = useMember();
  const [personal, setPersonal] = useState(false);
  const [files, setFiles] = useState(false);
  // A download that is refused says nothing on the page: a reader without a session is led to the sign-in instead, and
  // the dialog says what any other refusal may mean.
  const get = useMutation({
    mutationFn: client.me,
    onSuccess: () => {
      download(packAddress(id, { personal, files }));
      close();
    },
    gcTime: 0,
  });
  return (
    <Dialog isOpen={isOpen} close={close} title={say('retention_export_title')}>
      <div className="form">
        <p>{say('retention_export_text')}</p>
        {may(member, 'persons:read') && (
          <Checkbox
            label={say('retention_export_personal')}
            checked={personal}
            onChange={({ currentTarget }) => setPersonal(currentTarget.checked)}
          />
        )}
        {may(member, 'pictures:read') && (
          <Checkbox
            label={say('retention_export_files')}
            checked={files}
            onChange={({ currentTarget }) => setFiles(currentTarget.checked)}
          />
        )}
        <p className="quiet">{say('retention_export_refused')}</p>
        {get.error !== null && <ErrorAlert error={get.error} />}
        <div className="buttons">
          <Button disabled={get.isPending} onClick={() => get.mutate()}>
            {say('retention_export_get')}
          </Button>
          <Button variant="default" onClick={close}>
            {say('cancel')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};
