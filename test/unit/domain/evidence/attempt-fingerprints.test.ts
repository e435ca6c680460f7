import { createHmac } from 'node:crypto';
import type { DocumentReading, Evidence } from '@portcullis/domain';
import {
  attemptFingerprints,
  deviceDigest,
  documentDigest,
  type FileEvidence,
  personDigest,
  referenceDigest,
  shownFingerprints,
} from '@portcullis/domain/evidence';
import { expect } from 'chai';
import { aCase, aDevice, aDeviceEvent, aFile, aReadingEvidence } from '../../../support/builders/evidence.ts';
import { aLicence, cardLines, passportLines, printedFields } from '../../../support/builders/readings.ts';
import { sure } from '../../../support/check-cases/verdict-on.ts';

const key = '0f'.repeat(32);
const acme = { partnerId: 'acme', teamId: null };

/** Computes the same digest independently. */
const hmacOf = (...parts: readonly string[]): string =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(JSON.stringify(parts)).digest('hex');

const photo = (n: number, over: Parameters<typeof aFile>[0] = {}, attempt = 1): FileEvidence => ({
  ...aFile({ id: `front000000000${n}`, ...over }, attempt),
  contentSha256: `${n}`.repeat(64),
});
const image = (n: number): string => hmacOf('image', `${n}`.repeat(64));

const digestsOf = (more: readonly Evidence[], attempt = 1, most = 5) =>
  attemptFingerprints(key, aCase({ more, attempt }), most);

const annas = {
  document: hmacOf('document', 'L898902C3', 'UTO'),
  person: hmacOf('person', 'ERIKSSON', 'ANNA<MARIA', '1974-08-12'),
};

