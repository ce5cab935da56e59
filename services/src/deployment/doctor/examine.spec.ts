import { beforeEach, describe, expect, it } from '@jest/globals';
import { deployment } from '@paddock/contract/core/deployment';
import { manifest, type ManifestInput } from '@paddock/contract/core/manifest';
import { join } from 'node:path';
import type { DeployedCommunity } from '../read-deployments.js';
import { examined, findings } from './examine.js';
import type { Asset } from './assets.js';
import type { DoctorInput } from './finding.js';

const tabs = (...ids: string[]) =>
  ids.map((id) => ({ id, title: { en: id }, icon: [['circle', { r: 9 }]] })) as ManifestInput['tabs'];
const account: Partial<ManifestInput> = {
  id: 'mfe-account',
  routes: [{ path: '/login' }, { path: '/main/settings/:section?' }],
};
const chats: Partial<ManifestInput> = { id: 'mfe-chats', tabs: tabs('chats') };

const module = (own: Partial<ManifestInput>): DoctorInput['modules'][number] => ({
  module: {
    id: own.id!,
    version: '1.0.0',
    base: `/${own.id}/1.0.0/`,
    entry: 'mf-manifest.json',
    manifest: manifest.parse({ title: { en: own.id }, version: '1.0.0', contract: '^1.0.0', budget_kb: 1, ...own }),
    integrity: {},
    integrityHash: '',
  },
});

let modules: Partial<ManifestInput>[];
let file: Record<string, unknown>;
beforeEach(() => {
  modules = [account, chats];
  file = { id: 'club', title: 'Club', look: { accent: '#ff5b1f' }, tabs: ['chats'], modules: {} };
});

const picture: Asset = {
  ...{ bytes: 1000, text: '<svg/>' },
  picture: { format: 'svg', width: 8, height: 8, pixels: [[255, 255, 255, 255]] },
};

const found = (more: Partial<DoctorInput> = {}) => {
  const config = deployment.parse(file);
  return findings({
    config,
    configs: new Map([['en', config]]),
    production: false,
    ownFlags: (file['flags'] ?? {}) as DoctorInput['ownFlags'],
    modules: modules.map(module),
    assets: new Map([['pit.svg', picture]]),
    ...more,
  });
};
const texts = () => found().map(({ path, problem, remedy }) => `${path.join('.')}: ${problem} | ${remedy}`);

const home = (button: object) => {
  file['tabs'] = ['chats', 'home'];
  file['flags'] = { home_tab: { buttons: [{ title: 'Go', icon: 'flag', ...button }] } };
};

