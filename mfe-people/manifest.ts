import { defineManifest } from '@paddock/contract/core/manifest';

export const manifest = defineManifest({
  id: 'mfe-people',
  title: 'People',
  contract: '^1.0.0',
  tabs: [
    { id: 'people', title_key: 'tabs.people', icon: 'users' },
    { id: 'profile', title_key: 'tabs.profile', icon: 'circle-user' },
  ],
  routes: [{ path: '/main/profile' }, { path: '/main/profile/:uid' }],
  links: { 'people.list': '/main/people', 'people.profile': '/main/profile/:uid' },
  slots: { uses: ['account.report'] },
  permissions: ['people.list', 'people.search', 'people.profile', 'account.lift_totp'],
  budget_kb: 17.6,
});