describe('the fingerprints of an attempt', () => {
  it('are HMACs of the fields of the MRZ, of the stored pictures, and of the device', () => {
    const back = photo(2, { kind: 'document_back' });
    const file = aCase({ instead: { file: [photo(1)] }, more: [aDeviceEvent(), aDevice()] });
    expect(attemptFingerprints(key, file, 5)).to.deep.equal({
      document: [annas.document],
      person: [annas.person],
      image: [image(1)],
      device: [hmacOf('device', 'visitor-1')],
    });
    const twoSides = aCase({
      instead: { file: [photo(1), back], document_reading: [aReadingEvidence({}, { backFileId: back.file.id })] },
    });
    expect(attemptFingerprints(key, twoSides, 5)).to.deep.include({
      document: [annas.document],
      image: [image(1), image(2)],
    });
  });

  it('are none where there is nothing: no MRZ, no digest of the picture, no device', () => {
    const file = aCase({ instead: { document_reading: [aReadingEvidence({ mrzLines: null })] } });
    expect(attemptFingerprints(key, file, 5)).to.deep.equal({ document: [], person: [], image: [], device: [] });
    const nameless = aCase({
      instead: { document_reading: [aReadingEvidence({ mrzLines: passportLines({ number: '' }) })] },
    });
    expect(attemptFingerprints(key, nameless, 5).document).to.deep.equal([]);
  });

  describe('of one document whose machine-readable part is hidden, and then shown', () => {
    const documentsOf = (reading: Partial<DocumentReading>) =>
      attemptFingerprints(key, aCase({ instead: { document_reading: [aReadingEvidence(reading)] } }), 5).document;
    const shared = (one: Partial<DocumentReading>, other: Partial<DocumentReading>) =>
      documentsOf(one).filter((digest) => documentsOf(other).includes(digest));
    const date_of_birth = sure('1974-08-12');
    const document_number = sure('T64235789');

    it('are shared by the printed number and the country', () => {
      const fields = printedFields(passportLines());
      expect(documentsOf({ mrzLines: null, fields })).to.deep.equal([annas.document]);
      expect(documentsOf({ mrzLines: null, mrzUnread: true, fields })).to.deep.equal([annas.document]);
      expect(documentsOf({ mrzLines: null, fields, issuingCountry: null })).to.deep.equal([]);
    });

    it('are shared where a State prints the number of the holder on its card', () => {
      const fields = { document_number: sure('51938472Z') };
      const card = { documentType: 'id_card', issuingCountry: 'ESP', fields } as const;
      const lines = cardLines({ state: 'ESP', nationality: 'ESP', number: 'BAB519273', optional: '51938472Z' });
      expect(shared({ ...card, mrzLines: null }, { ...card, mrzLines: lines })).to.deep.equal([
        hmacOf('document', '51938472Z', 'ESP'),
      ]);
    });

    it('are shared by licences of one day of birth alone, since each state numbers its own', () => {
      const licence = aLicence({ fields: { document_number, date_of_birth } });
      const hidden = { ...licence, barcode: null };
      expect(shared(hidden, licence)).to.deep.equal([hmacOf('document', 'T64235789', 'USA', '1974-08-12')]);
      expect(documentsOf({ ...hidden, fields: { document_number } })).to.deep.equal([]);
      const ofOther = { ...hidden, fields: { document_number, date_of_birth: sure('1974-08-13') } };
      expect(shared(ofOther, licence)).to.deep.equal([]);
    });
  });

  it('differ under every other key', () => {
    const other = attemptFingerprints('f0'.repeat(32), aCase(), 5);
    expect(other.document).to.have.length(1);
    expect(other.document).not.to.deep.equal([annas.document]);
  });

  it('include those of photos, readings and devices that were replaced in this attempt, current ones first', () => {
    const more = [
      photo(2),
      aReadingEvidence({ mrzLines: passportLines({ number: 'X1' }) }, { frontFileId: 'front0000000002' }),
      photo(3),
      aReadingEvidence({ mrzLines: passportLines({ number: 'X2' }) }, { frontFileId: 'front0000000003' }),
      aDeviceEvent(),
      aDevice(),
      aDeviceEvent({ eventId: 'event-2' }),
      aDevice({ visitorId: 'visitor-2' }, { eventId: 'event-2' }),
    ];
    const documents = ['X2', 'X1', 'L898902C3'].map((number) => hmacOf('document', number, 'UTO'));
    expect(digestsOf(more)).to.deep.equal({
      document: documents,
      person: [annas.person],
      image: [image(3), image(2)],
      device: [hmacOf('device', 'visitor-2'), hmacOf('device', 'visitor-1')],
    });
    expect(digestsOf(more, 1, 1)).to.deep.equal({
      document: documents.slice(0, 1),
      person: [annas.person],
      image: [image(3)],
      device: [hmacOf('device', 'visitor-2')],
    });
  });

  it('include those of an earlier attempt only where its evidence is still current', () => {
    const later = { attempt: 2 };
    const more = [
      photo(2, {}, 2),
      aReadingEvidence({ mrzLines: passportLines({ number: 'X1' }) }, { ...later, frontFileId: 'front0000000002' }),
    ];
    expect(digestsOf([], 2).document).to.deep.equal([annas.document]);
    expect(digestsOf(more, 2).document).to.deep.equal([hmacOf('document', 'X1', 'UTO')]);
  });

  it('do not include the device of an event that names another profile', () => {
    expect(digestsOf([aDeviceEvent(), aDevice({ linkedId: 'other' })]).device).to.deep.equal([]);
    expect(digestsOf([aDeviceEvent(), aDevice(null)]).device).to.deep.equal([]);
    expect(digestsOf([aDeviceEvent(), aDevice({ visitorId: null })]).device).to.deep.equal([]);
  });
});