describe(findings, () => {
  it('finds nothing in a deployment without faults, and says of every fault what members notice', () => {
    expect(found()).toEqual([]);
    home({ page: 'rooms' });
    expect(found()).toEqual([
      {
        path: ['flags', 'home_tab', 'buttons', 0, 'page'],
        problem: "the tab 'rooms' is not deployed",
        consequence: "Members do not see the button 'Go'.",
        remedy: "Add 'rooms' to tabs, or remove this entry.",
      },
    ]);
  });

  it.each<[string, () => void, string]>([
    [
      'a button to a page that does not exist',
      () => home({ page: 'setings' }),
      "flags.home_tab.buttons.0.page: no deployed module has a page 'setings' | Did you mean 'settings'?",
    ],
    [
      'a button to a page of a module that is not deployed',
      () => home({ page: 'invite' }),
      "flags.home_tab.buttons.0.page: no deployed module has a page 'invite' | Deploy the module of this page, or remove this entry.",
    ],
    [
      'a button to notices of a namespace without a tab',
      () => home({ page: { type: 'sponsor', namespace: 'partners' } }),
      "flags.home_tab.buttons.0.page: no notices tab has the namespace 'partners' | Name one of the namespaces (none), or add a notices tab with this one to tabs.",
    ],
    [
      'a menu entry of a tab that is not deployed',
      () => (file['flags'] = { hamburger_pages: ['people'] }),
      "flags.hamburger_pages.0: the tab 'people' is not deployed | Add 'people' to tabs, or remove this entry.",
    ],
    [
      'a menu entry to a page that does not exist',
      () => (file['flags'] = { hamburger_pages: [{ title: 'About', page: 'about' }] }),
      "flags.hamburger_pages.0.page: no deployed module has a page 'about' | Deploy the module of this page, or remove this entry.",
    ],
    [
      'a start page whose tab a flag turns off',
      () => {
        file['tabs'] = ['chats', 'people'];
        file['flags'] = { default_page: 'people', hide_people_tab: true };
      },
      "flags.default_page: the tab 'people' is off (flags.hide_people_tab) | Set flags.hide_people_tab to false, or remove this entry.",
    ],
    [
      "a button's unknown icon",
      () => home({ page: 'chats', icon: 'hause' }),
      "flags.home_tab.buttons.0.icon: there is no icon 'hause' | Did you mean 'house'?",
    ],
    [
      "a category's unknown icon",
      () => {
        file['tabs'] = ['chats', 'classifieds'];
        file['flags'] = { classifieds_tab: { categories: [{ key: 'tyres', icon: 'tyre-wall' }] } };
      },
      "flags.classifieds_tab.categories.0.icon: there is no icon 'tyre-wall' | Choose a name from docs/flags.md.",
    ],
    [
      "a profile field's unknown icon",
      () => (file['flags'] = { profile_fields: [{ name: 'phone', type: 'tel', icon: 'phon' }] }),
      "flags.profile_fields.0.icon: there is no icon 'phon' | Did you mean 'phone'?",
    ],
    [
      'a value of limited_access that a dropdown lacks',
      () => {
        const user_type = { name: 'user_type', type: 'dropdown', options: ['Driver', 'Official'] };
        file['tabs'] = ['chats', 'rooms'];
        file['flags'] = {
          signup_fields: [user_type],
          rooms_tab: { limited_access: { user_type: ['Driver', 'Oficial'], company: 'Apex' } },
        };
      },
      "flags.rooms_tab.limited_access.user_type: 'Oficial' is not a choice of 'user_type' | Did you mean 'Official'?",
    ],
    [
      'a value of limited_access that joins choices of a field with one',
      () => {
        const user_type = { name: 'user_type', type: 'dropdown', options: ['Driver', 'Official'] };
        const duty = { ...user_type, name: 'duty', multiple: true };
        file['tabs'] = ['chats', 'rooms'];
        file['flags'] = {
          signup_fields: [user_type, duty],
          rooms_tab: { limited_access: { user_type: 'Driver, Official', duty: 'Driver, Official' } },
        };
      },
      "flags.rooms_tab.limited_access.user_type: 'Driver, Official' is not a choice of 'user_type' | Name one of its choices, or remove the value.",
    ],
    [
      'a missing splash image',
      () => (file['look'] = { accent: '#ff5b1f', splash_image: 'pitlane.svg' }),
      "look.splash_image: deployments/assets has no file 'pitlane.svg' | Add the file, or name one that is there.",
    ],
    [
      'a missing picture of a workplace',
      () => (file['workplaces'] = [{ id: 'hq', title: 'HQ', image_url: 'hq.png' }]),
      "workplaces.0.image_url: deployments/assets has no file 'hq.png' | Add the file, or name one that is there.",
    ],
    [
      'a slot that no deployed module offers',
      () => (modules = [account, { ...chats, slots: { uses: ['shouts.pictures'] } }]),
      "modules.mfe-chats: no deployed module offers the slot 'shouts.pictures', which mfe-chats uses | Deploy mfe-shouts, if members need it.",
    ],
    [
      'a permission that the services do not know',
      () => (modules = [account, { ...chats, permissions: ['chats.read', 'chats.paint'] }]),
      "modules.mfe-chats: these services do not know the permission 'chats.paint' of mfe-chats 1.0.0 | Name a version that was built for these services, or update the services.",
    ],
    [
      'a deployment without the sign-in page',
      () => (modules = [chats]),
      "modules: no deployed module has the page '/login' | Deploy mfe-account.",
    ],
    [
      'a language without texts',
      () => {
        file['languages'] = ['en', 'fr'];
        modules = [account, { ...chats, languages: ['ar', 'en'] }];
      },
      "languages.1: mfe-chats have no texts in 'fr' | Release these modules with the texts, or remove the language.",
    ],
    [
      'a group of flags without its tab',
      () => (file['flags'] = { events_tab: { separate_past: true } }),
      "flags.events_tab: the flag needs the tab 'events', which is not deployed | Add the tab 'events', or remove the flag.",
    ],
    [
      'a switch whose calls need a tab',
      () => (file['flags'] = { rsvp: true }),
      "flags.rsvp: the flag needs the tab 'events', which is not deployed | Add the tab 'events', or remove the flag.",
    ],
  ])('names %s', (_, change, expected) => {
    change();
    expect(texts()).toEqual([expected]);
  });

  it('accepts pages, namespaces, pictures, custom and sign-up fields that are there', () => {
    home({ page: 'settings' });
    modules = [account, chats, { id: 'mfe-content', tabs: tabs('home', 'notices') }];
    file['tabs'] = ['chats', 'home', { id: 'notices', namespace: 'partners' }];
    file['look'] = { accent: '#ff5b1f', splash_image: 'pit.svg' };
    file['flags'] = {
      ...(file['flags'] as object),
      hamburger_pages: [
        'chats',
        'profile',
        { title: 'Partners', page: 'notices' },
        { title: 'Web', url: 'https://a.example' },
      ],
      signup_fields: [{ name: 'licence', type: 'input' }],
      profile_fields: ['custom_field_3', 'licence', 'phone'].map((name) => ({ name, type: 'text' })),
      rsvp: false,
    };
    expect(texts()).toEqual([]);
  });

  it('finds a community that requires approval and has no admin, where the database was asked', () => {
    file['flags'] = { admin_approval_required: true };
    expect(found()).toEqual([]);
    expect(found({ hasAdmin: true })).toEqual([]);
    expect(found({ hasAdmin: false })).toMatchObject([
      {
        path: ['flags', 'admin_approval_required'],
        problem: 'members need the approval of an admin, and the community has no admin',
        remedy: 'Make one: npm run admin -- club <e-mail address>.',
      },
    ]);
    file['flags'] = {};
    expect(found({ hasAdmin: false })).toEqual([]);
  });
});

describe(examined, () => {
  it("reads the flags of the community's own file and the files that it names", async () => {
    const deployments = join(import.meta.dirname, '../../../../deployments');
    const config = deployment.parse({
      ...file,
      id: 'motorsport',
      look: { accent: '#ff5b1f', splash_image: 'pitlane.svg', logo: 'gone.svg' },
    });
    const state: DeployedCommunity = { config, configs: new Map([['en', config]]), modules: [], revision: '' };
    const { ownFlags, assets } = await examined(deployments, state);
    expect(ownFlags).toMatchObject({ default_page: 'chats' });
    expect(ownFlags).not.toHaveProperty('time_format');
    expect([...assets.keys()]).toEqual(['pitlane.svg']);
    expect(assets.get('pitlane.svg')?.picture?.format).toBe('svg');
  });
});
