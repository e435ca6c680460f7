import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import type { StaffMember } from '#console/model/wire';
import type { Texts } from '#console/texts/english';
import { type Language, languages, loadTexts } from '#console/texts/languages';
import type { TestServer } from '../../support/http/server.ts';
import { caseAt, dialog, first, heading } from './at-the-desk.ts';
import { reviewOf, staff } from './cases.ts';
import { openDesk } from './open-console.ts';
import type { Seat, StubApi } from './stub-api.ts';

type Needs = { readonly browser: () => Browser; readonly server: () => TestServer; readonly api: () => StubApi };

/** What a way through the screens has, in one language and one of the colours. */
type Way = {
  readonly page: Page;
  readonly seat: Seat;
  readonly api: StubApi;
  readonly texts: Texts;
  readonly goTo: (fragment: string) => Promise<void>;
  /** Holds that everybody can use the screen that is shown. */
  readonly look: (what: string) => Promise<void>;
};

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

/** Opens a dialog by its button, looks at it, and closes it by a key. */
const lookIntoDialog = async ({ look, page }: Way, name: string): Promise<void> => {
  await press(page, name);
  await dialog(page).waitFor();
  await look(name);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name, exact: true }).and(page.locator(':focus')).waitFor();
};

const searchAndSettings = async (way: Way): Promise<void> => {
  const { goTo, look, page, texts } = way;
  await goTo('#/search');
  await heading(page).getByText(texts.search_title).waitFor();
  await look('the search');
  for (const [value, found] of [
    ['nobody', page.getByText(texts.search_nothing)],
    ['customer-4704', page.getByRole('link', { name: 'customer-4704' })],
  ] as const) {
    await page.getByLabel(texts.search_value).fill(value);
    await page.keyboard.press('Enter');
    await found.waitFor();
    await look(`what is found for ${value}`);
  }
  await heading(page).focus();
  await page.keyboard.press('?');
  await dialog(page).getByText(texts.keys_enabled).waitFor();
  await look('the settings');
  await page.keyboard.press('Escape');
  await goTo(caseAt('case00000000099'));
  await page.getByRole('alert').getByText(texts.not_found_title).waitFor();
  await look('no such case');
};

/** What somebody reads of cases that they do not decide now, and the rest of the dialogs of a case. */
const casesOfOthers = async (way: Way): Promise<void> => {
  const { api, goTo, look, page, seat, texts } = way;
  const held = { staff_id: staff.rosa().id, name: staff.rosa().name, is_mine: false };
  const until = new Date(Date.now() + 600_000).toISOString();
  api.reviews.set('case00000000002', { ...reviewOf(2), claim: { ...held, until } });
  api.reviews.set('case00000000003', { ...reviewOf(3), approvals: { needed: 2, given: 1 } });
  await goTo(caseAt('case00000000002'));
  await page.locator('[data-claim="others"]').waitFor();
  await page.getByRole('img', { name: texts.picture_portrait }).waitFor();
  await look('a case of somebody else');
  await goTo(caseAt('case00000000003'));
  await page.getByText(texts.decide_four_eyes).waitFor();
  await look('a case that waits for a second person');
  seat.isOffline = true;
  await press(page, texts.claim_take);
  await page.locator('[data-offline="true"]').getByText(texts.offline_title).waitFor();
  await look('no connection');
  seat.isOffline = false;
  await page.locator('[data-offline="false"]').waitFor({ state: 'attached' });
  await goTo(caseAt('case00000000004'));
  await page.getByText(texts.case_read_only).waitFor();
  await lookIntoDialog(way, texts.decide_reopen);
  await lookIntoDialog(way, texts.retention_export);
  await goTo(caseAt(first));
  await lookIntoDialog(way, texts.seen_add);
};

/** Holding, releasing, erasing and keeping. */
const keeping = async (way: Way): Promise<void> => {
  const { api, goTo, look, page, texts } = way;
  await goTo(caseAt(first));
  await lookIntoDialog(way, texts.retention_erase);
  await press(page, texts.retention_hold);
  await dialog(page).getByRole('button', { name: texts.retention_hold, exact: true }).click();
  await dialog(page).getByText(texts.retention_note_needed).waitFor();
  await look('a hold without a note');
  await dialog(page).getByLabel(texts.retention_note).fill('Case 2027-113');
  await dialog(page).getByRole('button', { name: texts.retention_hold, exact: true }).click();
  await page.locator('[data-held]').waitFor();
  await look('a profile that is held');
  await lookIntoDialog(way, texts.retention_release);
  api.reviews.set('case00000000002', { ...reviewOf(2), erasure_announced_at: '2026-05-04T08:00:00.000Z', hold: null });
  await goTo(caseAt('case00000000002'));
  await lookIntoDialog(way, texts.retention_keep);
};

const at = '2026-05-04T08:00:00.000Z';

/** Profiles that nobody decides any more. */
const ended = async ({ api, goTo, look, page }: Way): Promise<void> => {
  const id = (number: number) => reviewOf(number).profile_id;
  const noLonger = { is_waiting: false, waiting_since: null, due_at: null, status_reasons: [] };
  const erased = 5;
  const canceled = 6;
  const expired = 7;
  api.reviews.set(id(erased), reviewOf(erased, { ...noLonger, reference: '', status: 'approved' }));
  api.profiles.set(id(erased), {
    redaction: { requested_at: at, by: { type: 'reviewer', id: 'olga' }, reason: 'requested', completed_at: at },
  });
  api.reviews.set(id(canceled), reviewOf(canceled, { ...noLonger, status: 'canceled' }));
  api.profiles.set(id(canceled), { erases_at: at });
  api.reviews.set(id(expired), reviewOf(expired, { ...noLonger, status: 'expired' }));
  for (const [number, notices] of [
    [erased, 'state_erased'],
    [canceled, 'state_canceled state_erases'],
    [expired, 'state_expired'],
  ] as const) {
    await goTo(caseAt(id(number)));
    await page.locator(`[data-notices="${notices}"]`).waitFor();
    await look(notices);
  }
};

