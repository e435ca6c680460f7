import { pipe, TE } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { ofDatabase } from '../driver/rejection.ts';
import { isSealedText } from '../encryption/sealed-text.ts';
import { clearStaffText, StaffMemberRow, staffMemberContext } from '../stores/staff/member-row.ts';
import { unboundRows } from './plaintext-rows.ts';
import type { RotationNeeds, RotationOutcome, RotationPart } from './rotation-part.ts';
import { rotationOutcomeOf } from './row-access.ts';
import { sealPart } from './seal-other-rows.ts';

/**
 * Seals what accounts of staff say together with whose they are. One that was changed since it was read keeps what was
 * written then: whoever has the keys has sealed it.
 */
export const bindStaffMembersPart = (needs: RotationNeeds): RotationPart =>
  sealPart(needs, unboundRows.staff_members, StaffMemberRow, (row, id) =>
    isSealedText(row.data)
      ? TE.right('rotated')
      : pipe(
          needs.encryption.serviceKeys.sealText(staffMemberContext(row), clearStaffText(row)),
          TE.flatMap((data) => {
            const { version } = row;
            return needs.driver.updateIf({ table: 'staff_members', id, expected: { version }, columns: { data } });
          }),
          TE.map((): RotationOutcome => 'rotated'),
          TE.mapLeft(ofDatabase),
        ),
  );

const SessionRow = t.type({ id: t.string }, 'staff session row');

/** Ends the sessions from before there were keys: anybody who could write may have put them there. */
export const endClearSessionsPart = (needs: RotationNeeds): RotationPart =>
  sealPart(needs, unboundRows.staff_sessions, SessionRow, (_, id) =>
    rotationOutcomeOf(needs.driver.transaction([{ kind: 'delete', table: 'staff_sessions', id }])),
  );
