// The domain in a program: no server, no database. Two people show their document and their face; the program prints
// what was decided and why, and finds out that somebody has changed the ledger.
import { memoryPorts, simulatedReferenceImage } from '@portcullis/adapter-memory';
import { createVerification, promised, verifyChain } from '@portcullis/domain';

const caller = {
  kind: 'machine',
  clientId: 'shop',
  tenant: { partnerId: 'shop', teamId: null },
  scopes: ['profiles:write'],
};

/** Takes a person through a verification. `scenario` says what the simulated providers answer. */
const verify = async (scenario) => {
  const ports = memoryPorts({ scenario });
  const verification = promised(createVerification(ports, { clientUrl: 'https://example.org' }));
  const created = await verification.createProfile({
    caller,
    reference: 'customer-1',
    claimed: { lastName: 'Eriksson' },
  });
  const { id } = created.view.profile;
  const patch = {
    consent: { textVersion: '1', locale: 'en', granted: true },
    device: { eventId: 'sim-1' },
    files: [{ kind: 'document_front', bytes: simulatedReferenceImage() }],
  };
  await verification.updateProfile({ caller, id, patch });
  const { sessionId } = await verification.openLivenessSession({ caller, profileId: id });
  await verification.readLivenessResult({ caller, sessionId });
  const { profile } = await verification.getProfile({ caller, id });
  const entries = await promised(ports.ledgerReader).entries(id, { afterSeq: 0, limit: 1000 });
  return { profile, entries };
};

for (const scenario of ['approve', 'decline_face_mismatch']) {
  const { entries, profile } = await verify(scenario);
  console.log(`${scenario}: ${profile.status}`);
  for (const { name, reasons, status } of profile.checks)
    if (status !== 'not_applicable') console.log(`  ${name} ${status} ${reasons.join(' ')}`.trimEnd());
  console.log('  the ledger:', verifyChain(profile.id, entries, profile).ok ? 'unchanged' : 'changed');
  const [first, ...others] = entries;
  const forged = [{ ...first, at: '2020-01-01T00:00:00.000Z' }, ...others];
  console.log('  with another date:', verifyChain(profile.id, forged, profile).ok ? 'unchanged' : 'changed');
}
