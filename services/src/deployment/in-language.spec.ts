import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readBoot } from '@paddock/contract/calls/boot';
import { readHome } from '@paddock/contract/calls/home';
import { startTestServices, type DeploymentFile, type TestServices } from '../../test/start-test-services.js';
import { DeploymentService } from './deployment.service.js';
import { inLanguage, missingTranslations } from './in-language.js';
import { problemText } from './deployment-problem.js';

const file = { title: { en: 'Club', ar: 'النادي' }, look: { accent: '#ff5b1f' }, tabs: [{ title: { en: 'News' } }] };

describe(inLanguage, () => {
  it('picks the text of the language, also in lists, and changes nothing else', () =>
    expect(inLanguage(file, 'en')).toEqual({ title: 'Club', look: { accent: '#ff5b1f' }, tabs: [{ title: 'News' }] }));

  it('leaves options untranslated, because choices are stored', () => {
    const field = { options: [{ en: 'Driver', ar: 'سائق' }] };
    expect(inLanguage(field, 'ar')).toEqual(field);
  });
});

describe(missingTranslations, () => {
  it('names each path and its missing language', () =>
    expect(missingTranslations(file, ['en', 'ar'])).toEqual([{ path: ['tabs', '0', 'title'], language: 'ar' }]));
});

describe('a community in two languages', () => {
  let services: TestServices;
  beforeAll(async () => {
    services = await startTestServices();
    await services.configure('workplace', (own) => {
      own['description'] = { en: 'One house', ar: 'مقر واحد' };
      own.flags['home_tab'] = { default_description: { en: 'Welcome', ar: 'أهلًا' } };
      own['tabs'] = [{ id: 'home', title: { en: 'Start', ar: 'البداية' } }];
      own.flags['default_page'] = 'home';
    });
  });
  afterAll(() => services.close());

  it.each([
    ['en', 'One house', 'Start', 'Welcome'],
    ['ar', 'مقر واحد', 'البداية', 'أهلًا'],
  ])('replies to a member of language %s in that language', async (language, description, title, welcome) => {
    const as = await services.member({ community: 'workplace', language });
    const { body: boot } = await services.call(readBoot, {}, { as });
    expect(boot.community.description).toBe(description);
    expect(boot.tabs).toMatchObject([{ id: 'home', title }]);
    expect((await services.call(readHome, {}, { as })).body.description).toBe(welcome);
  });

  it('refuses a change that lacks a language or is invalid in one', async () => {
    const refused = async (change: (own: DeploymentFile) => void) => {
      await services.configure('workplace', change);
      return services.get(DeploymentService).problems.map(problemText).join();
    };
    expect(await refused((own) => (own['description'] = { en: 'One house' }))).toContain(
      "workplace.json: description: has no text in 'ar'",
    );
    const long = 'ا'.repeat(300);
    expect(await refused((own) => (own['description'] = { en: 'One house', ar: long }))).toContain(
      'workplace.json: description:',
    );
  });
});