describe('a single digest', () => {
  const alike = (digests: readonly string[]) => new Set(digests).size === 1;

  it('of a document is the same however its number and its country are written', () => {
    expect(
      alike(
        [
          ['l898902c3', 'UTO'],
          ['L 898902-C3', 'uto'],
          ['L898902C3<<', 'UTO'],
        ].map(([n = '', c = '']) => documentDigest(key, n, c)),
      ),
    ).to.equal(true);
    expect(alike(['D', 'DEU', 'de', 'Germany', 'D<<'].map((country) => documentDigest(key, 'C01X', country)))).to.equal(
      true,
    );
    expect(documentDigest(key, 'L898902C3', 'UTO')).to.equal(annas.document);
  });

  it('of a document differs for another number or issuer, including states and provinces', () => {
    const given = [
      ['A1', 'DEU'],
      ['A1', 'FRA'],
      ['A10', 'DEU'],
      ['AI', 'DEU'],
      ['A1', 'USA'],
      ['A1', 'US-VA'],
      ['A1', 'US-WV'],
      ['A1', 'CA-ON'],
    ];
    expect(new Set(given.map(([n = '', c = '']) => documentDigest(key, n, c))).size).to.equal(given.length);
  });

  it('of a person is made from the names as an MRZ spells them', () => {
    const same = [
      ['ERIKSSON', 'ANNA MARIA'],
      ['Eriksson', 'Anna-Maria'],
      ["Eriksso'n", '  Anna  Maria '],
    ];
    expect(same.map(([last = '', first = '']) => personDigest(key, last, first, '1974-08-12'))).to.deep.equal(
      same.map(() => annas.person),
    );
    expect(personDigest(key, 'Müller-Öz', 'Jürgen ß', '1974-08-12')).to.equal(
      hmacOf('person', 'MUELLER<OEZ', 'JUERGEN<SS', '1974-08-12'),
    );
  });

  it('of a person differs for another date of birth, another name, or names in another order', () => {
    const given = [
      ['ERIKSSON', 'ANNA', '1974-08-12'],
      ['ERIKSSON', 'ANNA', '1974-12-08'],
      ['ERIKSSON ANNA', '', '1974-08-12'],
      ['ANNA', 'ERIKSSON', '1974-08-12'],
      ['FNU', 'LNU', '1974-08-12'],
      ['', 'UNKNOWN', '1974-08-12'],
    ];
    expect(new Set(given.map(([l = '', f = '', b = '']) => personDigest(key, l, f, b))).size).to.equal(given.length);
  });

  it('of a person with one name is the same wherever a document has it, and beside what stands for no name', () => {
    const same = [
      ['SUHARTO', ''],
      ['', 'Suharto'],
      ['LNU', 'SUHARTO'],
      ['SUHARTO', 'FNU'],
      ['XXX', 'SUHARTO'],
      ['SUHARTO', 'No first name'],
    ];
    const digests = same.map(([last = '', first = '']) => personDigest(key, last, first, '1974-08-12'));
    expect(new Set(digests)).to.deep.equal(new Set([hmacOf('person', 'SUHARTO', '', '1974-08-12')]));
  });

  it('of a person with one name is that of every passport with it', () => {
    const shownBy = (names: string) => {
      const reading = aReadingEvidence({ mrzLines: passportLines({ names }) });
      return attemptFingerprints(key, aCase({ instead: { document_reading: [reading] } }), 5).person;
    };
    const one = hmacOf('person', 'SUHARTO', '', '1974-08-12');
    expect(shownBy('SUHARTO<<')).to.deep.equal([one]);
    expect(shownBy('<<SUHARTO')).to.deep.equal([one]);
  });

  it('of a device is made from its exact id', () => {
    expect(deviceDigest(key, 'visitor-1')).to.equal(hmacOf('device', 'visitor-1'));
    expect(deviceDigest(key, 'Visitor-1')).not.to.equal(deviceDigest(key, 'visitor-1'));
  });

  it('of a reference includes the team that uses it', () => {
    const teams = [null, '', 'a', 'b'].map((teamId) => referenceDigest(key, { ...acme, teamId }, 'customer-1'));
    expect(new Set(teams).size).to.equal(4);
    expect(teams[0]).to.equal(hmacOf('reference', 'customer-1'));
    expect(referenceDigest(key, acme, 'customer-2')).not.to.equal(teams[0]);
  });
});

describe('the fingerprints of all that a profile has shown', () => {
  const shown = (limit: number) => {
    const { evidence, profileId } = aCase({
      instead: { file: [photo(1)] },
      more: [
        aDevice({ visitorId: 'phone' }),
        aDevice({ visitorId: 'stolen', linkedId: 'profile00000002' }),
        photo(2, {}, 2),
        aReadingEvidence({ mrzLines: passportLines({ number: 'Z9' }) }, { attempt: 2, frontFileId: 'front0000000002' }),
        aDevice({ visitorId: 'laptop' }, { attempt: 2 }),
        photo(3, { kind: 'liveness_reference' }, 2),
      ],
    });
    return shownFingerprints(key, { evidence, profileId }, limit);
  };

  it('are those of every attempt, the newest before, and of no device that belongs to another profile', () => {
    expect(shown(10)).to.deep.equal({
      document: [hmacOf('document', 'Z9', 'UTO'), annas.document],
      person: [annas.person],
      image: [image(2), image(1)],
      device: [hmacOf('device', 'laptop'), hmacOf('device', 'phone')],
    });
  });

  it('are at most so many of each kind, those that were shown last', () => {
    expect(shown(1)).to.deep.equal({
      document: [hmacOf('document', 'Z9', 'UTO')],
      person: [annas.person],
      image: [image(2)],
      device: [hmacOf('device', 'laptop')],
    });
  });

  it('are none without evidence, as of an erased profile', () => {
    const nothing = { document: [], person: [], image: [], device: [] };
    expect(shownFingerprints(key, { evidence: [], profileId: 'profile00000001' }, 5)).to.deep.equal(nothing);
  });
});
