import { type GreyImage, type RotationsQuestion, readLazily, type SideReading } from '@portcullis/adapter-local-reader';
import { expect } from 'chai';

const pixel = (level: number): GreyImage => ({ data: Uint8Array.of(level), width: 1, height: 1 });
const [full, byWidth, byHeight] = [pixel(1), pixel(2), pixel(3)];

const facts = { acutance: 0.5, glare: 0.1 };
const unread: SideReading = { facts: null, isMrzFound: false, mrz: null };
const zone: SideReading['mrz'] = {
  format: { name: 'TD3', classes: [], checks: [{ at: [0, 0], over: [] }], fields: [], states: [], names: [[0, 0, 0]] },
  lines: ['P<UTO'],
  validChecks: 5,
  totalChecks: 5,
  agreement: 1,
  doubts: [],
};

/**
 * Reads a photo by prepared readings, one for each question, and answers the questions and the pictures made for them.
 */
const read = async (upright: SideReading, sideways: SideReading) => {
  const questions: RotationsQuestion[] = [];
  const made: string[] = [];
  const picture = (name: string, image: GreyImage) => async () => {
    made.push(name);
    return image;
  };
  const reading = await readLazily(
    async (question) => {
      questions.push(question);
      return { ...(questions.length === 1 ? upright : sideways), requestsLeft: question.requestsLeft - 13 };
    },
    { full, searchByWidth: picture('by width', byWidth), searchByHeight: picture('by height', byHeight) },
  );
  return { reading, made, questions };
};

describe('reading a photo in its rotations', () => {
  it('makes no picture for the photo on its side when a zone was read upright or upside down', async () => {
    const upright = { facts, isMrzFound: true, mrz: zone };
    const { made, questions, reading } = await read(upright, unread);
    expect(reading).to.deep.equal(upright);
    expect(made).to.deep.equal(['by width']);
    expect(questions).to.deep.equal([{ full, searched: byWidth, rotations: 'upright', requestsLeft: 60 }]);
  });

  it('reads on its side with the OCR requests that are left, and keeps what was measured upright', async () => {
    const { made, questions, reading } = await read({ ...unread, facts }, { ...unread, isMrzFound: true, mrz: zone });
    expect(reading).to.deep.equal({ facts, isMrzFound: true, mrz: zone });
    expect(made).to.deep.equal(['by width', 'by height']);
    expect(questions[1]).to.deep.equal({ full, searched: byHeight, rotations: 'sideways', requestsLeft: 47 });
  });

  it('reports a zone that was found upright and not read, whatever is found on the side', async () => {
    const { reading } = await read({ facts, isMrzFound: true, mrz: null }, unread);
    expect(reading).to.deep.equal({ facts, isMrzFound: true, mrz: null });
  });
});