const takingOffAList = async (way: Way): Promise<void> => {
  const { api, goTo, look, page, texts } = way;
  api.lists.set('entry0000000001', {
    object: 'list_entry',
    id: 'entry0000000001',
    list: 'blocked',
    kind: 'document',
    profile_id: first,
    note: null,
    added_by: null,
    added_at: at,
    is_own: true,
    redacted: true,
  });
  await goTo('#/lists');
  await page.locator('[data-entry]').waitFor();
  await look('a list');
  await page.locator('[data-entry]').getByRole('button').click();
  await dialog(page).getByText(texts.lists_remove_title).waitFor();
  await look('taking off a list');
  await page.keyboard.press('Escape');
};

/** A policy, and a draft of it that is begun, corrected and may be discarded. */
const drafting = async (way: Way): Promise<void> => {
  const { goTo, look, page, texts } = way;
  await goTo('#/policies');
  await page.getByText(texts.policies_no_drafts).waitFor();
  await look('the policies');
  await page.getByRole('link', { name: 'standard 1' }).click();
  await page.locator('[data-screen="policy"] pre').waitFor();
  await look('a policy of which a draft can be begun');
  await press(page, texts.policy_begin_draft);
  await page.locator('[data-saved="true"]').waitFor();
  const editor = page.getByLabel(texts.draft_editor);
  await editor.fill((await editor.inputValue()).replace('"minimumAge": 18', '"minimumAge": 0'));
  await press(page, texts.draft_save);
  await page.locator('[data-finding="error"]').waitFor();
  await look('a draft with a finding');
  await editor.fill((await editor.inputValue()).replace('"minimumAge": 0', '"minimumAge": 21'));
  await press(page, texts.draft_save);
  await page.getByText(texts.findings_none).waitFor();
  await lookIntoDialog(way, texts.draft_discard);
  await goTo('#/policies');
  await page.locator('[data-draft]').waitFor();
  await look('a list of drafts');
};

const publishing = async (way: Way): Promise<void> => {
  const { goTo, look, page, texts } = way;
  await goTo('#/policy-drafts/draft0000000001');
  await page.getByText(texts.publish_ready).waitFor();
  await look('a draft of somebody else');
  await lookIntoDialog(way, texts.publish_open);
};

/** A policy and a draft for whoever may read policies alone. */
const readingPolicies = async ({ goTo, look, page, texts }: Way): Promise<void> => {
  await goTo('#/policies/standard/3');
  await page.locator('[data-screen="policy"] pre').waitFor();
  expect(await page.getByRole('button', { name: texts.policy_begin_draft }).count()).to.equal(0);
  await look('a policy that can be read only');
  await goTo('#/policy-drafts/draft0000000001');
  await page.getByText(texts.draft_read_only).waitFor();
  await look('a draft that can be read only');
};

const exporter = (): StaffMember => {
  const amir = staff.amir();
  return { ...amir, permissions: [...amir.permissions, 'evidence:export'] };
};
const noor = (): StaffMember => ({ ...staff.olga(), id: 'staff-noor00000004', name: 'Noor Haddad' });

type Walk = readonly [who: () => StaffMember, steps: readonly ((way: Way) => Promise<void>)[]];

/** Who goes which ways, in this order, over the same answers. */
const walks: { readonly [what: string]: readonly Walk[] } = {
  'search, settings and cases of others': [[exporter, [searchAndSettings, casesOfOthers]]],
  'keeping, erasing and lists': [
    [staff.olga, [keeping, ended, takingOffAList]],
    [staff.rosa, [ended]],
  ],
  policies: [
    [staff.olga, [drafting]],
    [noor, [publishing]],
    [staff.rosa, [readingPolicies]],
  ],
};

/** Screens and dialogs that the other tests look at once, or not at all, in both languages and colours. */
export const everybodyScreens = ({ api, browser, server }: Needs): void => {
  const go = async ([who, steps]: Walk, locale: Language, colorScheme: 'dark' | 'light'): Promise<void> => {
    const { texts } = await loadTexts(locale);
    const desk = await openDesk(browser(), server(), api(), who(), { locale, colorScheme });
    const { findings, page, seat } = desk;
    await heading(page).getByText(texts.queue_title).waitFor();
    const goTo = async (fragment: string): Promise<void> => {
      await page.goto(`${server().url}/console${fragment}`);
    };
    const look = async (what: string): Promise<void> => {
      expect(await findings(), what).to.deep.equal([]);
    };
    for (const step of steps)
      await step({
        page,
        seat,
        api: api(),
        texts,
        goTo,
        look,
      });
    expect(await desk.noise()).to.deep.equal([]);
    await desk.close();
  };
  for (const colorScheme of ['light', 'dark'] as const)
    for (const locale of languages)
      for (const [what, walked] of Object.entries(walks))
        it(`can be used by everybody in ${locale}, ${colorScheme}, with every state and dialog of ${what}`, async () => {
          for (const walk of walked) await go(walk, locale, colorScheme);
        });
};
