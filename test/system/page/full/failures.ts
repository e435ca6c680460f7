import type { BrowserContextOptions } from 'playwright-core';
import type { TextKey } from '#verify/texts/english';
import { type Language, loadTexts } from '#verify/texts/languages';
import { contexts, specimenFile, type Width } from '../../../support/browser/devices.ts';
import type { PageEnvironment } from './environment.ts';
import type { Failure, Trial } from './failure.ts';
import { declined, handedOver, noPicture, withoutLiveness } from './other-ways.ts';
import type { Run } from './run.ts';

const document = specimenFile('td3-valid');

/** Replaces the camera once by what a browser answers that has none to give. */
const cameraFails = (name: string): string => `{
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  let isFirst = true;
  mediaDevices.getUserMedia = (wanted) => {
    if (!isFirst) return open(wanted);
    isFirst = false;
    return Promise.reject(new DOMException('', '${name}'));
  };
}`;

/** Keeps the streams of the camera, so that one can end like that of a camera that is pulled out. */
const cameraIsKept = `{
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (wanted) => (window.lastStream = await open(wanted));
}`;

const endCamera = `for (const track of lastStream.getVideoTracks()) {
  track.stop();
  track.dispatchEvent(new Event('ended'));
}`;

const toCamera = async ({ link, person }: Trial): Promise<void> => {
  await person.page.goto(link.url);
  await person.walk({ photo: document, until: 'capture' });
};

/** The camera fails in a way, and works when it is tried again. */
const withoutCamera =
  (fault: string, title: TextKey): Failure =>
  async (trial) => {
    await trial.person.page.addInitScript(cameraFails(fault));
    await trial.person.page.goto(trial.link.url);
    await trial.person.walk({ until: 'camera_trouble' });
    await trial.titled(title);
    await trial.press('try_again');
    await trial.person.walk();
  };

const refusedCamera: Failure = async (trial) => {
  const { page, walk } = trial.person;
  await page.goto(trial.link.url);
  await walk({ until: 'camera_trouble' });
  await trial.titled('camera_denied_title');
  await trial.press('try_again');
  await trial.titled('camera_denied_title');
  await page.context().grantPermissions(['camera']);
  await trial.press('try_again');
  await walk();
};

const lostCamera: Failure = async (trial) => {
  await trial.person.page.addInitScript(cameraIsKept);
  await toCamera(trial);
  await trial.person.page.waitForFunction('window.lastStream !== undefined');
  await trial.person.page.evaluate(endCamera);
  await trial.titled('camera_lost_title');
  await trial.person.walk({ photo: document });
};

const outageMs = 10_000;

/** The connection is gone for ten seconds, twice: at the consent, and while the photo is sent. */
const offline: Failure = async (trial) => {
  const { page, walk } = trial.person;
  const during = async (press: TextKey): Promise<void> => {
    await page.context().setOffline(true);
    await trial.press(press);
    await trial.titled('offline_title');
    await page.waitForTimeout(outageMs);
    await page.context().setOffline(false);
  };
  await page.goto(trial.link.url);
  await walk({ until: 'consent' });
  await during('consent_agree');
  await trial.titled('choice_title');
  await walk({ photo: document, picksAt: 'camera_primer', until: 'check' });
  await during('check_yes');
  await trial.titled('face_title');
  await walk();
};

const reloaded: Failure = async (trial) => {
  const { page, walk } = trial.person;
  await page.goto(trial.link.url);
  await walk({ photo: document, picksAt: 'camera_primer', until: 'check' });
  await page.reload();
  await trial.titled('link_missing_title');
  await page.goto(trial.link.url);
  await walk({ photo: document, picksAt: 'camera_primer' });
};

/** The back button on each screen from which it leads to one before. */
const backButton: Failure = async (trial) => {
  const { page, walk } = trial.person;
  await page.goto(trial.link.url);
  await walk({ until: 'consent' });
  await page.goBack();
  await trial.titled('welcome_title');
  await walk({ until: 'document_choice' });
  await page.goBack();
  await trial.titled('welcome_title');
  await walk({ until: 'camera_primer' });
  await page.goBack();
  await trial.titled('choice_title');
  await walk({ until: 'capture' });
  await page.goBack();
  await trial.titled('primer_title_front');
  await walk({ until: 'check' });
  await page.goBack();
  await trial.titled('capture_title_front');
  await walk();
};

/** An expired link is no use; a new one leads on. */
const expired: Failure = async (trial) => {
  const { page, walk } = trial.person;
  await page.goto(trial.environment.expired(trial.link).url);
  await trial.titled('link_expired_title');
  await trial.press('try_again');
  await trial.titled('link_expired_title');
  await page.goto((await trial.environment.renewLink(trial.link)).url);
  await walk({ photo: document, picksAt: 'camera_primer' });
};

