import { defineManifest } from '@paddock/contract/core/manifest';

export const manifest = defineManifest({
  id: 'mfe-people',
  title: { en: 'People', ar: 'الأعضاء' },
  contract: '^1.0.0',
  tabs: [
    { id: 'people', title: { en: 'People', ar: 'الأعضاء' }, icon: 'users' },
    { id: 'profile', title: { en: 'Profile', ar: 'الملف الشخصي' }, icon: 'circle-user' },
  ],
  routes: [
    { path: '/main/profile' },
    { path: '/main/profile/:uid' },
    { path: '/main/user-profile-update' },
    { path: '/main/user-profile-update/:uid' },
    { path: '/main/user-profile-update/:uid/:field' },
  ],
  links: { 'people.list': '/main/people', 'people.profile': '/main/profile/:uid' },
  follows: ['account.settings', 'shouts.conversation', 'shouts.of_member', 'shouts.shout'],
  slots: { uses: ['account.report'] },
  permissions: [
    'people.list',
    'people.closest',
    'people.forget_position',
    'people.search',
    'people.profile',
    'people.edit',
    'people.block',
    'people.roles',
    'account.lift_totp',
    'account.terminate',
    'items.read',
  ],
  budget_kb: 18,
});
