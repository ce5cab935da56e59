import { defineManifest } from '@paddock/contract/core/manifest';

export const manifest = defineManifest({
  id: 'mfe-people',
  title: { en: 'People', ar: 'الأعضاء' },
  contract: '^1.0.0',
  tabs: [
    { id: 'people', title: { en: 'People', ar: 'الأعضاء' }, icon: 'users' },
    { id: 'profile', title: { en: 'Profile', ar: 'الملف الشخصي' }, icon: 'circle-user' },
  ],
  routes: [{ path: '/main/profile' }, { path: '/main/profile/:uid' }],
  links: { 'people.list': '/main/people', 'people.profile': '/main/profile/:uid' },
  follows: ['account.settings', 'shouts.conversation', 'shouts.of_member'],
  slots: { uses: ['account.report'] },
  permissions: ['people.list', 'people.search', 'people.profile', 'account.lift_totp'],
  budget_kb: 17.6,
});