/** A link that a newer one has replaced. */
const dead: Failure = async (trial) => {
  const { page, walk } = trial.person;
  const renewed = await trial.environment.renewLink(trial.link);
  await page.goto(trial.link.url);
  await trial.titled('link_unknown_title');
  await page.goto(renewed.url);
  await walk({ photo: document, picksAt: 'camera_primer' });
};

/** A link whose verification is done shows its result, and one that was canceled that it has ended. */
const done: Failure = async (trial) => {
  const { environment, language, link, person } = trial;
  await person.page.goto(link.url);
  await person.walk({ photo: document, picksAt: 'camera_primer' });
  await person.page.goto('about:blank');
  await person.page.goto(link.url);
  await trial.titled('approved_title');
  const other = await environment.createLink('approve', language);
  await environment.cancel(other);
  await person.page.goto(other.url);
  await trial.titled('link_ended_title');
};

/** The same link in two tabs: the one that is behind goes on with what is still missing. */
const openedTwice: Failure = async (trial) => {
  const { environment, language, link, person } = trial;
  const second = await environment.openPerson(language, contexts[360]);
  try {
    await person.page.goto(link.url);
    await second.page.goto(link.url);
    await person.walk({ until: 'consent' });
    await second.walk({ photo: document, picksAt: 'camera_primer', until: 'liveness_primer' });
    await person.walk({ photo: document, picksAt: 'camera_primer', until: 'liveness_primer' });
    await second.walk();
    await person.walk();
  } finally {
    await second.page.context().close();
  }
};

/**
 * A document that is rejected twice goes on to the face check, and is submitted. The service decides then: it asks for
 * another attempt, which shows a document that can be read, or it has the profile reviewed.
 */
const rejectedTwice =
  (specimen: string, expected: string): Failure =>
  async (trial) => {
    const { page, screens, walk } = trial.person;
    await page.goto(trial.link.url);
    await walk({ photo: specimenFile(specimen), picksAt: 'camera_primer', until: 'liveness_primer' });
    const photos = screens.filter((screen) => screen === 'check front').length;
    if (photos !== 2) throw new Error(`the document was asked for ${photos} times before the face check`);
    await walk({ photo: document, picksAt: 'camera_primer' });
    const outcome = (await trial.environment.outcomeOf(trial.link)).join();
    if (outcome !== expected) throw new Error(`it ended as ${outcome}`);
  };

/** What goes wrong, each with its way to an end. */
const failures: Readonly<Record<string, readonly [Failure, BrowserContextOptions['permissions']]>> = {
  camera_refused: [refusedCamera, []],
  camera_missing: [withoutCamera('NotFoundError', 'camera_missing_title'), ['camera']],
  camera_busy: [withoutCamera('NotReadableError', 'camera_busy_title'), ['camera']],
  camera_lost: [lostCamera, ['camera']],
  offline_for_10_s: [offline, ['camera']],
  reload: [reloaded, ['camera']],
  back_button: [backButton, ['camera']],
  link_expired: [expired, ['camera']],
  link_dead: [dead, ['camera']],
  link_done: [done, ['camera']],
  link_opened_twice: [openedTwice, ['camera']],
  blurred_twice: [rejectedTwice('td3-blurred', 'approved'), ['camera']],
  without_liveness: [withoutLiveness, ['camera']],
  consent_declined: [declined, ['camera']],
  no_picture: [noPicture, ['camera']],
  handed_over: [handedOver, ['camera']],
  wrong_digit_twice: [rejectedTwice('td3-wrong-check-digit', 'in_review,mrz_check_digit_failed'), ['camera']],
};

export const failureNames: readonly string[] = Object.keys(failures);

const tried = async (environment: PageEnvironment, name: string, language: Language, width: Width) => {
  const [failure, permissions = []] = failures[name] ?? [];
  if (failure === undefined) return [`there is no failure ${name}`];
  const texts = await loadTexts(language);
  const link = await environment.createLink('approve', language);
  const person = await environment.openPerson(language, { ...contexts[width], permissions });
  const { page } = person;
  try {
    await failure({
      environment,
      language,
      texts,
      link,
      person,
      titled: async (key) => {
        await page.getByRole('heading', { level: 1, name: texts[key], exact: true }).waitFor();
        await person.look();
      },
      press: (key) => page.getByRole('button', { name: texts[key], exact: true }).click(),
    });
    return [...person.exceptions, ...person.findings];
  } finally {
    await page.context().close();
  }
};

/** A run for each failure and language: the screen that says what it is, and the way on to an end. */
export const failureRuns = (
  environment: PageEnvironment,
  chosen: { readonly names: readonly string[]; readonly languages: readonly Language[]; readonly width: Width },
): readonly Run[] =>
  chosen.names.flatMap((name) =>
    chosen.languages.map((language) => ({
      group: name,
      language,
      width: chosen.width,
      problems: () => tried(environment, name, language, chosen.width),
    })),
  );
