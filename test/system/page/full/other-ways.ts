import { contexts, specimenFile } from '../../../support/browser/devices.ts';
import { textOfCode } from '../../../support/browser/qr-code.ts';
import type { Failure } from './failure.ts';

const document = specimenFile('td3-valid');

/** Who cannot do the face check goes on without it, back from there, and on again to a review. */
export const withoutLiveness: Failure = async ({ environment, link, person, press, titled }) => {
  const { page, walk } = person;
  await page.goto(link.url);
  await walk({ photo: document, picksAt: 'camera_primer', until: 'liveness_primer' });
  await press('face_cannot');
  await titled('without_title');
  await page.goBack();
  await titled('face_title');
  await press('face_cannot');
  await press('without_go');
  await titled('in_review_title');
  const outcome = (await environment.outcomeOf(link)).join();
  if (!outcome.startsWith('in_review,consent_declined')) throw new Error(`it ended as ${outcome}`);
};

/** Who declines the consent is told what comes of it, and then has the profile reviewed. */
export const declined: Failure = async ({ link, person, press, titled }) => {
  await person.page.goto(link.url);
  await person.walk({ until: 'consent' });
  await press('consent_decline');
  await titled('declining_title');
  await press('consent_decline');
  await titled('in_review_title');
};

/** A file that is no picture is refused before anything is sent. */
export const noPicture: Failure = async ({ link, person, press, titled }) => {
  await person.page.goto(link.url);
  await person.walk({ until: 'camera_primer' });
  const text = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
  await person.page.locator('input[type=file]').setInputFiles(text);
  await titled('refused_title');
  await press('try_again');
  await person.walk({ photo: document, picksAt: 'camera_primer' });
};

/** From a desk to this telephone, and both show the result. */
export const handedOver: Failure = async ({ environment, language, link, person, texts }) => {
  const desk = await environment.openPerson(language, contexts[1280]);
  const { page } = desk;
  const shows = async (name: string): Promise<void> => {
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    await desk.look();
  };
  try {
    await page.goto(link.url);
    await page.getByRole('button', { name: texts.handoff_offer, exact: true }).click();
    await page.getByRole('img', { name: texts.handoff_code }).waitFor();
    await desk.look();
    await person.page.goto(await textOfCode(await page.screenshot()));
    await person.walk({ photo: document, picksAt: 'camera_primer', until: 'liveness_primer' });
    await shows(texts.following_title);
    await person.walk();
    await shows(texts.approved_title);
  } finally {
    await page.context().close();
  }
};
