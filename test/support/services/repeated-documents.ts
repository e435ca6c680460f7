import type { SignalCode } from '@portcullis/documents';
import { type DocumentReader, pipe, TE } from '@portcullis/domain';
import type { FlatPolicy } from '@portcullis/domain/checks';
import { type DeviceFacts, type DuplicatesEvidence, isDuplicates } from '@portcullis/domain/evidence';
import { aReading, confidentSignals, passportLines } from '../builders/readings.ts';
import { fakeClock } from '../clock/fake-clock.ts';
import { tinyJpeg } from '../images/tiny-jpeg.ts';
import { memoryRecords } from '../records/memory-records.ts';
import { mustSucceed } from '../run.ts';
import {
  aPerson,
  aService,
  completeLiveness,
  type Person,
  personActions,
  type ServiceChanges,
  stored,
} from './memory-service.ts';

/** One of sixteen documents, photographed again: each photo is another file. */
export const photo = (document: number, shot = 0): Uint8Array => Uint8Array.from([...tinyJpeg(), 16 * document + shot]);

const letter = (n: number): string => String.fromCharCode(65 + n);

/** Reads which document a photo shows; documents 8 and above belong to the person of document 0. */
const photoReader = (signals: readonly SignalCode[]): DocumentReader => ({
  read: ({ front }) => {
    const document = Math.floor((front.bytes.at(-1) ?? 0) / 16);
    const names = `ERIKSSON<<ANNA<${letter(document % 8)}`;
    const mrzLines = passportLines({ number: `D${document}`, names });
    return TE.right(aReading({ mrzLines, signals: confidentSignals(...signals) }));
  },
});

const judgesNothing: Pick<FlatPolicy, 'duplicates' | 'velocity'> = {
  duplicates: { document: null, person: null, image: null, device: null },
  velocity: { windowSeconds: 86_400, document: null, device: null, reference: null },
};

type Limits = Partial<FlatPolicy['duplicates']> & { readonly velocity?: Partial<FlatPolicy['velocity']> };

/** Instances of a service over the same records, in which photos are distinguished, with these limits and no others. */
export const anEnvironment = ({ velocity, ...duplicates }: Limits = {}) => {
  const records = memoryRecords();
  const clock = fakeClock();
  const policy: Partial<FlatPolicy> = {
    duplicates: { ...judgesNothing.duplicates, ...duplicates },
    velocity: { ...judgesNothing.velocity, ...velocity },
  };
  let made = 0;
  const instance = (changes: ServiceChanges = {}, signals: readonly SignalCode[] = []) => {
    made += 1;
    const seed = `instance ${made}`;
    const all = { reader: () => photoReader(signals), seed, ...changes, policy: { ...policy, ...changes.policy } };
    return aService(all, records, clock);
  };
  return { records, clock, instance };
};

/** Every event is one of the device that the person has at that moment. */
export const onDevice = (visitorId: () => string): ServiceChanges => ({
  devices: ({ inspect }) => ({
    inspect: (asked) =>
      pipe(
        inspect(asked),
        TE.map((facts): DeviceFacts => ({ ...facts, visitorId: visitorId() })),
      ),
  }),
});

/** The person completes every step, and has every photo analysed but the last; the checks run with the face check. */
export const submitPhotos = async (person: Person, ...photos: readonly Uint8Array[]): Promise<void> => {
  const { analyze, consent, patch } = personActions(person);
  await mustSucceed(consent());
  for (const bytes of photos.slice(0, -1)) await mustSucceed(analyze(bytes));
  const files = photos.slice(-1).map((bytes) => ({ kind: 'document_front', bytes }) as const);
  await mustSucceed(patch({ files }));
  await completeLiveness(person);
};

/** A person of this reference, who shows these photos. */
export const personWithPhotos = async (
  service: ReturnType<typeof aService>,
  reference: string,
  ...photos: readonly Uint8Array[]
): Promise<Person> => {
  const person = await aPerson(service, { reference });
  await submitPhotos(person, ...photos);
  return person;
};

/** Answers the outcome. */
export const outcomeOf = async ({ id, service }: Person) => {
  const { status, statusReasons } = await stored(service, id);
  return [status, ...statusReasons];
};

/** Answers every result of the duplicate check for a person, in order. */
export const duplicateChecksOf = async ({ id, service }: Person): Promise<readonly DuplicatesEvidence[]> =>
  (await stored(service, id)).evidence.flatMap((item) => (isDuplicates(item) ? [item] : []));
